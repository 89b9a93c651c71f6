import { useState } from "react";
import type { DeskPerson } from "#convex/judging/shared/desk";
import { formatTime } from "../../lib/time/format-time";
import { Button } from "../../ui/button";
import { TextField } from "../../ui/text-field";
import { Written } from "../../ui/written";
import { findPeople } from "./verdict";
import { collegeAndTeam, inSince } from "./words";

const MOST_LAST = 30;

/** The search by name; while nothing is searched, the last check-ins of this desk. */
export function PeopleList({
  people,
  desk,
  onChoose,
  onCode,
  onUndo,
}: {
  people: readonly DeskPerson[];
  desk: string;
  onChoose: (person: DeskPerson) => void;
  /** For a scanner that types what it reads. */
  onCode: (text: string) => void;
  onUndo: (person: DeskPerson) => void;
}) {
  const [words, setWords] = useState("");
  const found = findPeople(people, words);
  const isSearching = words.trim() !== "";
  return (
    <>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (!isSearching || found.length > 0) return;
          setWords("");
          onCode(words);
        }}
      >
        <TextField
          label="Search by name, college or team"
          type="search"
          autoComplete="off"
          enterKeyHint="search"
          required={false}
          value={words}
          onChange={({ target }) => setWords(target.value)}
        />
      </form>
      {isSearching ? (
        <ul aria-label="Found">
          {found.map((person) => (
            <li key={person.uid}>
              <button
                type="button"
                className="desk-row"
                onClick={() => {
                  setWords("");
                  onChoose(person);
                }}
              >
                <Who person={person} />
                {person.checkedIn && (
                  <span className="hot-text text-s">
                    {inSince(person.checkedIn)}
                  </span>
                )}
              </button>
            </li>
          ))}
          {found.length === 0 && (
            <li className="quiet">Nobody on the list is called this.</li>
          )}
        </ul>
      ) : (
        <LastOnes people={people} desk={desk} onUndo={onUndo} />
      )}
    </>
  );
}

function LastOnes({
  people,
  desk,
  onUndo,
}: {
  people: readonly DeskPerson[];
  desk: string;
  onUndo: (person: DeskPerson) => void;
}) {
  const last = lastOf(people, desk);
  return (
    <section className="stack gap-2" aria-labelledby="last">
      <h2 id="last" className="label quiet">
        {`Last at ${desk}`}
      </h2>
      {last.length === 0 && <p className="quiet">Nobody yet.</p>}
      <ul>
        {last.map(({ person, at }) => (
          <li key={person.uid} className="desk-row">
            <Who person={person} />
            <span className="flex gap-3 items-center justify-between">
              <span className="quiet text-s">{formatTime(at)}</span>
              <Button
                aria-label={`Undo ${person.name}`}
                onClick={() => onUndo(person)}
              >
                Undo
              </Button>
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Who({ person }: { person: DeskPerson }) {
  return (
    <span className="stack min-w-0">
      <strong>
        <Written>{person.name}</Written>
      </strong>
      <span className="soft text-s tight">
        <Written>{collegeAndTeam(person)}</Written>
      </span>
    </span>
  );
}

/** The last check-ins at a desk, the latest first. */
function lastOf(people: readonly DeskPerson[], desk: string) {
  return people
    .flatMap((person) =>
      person.checkedIn?.desk === desk
        ? [{ person, at: person.checkedIn.at }]
        : [],
    )
    .sort((one, other) => other.at - one.at)
    .slice(0, MOST_LAST);
}
