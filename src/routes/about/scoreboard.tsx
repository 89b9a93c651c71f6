import { aboutStats } from "../../content/stats";
import { Container } from "../../ui/layout";
import styles from "./scoreboard.module.css";

/** The event in four numbers. */
export function Scoreboard() {
  return (
    <section className={styles.board} aria-label="In numbers">
      <Container>
        <dl className={styles.stats}>
          {aboutStats.map(({ id, value, label }) => (
            <div key={id} className={styles.stat}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      </Container>
    </section>
  );
}
