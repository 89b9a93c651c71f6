import { useId, type ReactNode } from "react";
import { useFocusKept } from "../../../lib/focus/use-focus-kept";
import { Panel } from "../../../ui/panel";
import type { Elements } from "../../../ui/elements";

/** A panel with the heading that names it, and a line about it. It keeps the focus of an entry that is removed. */
export function TitledPanel({
  title,
  lead,
  isSignal = false,
  children,
}: {
  title: string;
  lead?: ReactNode;
  isSignal?: boolean;
  children: Elements;
}) {
  const id = useId();
  return (
    <Panel
      ref={useFocusKept()}
      tabIndex={-1}
      isSignal={isSignal}
      aria-labelledby={id}
    >
      <div className="stack gap-5">
        <div className="stack gap-2 org-panel-title">
          <h2 id={id}>{title}</h2>
          {lead !== undefined && <p className="soft">{lead}</p>}
        </div>
        {children}
      </div>
    </Panel>
  );
}
