import { useId, type ComponentProps, type ReactNode } from "react";
import styles from "./call-band.module.css";
import { classNames } from "./class-names";
import { markDot, markPlates } from "./logo";

/** The call to action at the end of a page. */
export function CallBand({
  title,
  children,
  actions,
  ...rest
}: {
  title: string;
  children: ReactNode;
  actions: ReactNode;
} & Omit<ComponentProps<"section">, "className">) {
  const id = useId();
  return (
    <section
      {...rest}
      className={classNames("plate", styles.band)}
      aria-labelledby={id}
    >
      <div className={styles.clip}>
        <svg viewBox="0 0 64 64" className={styles.mark} aria-hidden="true">
          <path d={[...markPlates, markDot].join("")} />
        </svg>
      </div>
      <div className={styles.words}>
        <h2 id={id}>{title}</h2>
        <p>{children}</p>
      </div>
      <div className={styles.actions}>{actions}</div>
    </section>
  );
}
