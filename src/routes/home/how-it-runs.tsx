import { Container } from "../../ui/layout";
import styles from "./how-it-runs.module.css";
import { steps } from "../../content/how-it-runs";

/** From signing up to the event, in the order it happens. */
export function HowItRuns() {
  return (
    <section className={styles.section} aria-labelledby="how-it-runs">
      <Container>
        <div className={styles.inner}>
          <h2 id="how-it-runs">Four slots, one code, 36 hours</h2>
          <ol className={styles.steps}>
            {steps.map((step) => (
              <li key={step.id}>
                <h3>{step.title}</h3>
                <p>{step.text}</p>
              </li>
            ))}
          </ol>
        </div>
      </Container>
    </section>
  );
}
