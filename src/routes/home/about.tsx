import { registrationClosed } from "../../content/calls";
import { accountsOffered } from "../../content/visitors";
import { steps } from "../../content/how-it-runs";
import { landing } from "../../content/landing";
import { AnyLink } from "../../ui/any-link";
import { Reveal } from "../../ui/reveal";
import { Deadline } from "./deadline";
import styles from "./about.module.css";

export function About() {
  return (
    <Reveal className="section-padding" aria-labelledby="about">
      <div className="container">
        <div className={`stack gap-6 ${styles.inner}`}>
          <h2 id="about" className="display-l caps" data-enter>
            {landing.about.title}
          </h2>
          <div className={`stack gap-4 measure ${styles.words}`} data-enter="2">
            {landing.about.paragraphs.map((paragraph) => (
              <p key={paragraph} data-when="shown hidden closed live">
                {paragraph}
              </p>
            ))}
            {landing.about.was.map((paragraph) => (
              <p key={paragraph} data-when="over">
                {paragraph}
              </p>
            ))}
          </div>
          <ol
            className={styles.steps}
            data-when={accountsOffered}
            data-enter="3"
          >
            {steps.map((step) => (
              <li key={step.id}>
                <h3>
                  {step.href === undefined ? (
                    step.title
                  ) : (
                    <AnyLink href={step.href}>{step.title}</AnyLink>
                  )}
                </h3>
                <p>
                  {step.id === "place" ? (
                    <>
                      <span data-when="shown hidden">{step.text}</span>
                      <Deadline />
                      <span data-when="closed">{registrationClosed}.</span>
                    </>
                  ) : (
                    step.text
                  )}
                </p>
              </li>
            ))}
          </ol>
        </div>
      </div>
    </Reveal>
  );
}
