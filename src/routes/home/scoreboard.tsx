import { heroStats } from "../../content/stats";
import { CountUp } from "../../features/countup/count-up";
import styles from "./scoreboard.module.css";

const COUNT_MS = 2_500;

/** The event in three figures. */
export function Scoreboard() {
  return (
    <dl className={styles.board}>
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
