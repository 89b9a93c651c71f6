import { landing } from "../../content/landing";
import { links } from "../../content/links";
import { ExternalLinkButton } from "../../ui/button";
import { Container } from "../../ui/layout";
import { markDot, markPlates } from "../../ui/logo";
import { Reveal } from "../../ui/reveal";
import styles from "./final-call.module.css";

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
              REGISTER NOW
            </ExternalLinkButton>
          </div>
        </div>
      </Container>
    </Reveal>
  );
}

/** The mark with one of its four plates open. Decorative. */
function OpenMark({ className }: { className?: string | undefined }) {
  const [first, second, third, open] = markPlates;
  return (
    <svg
      viewBox="0 0 64 64"
      className={className}
      overflow="visible"
      aria-hidden="true"
    >
      <path d={[first, second, third].join("")} className={styles.taken} />
      <path d={open} className={styles.open} data-open />
      <path d={markDot} className={styles.dot} />
    </svg>
  );
}
