import type { ReactNode } from "react";
import { event } from "../../../content/event";
import { usePageWords } from "../../../layouts/page-words";
import type { Section } from "./sections";

/** The header of a section: title, a line about it, and its actions. */
export function SectionFrame({
  section: { label, lead, page },
  actions,
  children,
}: {
  section: Section;
  actions?: ReactNode;
  children: ReactNode;
}) {
  usePageWords(page);
  return (
    <>
      <header className="org-header">
        <div className="org-title">
          <p className="org-label">Organisers’ area · {event.edition}</p>
          <h1>{label}</h1>
          <p>{lead}</p>
        </div>
        {actions !== undefined && <div className="org-actions">{actions}</div>}
      </header>
      {children}
    </>
  );
}
