import { useId, useRef } from "react";
import type { Announcement } from "../../../../convex/shared/validators";
import { EditableEntry } from "./editable-entry";

/** Announcements as participants read them, each with what can be done with it. */
export function EditableList({
  title,
  lead,
  announcements,
}: {
  title: string;
  lead: string;
  announcements: readonly Announcement[];
}) {
  const id = useId();
  const list = useRef<HTMLElement>(null);
  return (
    <section
      ref={list}
      tabIndex={-1}
      className="org-announcements"
      aria-labelledby={id}
    >
      <div className="org-panel-title">
        <h2 id={id}>
          {title} <small>{announcements.length}</small>
        </h2>
        <p>{lead}</p>
      </div>
      <ol>
        {announcements.map((announcement) => (
          <li key={announcement._id}>
            <EditableEntry
              announcement={announcement}
              // Its buttons go with it.
              onRemoved={() => list.current?.focus()}
            />
          </li>
        ))}
      </ol>
    </section>
  );
}
