import { useId, type ReactNode } from "react";
import { Panel } from "../../../ui/panel";

/** A panel with the heading that names it, and a line about it. */
export function TitledPanel({
  title,
  lead,
  isSignal = false,
  children,
}: {
  title: string;
  lead?: ReactNode;
  isSignal?: boolean;
  children: ReactNode;
}) {
  const id = useId();
  return (
    <Panel isSignal={isSignal} aria-labelledby={id}>
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
