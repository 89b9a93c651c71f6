import { Link } from "react-router-dom";
import { landing } from "../../content/landing";
import type { TimelineItem } from "../../content/schemas";
import { landingTimeline } from "../../content/timeline";
import { isOver, useToday } from "../../lib/time/days";
import { formatIsoDay, partsOfDay } from "../../lib/time/format-time";
import { paths } from "../../paths";
import { classNames } from "../../ui/class-names";
import { Reveal } from "../../ui/reveal";
import styles from "./timeline.module.css";

export function Timeline() {
  return (
    <Reveal className="section-padding" aria-labelledby="timeline">
      <div className="container">
        <h2 id="timeline" className={`display-l ${styles.heading}`} data-enter>
          {landing.timeline.title}
        </h2>
        <ol className={`stack gap-2 ${styles.fixtures}`} data-enter="2">
          {landingTimeline.map((fixture) => (
            <Fixture key={fixture.id} fixture={fixture} />
          ))}
        </ol>
        <p className={styles.more}>
          <Link to={paths.schedule}>The whole schedule</Link>
        </p>
      </div>
    </Reveal>
  );
}

function Fixture({ fixture }: { fixture: TimelineItem }) {
  const { number, month, weekday } = partsOfDay(fixture.date);
  const today = useToday();
  const isNow = formatIsoDay(fixture.date) === today;
  return (
    <li
      className={classNames(
        "plate grid",
        styles.fixture,
        isNow && styles.now,
        isOver(fixture.date, today) && styles.over,
      )}
      aria-current={isNow ? "date" : undefined}
    >
      <span className={`lattice hidden ${styles.lattice}`} />
      <time
        dateTime={fixture.date.slice(0, 10)}
        className={`grid gap-2 content-start small-headline upper ${styles.date}`}
      >
        <span className={styles.number}>{number}</span>{" "}
        <span>
          <span>{`${month ?? ""} `}</span>
          <span className={`quiet ${styles.weekday}`}>{weekday}</span>
        </span>
      </time>
      <div className={`stack gap-2 content-start ${styles.words}`}>
        <h3>{fixture.title}</h3>
        <p>{fixture.description}</p>
      </div>
      {isNow && (
        <span className={`small-headline upper on-signal ${styles.live}`}>
          Now
        </span>
      )}
    </li>
  );
}
