import type { ReactNode } from "react";
import { Link } from "react-router-dom";
import type { Waiting } from "#convex/organiser/shared";
import { VisuallyHidden } from "../../../ui/visually-hidden";
import {
  addressOf,
  screens,
  screensIn,
  sectionOf,
  sections,
  type ScreenName,
  type Section,
} from "./sections";

/** The links to the sections. */
export function SectionNavigation({
  current,
  waiting,
}: {
  current: ScreenName;
  waiting: Waiting;
}) {
  return (
    <nav aria-label="Organiser area" className="org-nav">
      <ul className="row">
        {(Object.keys(sections) as Section[]).map((section) => (
          <Way
            key={section}
            to={section}
            isCurrent={section === sectionOf(current)}
            waiting={screensIn(section)
              .map((name) => waitingIn(name, waiting))
              .reduce((sum, count) => sum + count, 0)}
          >
            {sections[section]}
          </Way>
        ))}
      </ul>
    </nav>
  );
}

/** The links between the screens of a section; nothing if it has one alone. */
export function ScreenTabs({
  current,
  waiting,
}: {
  current: ScreenName;
  waiting: Waiting;
}) {
  const section = sectionOf(current);
  const names = screensIn(section);
  if (names.length === 1) return null;
  return (
    <nav aria-label={sections[section]} className="line-below org-tabs">
      <ul className="row">
        {names.map((name) => (
          <Way
            key={name}
            to={name}
            isCurrent={name === current}
            waiting={waitingIn(name, waiting)}
          >
            {screens[name].label}
          </Way>
        ))}
      </ul>
    </nav>
  );
}

/** How much waits for an answer on a screen. */
function waitingIn(name: ScreenName, waiting: Waiting): number {
  switch (name) {
    case "news/messages":
      return waiting.messages;
    case "teams/requests":
      return waiting.reports + waiting.requests;
    default:
      return 0;
  }
}

/** On phones a row of ways is wider than the screen. */
function scrollRowTo(way: HTMLElement | null) {
  const row = way?.parentElement;
  if (way && row) row.scrollLeft = way.offsetLeft - row.clientWidth / 3;
}

function Way({
  to,
  isCurrent,
  waiting,
  children,
}: {
  to: ScreenName;
  isCurrent: boolean;
  waiting: number;
  children: ReactNode;
}) {
  return (
    <li ref={isCurrent ? scrollRowTo : undefined}>
      <Link
        to={addressOf(to)}
        className="underlined label flex gap-2 items-center target plain"
        aria-current={isCurrent ? "page" : undefined}
      >
        <span>{children}</span>
        {waiting > 0 && (
          <>
            {" "}
            <span className="org-count">
              <span>{waiting > 99 ? "99+" : waiting}</span>
              <VisuallyHidden> waiting</VisuallyHidden>
            </span>
          </>
        )}
      </Link>
    </li>
  );
}
