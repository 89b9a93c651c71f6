import { about } from "../../content/about";
import { aboutTimeline } from "../../content/timeline";
import { formatDateLine } from "../../lib/time/format-date";
import styles from "./phases.module.css";

/** The phases as the rounds of a bracket: each column is higher than the one before. */
export function Phases() {
  return (
    <section
      className={`grid gap-6 ${styles.section}`}
      aria-labelledby="phases"
    >
      <h2 id="phases" className="display-m">
        {about.timeline.title}
      </h2>
      <ol className={`stack ${styles.phases}`}>
        {aboutTimeline.map((phase) => (
          <li
            key={phase.id}
            className={`grid gap-3 content-start ${styles.phase}`}
          >
            <p className={`quiet ${styles.days}`}>
              <time dateTime={phase.date}>
                {formatDateLine(phase.date, phase.lastDate)}
              </time>
            </p>
            <h3 className="display-m">{phase.title}</h3>
            <p className={`soft ${styles.description}`}>{phase.description}</p>
          </li>
        ))}
      </ol>
    </section>
  );
}
