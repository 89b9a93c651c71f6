import { useMutation } from "convex/react";
import { useMemo, useState, type ChangeEvent } from "react";
import { api } from "#convex/_generated/api";
import type { Participant } from "#convex/organiser/shared";
import { counted } from "#convex/platform/shared/text";
import { messageOf } from "../../../lib/forms/error-message";
import { notify } from "../../../lib/notify";
import { AskingButton } from "../../../ui/confirmation";
import { SelectField } from "../../../ui/select-field";
import { Skeleton } from "../../../ui/skeleton";
import { TextField } from "../../../ui/text-field";
import { Loaded, useOrganiserQuery } from "../frame/live";
import { SectionFrame } from "../frame/section-frame";
import { TitledPanel } from "../frame/titled-panel";
import {
  addressColumnOf,
  addressesOf,
  compare,
  readTable,
  type Table,
} from "./read-places";

/** Imports who has a place at the event. Nothing is written before the press. */
export function Places() {
  const [table, setTable] = useState<Table>();
  const [trouble, setTrouble] = useState<string>();
  const [column, setColumn] = useState<number | null>(null);
  const live = useOrganiserQuery(api.organiser.participants, {});

  async function read({ target }: ChangeEvent<HTMLInputElement>) {
    const [file] = target.files ?? [];
    setTable(undefined);
    setTrouble(undefined);
    if (file === undefined) return;
    try {
      const found = await readTable(file);
      if (typeof found === "string") setTrouble(found);
      else {
        setTable(found);
        setColumn(addressColumnOf(found));
      }
    } catch (error) {
      setTrouble(messageOf(error, "The file could not be read."));
    }
  }

  return (
    <SectionFrame>
      <TitledPanel
        title="Import places"
        lead="Export the confirmed registrations of the registration platform as CSV, and choose the file here. You see what it changes first. It replaces the import before it."
      >
        <TextField
          label="CSV file"
          type="file"
          accept=".csv,text/csv"
          error={trouble}
          onChange={(event) => void read(event)}
        />
        {table && (
          <SelectField
            label="Column with the addresses"
            none="Choose the column"
            name="column"
            options={table.headings.map((heading, index) => [
              String(index),
              heading.trim() || `Column ${index + 1}`,
            ])}
            value={column === null ? "" : String(column)}
            onChange={(value) => setColumn(value === "" ? null : Number(value))}
          />
        )}
      </TitledPanel>
      {table && column !== null && (
        <Loaded
          live={live}
          failure="Failed to load the participants"
          skeleton={<Skeleton height="16rem" />}
        >
          {({ participants, isComplete }) => (
            <Preview
              table={table}
              column={column}
              people={participants}
              isComplete={isComplete}
            />
          )}
        </Loaded>
      )}
    </SectionFrame>
  );
}

function Preview({
  table,
  column,
  people,
  isComplete,
}: {
  table: Table;
  column: number;
  people: readonly Participant[];
  isComplete: boolean;
}) {
  const importPlaces = useMutation(api.organiser.importPlaces);
  const { emails, unreadable } = useMemo(
    () => addressesOf(table, column),
    [table, column],
  );
  const { gain, keep, lose, strangers, without } = useMemo(
    () => compare(emails, people),
    [emails, people],
  );
  return (
    <TitledPanel
      title={`${counted(emails.length, "address", "addresses")} in the file`}
      lead={
        unreadable > 0 &&
        `${counted(unreadable, "row")} without an address in this column ${unreadable === 1 ? "is" : "are"} left out.`
      }
    >
      {!isComplete && (
        <p className="soft">
          There are more accounts than this preview can show. The import itself
          looks at all of them.
        </p>
      )}
      <div className="stack gap-2" aria-live="polite">
        <Part
          title={`“Place confirmed” from now on: ${counted(gain.length, "account")}`}
          lines={gain.map(lineOf)}
        />
        <p>{`Already confirmed: ${counted(keep.length, "account")}`}</p>
        <Part
          title={`No longer confirmed, because they are not in this file: ${counted(lose.length, "account")}`}
          lines={lose.map(lineOf)}
        />
        <Part
          title={`Without an account, confirmed as soon as they sign up: ${counted(strangers.length, "address", "addresses")}`}
          lines={strangers}
        />
        <Part
          title={`Without a place: ${counted(without.length, "participant")}`}
          lines={without.map(lineOf)}
        />
      </div>
      <div className="row gap-3 org-actions">
        <AskingButton
          label="Import these places"
          button={{ tone: "signal", isDisabled: emails.length === 0 }}
          title="Import these places?"
          text={`${counted(gain.length, "account")} will have a confirmed place, and ${counted(keep.length, "account")} will keep it. ${losing(lose)} The list before this one cannot be brought back: keep its file.`}
          confirm="Import"
          tone={lose.length > 0 ? "hot" : "signal"}
          failure="Failed to import the places"
          onConfirm={async () => {
            const { confirmed } = await importPlaces({
              emails,
              ...(isComplete && { losing: lose.length }),
            });
            notify.success(
              `Imported: ${counted(confirmed, "account")} with a confirmed place`,
            );
          }}
        />
      </div>
    </TitledPanel>
  );
}

/** Whom the question names; the others are listed on the page. */
const MOST_NAMED = 5;

function losing(people: readonly Participant[]): string {
  if (people.length === 0) return "Nobody loses a place.";
  const named = people.slice(0, MOST_NAMED).map(({ name }) => name);
  const more = people.length - named.length;
  return `${counted(people.length, "account")} will lose it: ${named.join(", ")}${more > 0 ? ` and ${more} more` : ""}.`;
}

const lineOf = ({ name, email }: Participant) => `${name}, ${email}`;

/** A number, and the people behind it, folded. */
function Part({ title, lines }: { title: string; lines: readonly string[] }) {
  if (lines.length === 0) return <p>{title}</p>;
  return (
    <details>
      <summary>{title}</summary>
      <ul>
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </details>
  );
}
