import { commitRates, type Rate, type Sample, WINDOW_MS } from "./commit-rates";
import { classNames } from "../ui/class-names";
import styles from "./commit-chart.module.css";

const WIDTH = 600;
const HEIGHT = 120;

/**
 * Commits per second over the last five minutes. The caption carries the same
 * facts as text.
 */
export function CommitChart({ samples }: { samples: readonly Sample[] }) {
  const endMs = samples.at(-1)?.atMs ?? 0;
  const stretches = commitRates(samples);
  const rates = stretches.flat();
  const highest = Math.max(0, ...rates.map(({ perSecond }) => perSecond));
  const top = niceTop(highest);
  const latest = rates.at(-1)?.perSecond ?? 0;
  return (
    <figure className={styles.chart}>
      <figcaption>
        <span className="strong">Commits per second</span> {rateText(latest)}{" "}
        now, at most {rateText(highest)} in the last 5 minutes
      </figcaption>
      <svg
        aria-hidden="true"
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
      >
        <path
          className={styles.grid}
          d={`M0 ${HEIGHT / 2}H${WIDTH}M0 1H${WIDTH}`}
        />
        {stretches.map((stretch) => (
          <g key={stretch[0]?.atMs}>
            <path className={styles.area} d={area(stretch, endMs, top)} />
            <path className={styles.line} d={line(stretch, endMs, top)} />
          </g>
        ))}
      </svg>
      <p className={classNames("note", styles.top)}>{rateText(top)}</p>
      <p className={classNames("note", styles.start)}>5 minutes ago</p>
      <p className={classNames("note", styles.end)}>now</p>
    </figure>
  );
}

/** "0", "0.5", "12", "1,840" */
export function rateText(perSecond: number): string {
  const digits = perSecond < 10 ? 1 : 0;
  return perSecond.toLocaleString("en-IN", { maximumFractionDigits: digits });
}

/** Rounds up to 1, 2, 5, 10, 20, 50 …, so that the scale seldom changes. */
function niceTop(highest: number): number {
  let power = 1;
  while (power * 10 < highest) power *= 10;
  return power * ([1, 2, 5, 10].find((step) => step * power >= highest) ?? 10);
}

function line(stretch: Rate[], endMs: number, top: number): string {
  const points = stretch.map(({ atMs, perSecond }) => {
    const y = HEIGHT - 1 - (perSecond / top) * (HEIGHT - 2);
    return `${xOf(atMs, endMs)} ${y.toFixed(1)}`;
  });
  return `M${points.join("L")}`;
}

function area(stretch: Rate[], endMs: number, top: number): string {
  const first = xOf(stretch[0]?.atMs ?? endMs, endMs);
  const last = xOf(stretch.at(-1)?.atMs ?? endMs, endMs);
  return `${line(stretch, endMs, top)}L${last} ${HEIGHT}L${first} ${HEIGHT}Z`;
}

function xOf(atMs: number, endMs: number): string {
  return (WIDTH - ((endMs - atMs) / WINDOW_MS) * WIDTH).toFixed(1);
}
