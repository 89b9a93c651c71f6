import { event } from "../../content/event";
import { formatDateLine } from "../../lib/format-date";
import { useSession } from "../../lib/session/session-store";
import { paths } from "../../paths";
import { ArenaMark } from "../../ui/arena-mark";
import { LinkButton } from "../../ui/button";
import { ArrowIcon } from "../../ui/icons";
import { Container } from "../../ui/layout";
import styles from "./hero.module.css";

/** The opening shot: the name as wide as the screen, and under it the line a broadcast would run. */
export function Hero() {
  const { status } = useSession();
  return (
    <section className={styles.hero} aria-labelledby="title">
      <Container>
        <div className={styles.stage}>
          <ArenaMark className={styles.arena} />
          <p className={styles.date}>
            {formatDateLine(event.firstDay, event.lastDay)}
            <span>{event.city}</span>
          </p>
          <h1 id="title" className={styles.title}>
            <span>Hack</span>
            <span>Arena</span>
          </h1>
          <div className={styles.band}>
            <p className={styles.format}>{event.format}</p>
            <p className={styles.description}>{event.description}</p>
            <div className={styles.actions}>
              {status === "signedIn" ? (
                <LinkButton to={paths.dashboard} tone="signal" size="large">
                  Dashboard <ArrowIcon />
                </LinkButton>
              ) : (
                <>
                  <LinkButton to={paths.register} tone="signal" size="large">
                    Register <ArrowIcon />
                  </LinkButton>
                  <LinkButton to={paths.login} size="large">
                    Login
                  </LinkButton>
                </>
              )}
            </div>
          </div>
        </div>
      </Container>
    </section>
  );
}
