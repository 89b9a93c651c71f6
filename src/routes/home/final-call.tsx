import { landing } from "../../content/landing";
import { links } from "../../content/links";
import { ExternalLinkButton } from "../../ui/button";
import { ArrowIcon } from "../../ui/icons";
import { Container } from "../../ui/layout";
import { Reveal } from "../../ui/reveal";
import styles from "./final-call.module.css";
import { OpenMark } from "./open-mark";

/** The last shot: the mark with one of its four plates still open. */
export function FinalCall() {
  return (
    <Reveal
      className={styles.call}
      aria-labelledby="final-call"
      data-part="registration"
    >
      <Container>
        <div className={styles.inner}>
          <OpenMark className={styles.mark} />
          <div className={styles.words} data-enter>
            <h2 id="final-call">{landing.finalCall.title}</h2>
            <p>{landing.finalCall.text}</p>
            <ExternalLinkButton
              href={links.registration}
              tone="signal"
              size="large"
            >
              REGISTER NOW <ArrowIcon />
            </ExternalLinkButton>
          </div>
        </div>
      </Container>
    </Reveal>
  );
}
