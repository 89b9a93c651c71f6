import type { ReactNode } from "react";

/** A part of the overview that is looked at seldom. */
export function Fold({
  title,
  children,
}: {
  title: ReactNode;
  children: ReactNode;
}) {
  return (
    <details className="org-fold">
      <summary>{title}</summary>
      <div className="stack gap-5">{children}</div>
    </details>
  );
}
