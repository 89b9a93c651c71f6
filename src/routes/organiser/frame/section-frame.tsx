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
      <header className="row gap-4 gap-x-5 items-end justify-between org-header">
        <div className="stack gap-2 min-w-0 org-title">
          <p className="label quiet">Organisers’ area · {event.edition}</p>
          <h1>{label}</h1>
          <p>{lead}</p>
        </div>
        {actions !== undefined && (
          <div className="row gap-3 org-actions">{actions}</div>
        )}
      </header>
      {children}
    </>
  );
}
