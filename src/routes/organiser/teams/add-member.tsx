import { useState } from "react";
import type { Participant } from "#convex/organiser/shared";
import { counted } from "#convex/platform/shared/text";
import { searchRows } from "../../../lib/search-rows";
import { Button } from "../../../ui/button";
import { TextField } from "../../../ui/text-field";

/** How many are listed; typing a name finds the others. */
const MOST_LISTED = 5;

/** Finds a participant without a team. */
export function AddMember({
  people,
  onAdd,
}: {
  people: readonly Participant[] | undefined;
  onAdd: (person: Participant) => void;
}) {
  const [search, setSearch] = useState("");
  if (people === undefined) return null;
  const free = people.filter(
    ({ role, teamRole }) => role === "participant" && teamRole === null,
  );
  if (free.length === 0) {
    return <p className="org-quiet">Everyone is in a team.</p>;
  }
  const found = searchRows(
    free,
    search,
    ({ name, email }) => `${name} ${email}`,
  );
  const hidden = found.length - MOST_LISTED;
  return (
    <div className="stack gap-3">
      <TextField
        label="Add someone without a team"
        hint="Type a name or an address."
        type="search"
        autoComplete="off"
        required={false}
        value={search}
        onChange={(event) => setSearch(event.target.value)}
      />
      {found.length === 0 ? (
        <p className="org-quiet">{`Nothing matches “${search.trim()}”.`}</p>
      ) : (
        <ul className="org-mend-members" aria-label="Without a team">
          {found.slice(0, MOST_LISTED).map((person) => (
            <li key={person._id} className="ends">
              <span className="org-mend-name">
                <span>{`${person.name} `}</span>
                <span className="org-quiet text-s">{person.email}</span>
              </span>
              <Button
                aria-label={`Add ${person.name}`}
                onClick={() => onAdd(person)}
              >
                Add
              </Button>
            </li>
          ))}
        </ul>
      )}
      {hidden > 0 && (
        <p className="org-quiet">
          {`${counted(hidden, "other", "others")} not listed.`}
        </p>
      )}
    </div>
  );
}
