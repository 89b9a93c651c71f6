import type { ReactNode } from "react";
import { ArenaMark } from "../../ui/arena-mark";
import { Container } from "../../ui/layout";
import { Panel } from "../../ui/panel";
import styles from "./auth-screen.module.css";

/** The door to the lobby: what awaits on one side, the form on the other. */
export function AuthScreen({
  title,
  lead,
  aside,
  children,
}: {
  title: string;
  lead: string;
  aside: ReactNode;
  children: ReactNode;
}) {
  return (
    <Container>
      <div className={styles.screen}>
        <div className={styles.intro}>
          <ArenaMark className={styles.arena} />
          <h1>{title}</h1>
          <p>{lead}</p>
          <div className={styles.aside}>{aside}</div>
        </div>
        <Panel aria-label={title}>
          <div className={styles.ways}>{children}</div>
        </Panel>
      </div>
    </Container>
  );
}
