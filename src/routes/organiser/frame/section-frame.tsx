import { createContext, useContext, type ReactNode } from "react";
import type { Waiting } from "#convex/organiser/shared";
import { usePageWords } from "../../../layouts/page-words";
import { ScreenTabs } from "./navigation";
import { screens, sectionOf, sections, type ScreenName } from "./sections";
import type { Elements } from "../../../ui/elements";

export const NOTHING_WAITS = { messages: 0, requests: 0, reports: 0, help: 0 };

/** The screen that is shown, and how much waits for an answer. */
export const ShownScreen = createContext<{
  name: ScreenName;
  waiting: Waiting;
}>({ name: "", waiting: NOTHING_WAITS });

/** The header of a screen: its section, a line about it, its actions, and the ways to the section's other screens. */
export function SectionFrame({
  actions,
  children,
}: {
  actions?: ReactNode;
  children: Elements;
}) {
  const { name, waiting } = useContext(ShownScreen);
  const { lead, page } = screens[name];
  usePageWords(page);
  return (
    <>
      <div className="stack gap-3">
        <header className="row gap-4 gap-x-5 items-end justify-between org-header">
          <div className="stack gap-2 min-w-0">
            <h1>{sections[sectionOf(name)]}</h1>
            <p className="soft">{lead}</p>
          </div>
          {actions !== undefined && (
            <div className="row gap-3 org-actions">{actions}</div>
          )}
        </header>
        <ScreenTabs current={name} waiting={waiting} />
      </div>
      {children}
    </>
  );
}
