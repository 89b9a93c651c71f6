import type { ComponentProps, ReactNode } from "react";
import { event } from "../../content/event";
import { formatDateLine } from "../../lib/time/format-date";
import { ArenaMark } from "../../ui/arena-mark";
import { Panel } from "../../ui/panel";
import styles from "./auth-screen.module.css";

/** The layout of the login, register and reset screens: an introduction on one side, the form on the other. */
export function AuthScreen({
  title,
  lead,
  aside = <EventLines />,
  children,
}: {
  title: string;
  lead: ReactNode;
  aside?: ReactNode;
  children: ReactNode;
}) {
  return (
    <div className="container">
      <div className={`stack gap-6 content-start items-start ${styles.screen}`}>
        <div className={`stack gap-4 content-start min-w-0 ${styles.intro}`}>
          <ArenaMark className={styles.arena} />
          <h1 className="display-l">{title}</h1>
          <p className="soft">{lead}</p>
          <div className={styles.aside}>{aside}</div>
        </div>
        <Panel aria-label={title}>
          <div className="stack gap-5">{children}</div>
        </Panel>
      </div>
    </div>
  );
}

export function AuthForm(props: Omit<ComponentProps<"form">, "className">) {
  return <form {...props} className="stack gap-5" />;
}

function EventLines() {
  return (
    <p className={`grid upper ${styles.lines}`}>
      <span>{event.format}</span>
      <span>{formatDateLine(event.firstDay, event.lastDay)}</span>
      <span>{event.city}</span>
    </p>
  );
}
