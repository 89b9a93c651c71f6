import { useEffect, useRef } from "react";
import { Link } from "react-router-dom";
import { api } from "#convex/_generated/api";
import { VisuallyHidden } from "../../../ui/visually-hidden";
import { useOrganiserQuery } from "./live";
import { addressOf, sections, segments, type SectionSegment } from "./sections";

/** The links to the sections. On a narrow screen they scroll sideways, and the current one is scrolled into view. */
export function SubNavigation({ current }: { current: SectionSegment }) {
  const strip = useRef<HTMLUListElement>(null);
  const waiting = useWaiting();
  useEffect(() => {
    const list = strip.current;
    const link = list?.querySelector<HTMLElement>("[aria-current]");
    if (!list || !link) return;
    list.scrollLeft =
      link.offsetLeft - (list.clientWidth - link.offsetWidth) / 2;
  }, [current, waiting.messages, waiting.requests]);
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
              {segment === "messages" && <Waiting count={waiting.messages} />}
              {segment === "requests" && <Waiting count={waiting.requests} />}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** The numbers of waiting messages and pending change requests; 0 while they load. */
function useWaiting(): { messages: number; requests: number } {
  const overview = useOrganiserQuery(api.organiser.overview, {});
  const changes = useOrganiserQuery(api.changeRequests.list, {});
  return {
    messages: overview.status === "success" ? overview.data.messagesWaiting : 0,
    requests:
      changes.status === "success"
        ? changes.data.filter(({ outcome }) => outcome === null).length
        : 0,
  };
}

function Waiting({ count }: { count: number }) {
  if (count === 0) return null;
  return (
    <>
      {" "}
      <span className="org-count">
        {count}
        <VisuallyHidden> waiting</VisuallyHidden>
      </span>
    </>
  );
}
