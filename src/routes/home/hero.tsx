import { event } from "../../content/event";
import { eventIsOver, visitors } from "../../content/visitors";
import { heroStats } from "../../content/stats";
import { CountUp } from "../../features/countup/count-up";
import { formatDateLine } from "../../lib/time/format-date";
import { paths } from "../../paths";
import { ArenaMark } from "../../ui/arena-mark";
import { LinkButton } from "../../ui/button";
import { ByPhase } from "../../ui/by-phase";
import { RegistrationCall } from "../../ui/registration-call";
import { VisuallyHidden } from "../../ui/visually-hidden";
import styles from "./hero.module.css";

const COUNT_MS = 2_500;

export function Hero() {
  return (
    <section className={styles.hero} aria-labelledby="title">
      <div className="container">
        <div className={`stack gap-5 ${styles.stage}`}>
          <p className={`stack content-start ${styles.date}`}>
            {formatDateLine(event.firstDay, event.lastDay)}
            <span>{event.city}</span>
            <strong data-when="live">LIVE NOW</strong>
          </p>
          <div className={styles.name} data-long={event.isLong}>
            <ArenaMark className={styles.arena} />
            <h1 id="title" className={styles.title} aria-label={event.name}>
              {event.lines.map((line) => (
                <span key={line}>{line}</span>
              ))}
            </h1>
          </div>
          <div className={`stack gap-4 ${styles.band}`}>
            <p className={styles.format}>{event.format}</p>
            <p
              className={`soft measure ${styles.description}`}
              data-when="shown hidden closed live"
            >
              {event.description}
            </p>
            <p
              className={`soft measure ${styles.description}`}
              data-when="over"
            >
              {eventIsOver}
            </p>
            <div className={`row gap-3 ${styles.actions}`} data-hero-call>
              <RegistrationCall toDashboard />
              <LinkButton to={paths.about} size="large">
                LEARN MORE
                <VisuallyHidden> about {event.name}</VisuallyHidden>
              </LinkButton>
            </div>
            <p
              className={`quiet text-s ${styles.twoSteps}`}
              data-when="shown hidden closed live"
            >
              <ByPhase words={visitors} />
            </p>
          </div>
          <Scoreboard />
        </div>
      </div>
    </section>
  );
}

function Scoreboard() {
  return (
    <dl className={`justify-between ${styles.board}`}>
      {heroStats.map((stat) => (
        <div key={stat.id} className={styles.score}>
          <dt>{stat.label}</dt>
          <dd>
            <CountUp value={stat.value} durationMs={COUNT_MS} suffix="+" />
          </dd>
        </div>
      ))}
    </dl>
  );
}
