import { useEffect, useRef } from "react";
import { Link } from "react-router-dom";
import { api } from "#convex/_generated/api";
import { VisuallyHidden } from "../../../ui/visually-hidden";
import { useOrganiserQuery } from "./live";
import { addressOf, sections, segments, type SectionSegment } from "./sections";

/** The links to the sections. On a narrow screen they scroll sideways, and the current one is scrolled into view. */
export function SubNavigation({ current }: { current: SectionSegment }) {
  const strip = useRef<HTMLUListElement>(null);
  const live = useOrganiserQuery(api.organiser.waiting, {});
  const { messages = 0, requests = 0 } =
    live.status === "success" ? live.data : {};
  useEffect(() => {
    const list = strip.current;
    const link = list?.querySelector<HTMLElement>("[aria-current]");
    if (!list || !link) return;
    list.scrollLeft =
      link.offsetLeft - (list.clientWidth - link.offsetWidth) / 2;
  }, [current, messages, requests]);
  return (
    <nav aria-label="Organiser area" className="org-nav">
      <ul ref={strip}>
        {segments.map((segment) => (
          <li key={segment}>
            <Link
              to={addressOf(segment)}
              className="underlined"
              aria-current={segment === current ? "page" : undefined}
            >
              {sections[segment].label}
              {segment === "messages" && <Waiting count={messages} />}
              {segment === "requests" && <Waiting count={requests} />}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function Waiting({ count }: { count: number }) {
  if (count === 0) return null;
  return (
    <>
      {" "}
      <span className="org-count">
        {count > 99 ? "99+" : count}
        <VisuallyHidden> waiting</VisuallyHidden>
      </span>
    </>
  );
}
