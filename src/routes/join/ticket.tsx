import type { ReactNode } from "react";
import { Mark } from "../../ui/logo";
import { LoadingTitle, Skeleton } from "../../ui/skeleton";
import styles from "./join.module.css";
import type { Elements } from "../../ui/elements";

/** A match ticket: title and text, and a stub with the actions. */
export function Ticket({
  title,
  lead,
  stub,
  children,
}: {
  title: string;
  lead: ReactNode;
  stub: ReactNode;
  children?: Elements;
}) {
  return (
    <article className={`plate grid ${styles.ticket}`}>
      <span className={`lattice ${styles.lattice}`} />
      <div className={`stack gap-5 content-start min-w-0 ${styles.main}`}>
        <Mark className={styles.mark} />
        <h1 className={styles.title}>{title}</h1>
        <p className="soft measure">{lead}</p>
        {children}
      </div>
      <div className={`stack gap-5 content-start min-w-0 ${styles.stub}`}>
        {stub}
      </div>
    </article>
  );
}

export function PendingTicket() {
  return (
    <>
      <LoadingTitle>Opening your invitation</LoadingTitle>
      <Skeleton width="60%" height="var(--display-l)" />
      <Skeleton height="21rem" />
    </>
  );
}
