import type { ReactNode } from "react";
import { usePageWords } from "../../layouts/page-words";
import type { Section } from "./sections";

/** The top of a section: what it is called, a line about it, and what can be done with all of it. */
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
          <h1>{label}</h1>
          <p>{lead}</p>
        </div>
        {actions !== undefined && <div className="org-actions">{actions}</div>}
      </header>
      {children}
    </>
  );
}
