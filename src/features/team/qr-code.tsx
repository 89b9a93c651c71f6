import encode from "qr";
import styles from "./qr-code.module.css";

/** The quiet zone: without four white modules around it, cameras do not find it on a dark page. */
const QUIET_ZONE = 4;

/**
 * A link as a QR code: dark on white in every theme, as large as there is room. It is for cameras; the page must show
 * the link as text beside it.
 */
export function QrCode({ text }: { text: string }) {
  const data = encode(text, "raw", { border: QUIET_ZONE });
  const { length: size } = data;
  return (
    <svg
      className={`full ${styles.code}`}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      aria-hidden="true"
    >
      <path className={styles.ground} d={`M0 0h${size}v${size}H0z`} />
      <path className={styles.modules} d={data.map(rowPath).join("")} />
    </svg>
  );
}

/** The dark modules of a row, each run as one rectangle. */
function rowPath(row: readonly boolean[], y: number): string {
  const line = row.map((isDark) => (isDark ? "#" : " ")).join("");
  return [...line.matchAll(/#+/gu)]
    .map(
      ({ index, 0: run }) => `M${index} ${y}h${run.length}v1h-${run.length}z`,
    )
    .join("");
}
