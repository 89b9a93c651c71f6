import type { ReactNode } from "react";

/** A part of the overview that is looked at seldom. */
export function Fold({
  title,
  isOpen = false,
  children,
}: {
  title: ReactNode;
  /** At first. */
  isOpen?: boolean;
  children: ReactNode;
}) {
  return (
    <details className="line-below org-fold" open={isOpen}>
      <summary className="soft">{title}</summary>
      <div className="stack gap-5">{children}</div>
    </details>
  );
}
