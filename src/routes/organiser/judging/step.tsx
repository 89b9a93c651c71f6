import { useState, type ReactNode } from "react";

/** A step of judging: its line, and its content while it is open. What was opened stays, so that nothing closes under a finger. */
export function Step({
  title,
  line,
  isCurrent,
  children,
}: {
  title: string;
  line: string;
  isCurrent: boolean;
  children: ReactNode;
}) {
  const [wasCurrent, setWasCurrent] = useState(isCurrent);
  if (isCurrent && !wasCurrent) setWasCurrent(true);
  return (
    <li aria-current={isCurrent ? "step" : undefined}>
      <details className="org-fold" open={wasCurrent}>
        <summary className="soft">
          <h2>{title}</h2> <span aria-live="polite">{line}</span>
        </summary>
        <div className="stack gap-5 min-w-0">{children}</div>
      </details>
    </li>
  );
}
