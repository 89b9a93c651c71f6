import { useEffect, useRef } from "react";
import { Link } from "react-router-dom";
import { api } from "../../../convex/_generated/api";
import { VisuallyHidden } from "../../ui/visually-hidden";
import { addressOf, sections, segments, type SectionSegment } from "./sections";
import { useOrganiserQuery } from "./use-organiser-query";

/** The way round the area; on a narrow screen a strip that is pushed sideways, with the current one in sight. */
export function SubNavigation({ current }: { current: SectionSegment }) {
  const strip = useRef<HTMLUListElement>(null);
  useEffect(() => {
    const list = strip.current;
    const link = list?.querySelector<HTMLElement>("[aria-current]");
    if (!list || !link) return;
    list.scrollLeft =
      link.offsetLeft - (list.clientWidth - link.offsetWidth) / 2;
  }, [current]);
  return (
    <nav aria-label="Organiser area" className="org-nav">
      <ul ref={strip}>
        {segments.map((segment) => (
          <li key={segment}>
            <Link
              to={addressOf(segment)}
              aria-current={segment === current ? "page" : undefined}
            >
              {sections[segment].label}
              {segment === "messages" && <Waiting />}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** How many messages wait, wherever one is. */
function Waiting() {
  const overview = useOrganiserQuery(api.organiser.overview, {});
  if (overview.status !== "success") return null;
  const { messagesWaiting } = overview.data;
  if (messagesWaiting === 0) return null;
  return (
    <>
      {" "}
      <span className="org-count">
        {messagesWaiting}
        <VisuallyHidden> waiting</VisuallyHidden>
      </span>
    </>
  );
}
