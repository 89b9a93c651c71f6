import type { ReactNode } from "react";
import { usePageWords } from "../../layouts/page-words";
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
          <h1>{label}</h1>
          <p>{lead}</p>
        </div>
        {actions !== undefined && <div className="org-actions">{actions}</div>}
      </header>
      {children}
    </>
  );
}
