import { useMutation } from "convex/react";
import type { FunctionArgs } from "convex/server";
import { useMemo, useState, type ChangeEvent } from "react";
import { api } from "#convex/_generated/api";
import {
  MAX_PLACES,
  type ImportedPlaces,
  type PlacesPlan,
} from "#convex/people/shared/people";
import { counted } from "#convex/platform/shared/text";
import { useDeploymentTime } from "../../../features/clock/deployment-clock";
import { csvOf, saveCsv } from "../../../lib/csv";
import { messageOf } from "../../../lib/forms/error-message";
import { useAction } from "../../../lib/forms/use-action";
import { notify } from "../../../lib/notify";
import { formatMoment } from "../../../lib/time/format-time";
import { Button } from "../../../ui/button";
import { AskingButton } from "../../../ui/confirmation";
import { SelectField } from "../../../ui/select-field";
import { Skeleton } from "../../../ui/skeleton";
import { Checkbox, TextField } from "../../../ui/text-field";
import { Loaded, useOrganiserAnswer, useOrganiserQuery } from "../frame/live";
import { SectionFrame } from "../frame/section-frame";
import { TitledPanel } from "../frame/titled-panel";
import { readTable, type Remark, type Table } from "./read-table";
import {
  understand,
  whoIsIn,
  type Column,
  type Understood,
  type Use,
} from "./understand";
import type { Elements } from "../../../ui/elements";

const FAILURE = "Failed to import the places";

/** What the page shows below the file: how it is understood, or what putting the list before back does. */
type Shown = { table: Table; columns: Column[] } | "back";

/** Imports who has a place at the event. Nothing is written before the press. */
export function Places() {
  const [shown, setShown] = useState<Shown>();
  const [trouble, setTrouble] = useState<string>();
  const live = useOrganiserQuery(api.organiser.places, {});
  const now = useDeploymentTime();
  const list = live.status === "success" ? live.data : null;
  const done = () => setShown(undefined);

  async function read({ target }: ChangeEvent<HTMLInputElement>) {
    const [file] = target.files ?? [];
    // Chrome does not tell of the same file again, which may be mended by then.
    target.value = "";
    setShown(undefined);
    setTrouble(undefined);
    if (file === undefined) return;
    try {
      const table = await readTable(file);
      if (typeof table === "string") setTrouble(table);
      else setShown({ table, columns: understand(table) });
    } catch (error) {
      setTrouble(messageOf(error, "The file could not be read."));
    }
  }

  return (
    <SectionFrame>
      <TitledPanel
        title="Import places"
        lead="Export the registrations of the registration platform as CSV, and choose the file here. You see how it is understood and what it changes first."
      >
        <TextField
          label="CSV file"
          type="file"
          accept=".csv,.tsv,.txt,.xls,.xlsx,text/csv"
          error={trouble}
          onChange={(event) => void read(event)}
        />
        {list && (
          <div className="ends">
            <p className="min-w-0">
              {`${counted(list.addresses, "address", "addresses")} on the list since ${formatMoment(list.at)}.`}
            </p>
            {(now ?? 0) < list.until && (
              <Button onClick={() => setShown("back")}>
                {`Put back the list before: ${counted(list.before, "address", "addresses")}`}
              </Button>
            )}
          </div>
        )}
      </TitledPanel>
      {shown === "back" && <PutBack at={list?.at} onDone={done} />}
      {typeof shown === "object" && (
        <Imported
          table={shown.table}
          columns={shown.columns}
          isFirst={live.status === "success" && live.data === null}
          at={list?.at}
          onColumns={(columns) => setShown({ ...shown, columns })}
          onDone={done}
        />
      )}
    </SectionFrame>
  );
}

function Imported({
  table,
  columns,
  isFirst,
  at,
  onColumns,
  onDone,
}: {
  table: Table;
  columns: Column[];
  isFirst: boolean;
  at: number | undefined;
  onColumns: (columns: Column[]) => void;
  onDone: () => void;
}) {
  const found = useMemo(() => whoIsIn(table, columns), [table, columns]);
  const { emails } = found;
  const isListed = emails.length > 0 && emails.length <= MAX_PLACES;
  const args = useMemo(
    () => (isListed ? { emails } : ("skip" as const)),
    [emails, isListed],
  );
  const { live, asPlanned } = usePlan(api.organiser.comparePlaces, at, args);
  return (
    <>
      <Columns columns={columns} onColumns={onColumns} found={found} />
      {isListed ? (
        <Loaded
          live={live}
          failure="Failed to compare the file with the accounts"
          skeleton={<Skeleton height="16rem" />}
        >
          {(plan) => (
            <Answer
              found={found}
              table={table}
              {...{ plan, asPlanned, isFirst, onDone }}
            />
          )}
        </Loaded>
      ) : (
        <TitledPanel
          title={counted(emails.length, "person", "people")}
          lead={
            emails.length === 0
              ? "Choose above which columns hold the addresses of people who come, and what counts."
              : `At most ${MAX_PLACES} people can have a place. Choose above what counts.`
          }
        >
          <Remarks {...{ found, table }} />
        </TitledPanel>
      )}
    </>
  );
}

/**
 * What a change would do. Asked again when the list is another one, and after a refusal: to follow every account
 * would read them all for each.
 * @param at when the list was made
 */
function usePlan<
  Query extends
    | typeof api.organiser.comparePlaces
    | typeof api.organiser.comparePlacesBefore,
>(query: Query, at: number | undefined, args?: FunctionArgs<Query> | "skip") {
  const [refusals, setRefusals] = useState(0);
  const live = useOrganiserAnswer(query, args, `${at} ${refusals}`);
  const asPlanned = async (change: Promise<ImportedPlaces>) =>
    change.catch((error: unknown) => {
      setRefusals(refusals + 1);
      throw error;
    });
  return { live, asPlanned };
}

type AsPlanned = ReturnType<typeof usePlan>["asPlanned"];

const USES: readonly (readonly [Use, string])[] = [
  ["people", "Addresses of people who come"],
  ["others", "Somebody else’s addresses"],
  ["status", "Says who is in"],
  ["none", "Not used"],
];

/** What each column is taken for, and why. */
function Columns({
  columns,
  onColumns,
  found,
}: {
  columns: readonly Column[];
  onColumns: (columns: Column[]) => void;
  found: Understood;
}) {
  const entry = (column: Column, index: number) => (
    <ColumnEntry
      key={index}
      column={column}
      onChange={(changed) =>
        onColumns(columns.map((it, nth) => (nth === index ? changed : it)))
      }
    />
  );
  const isLarge = ({ addresses, use, why }: Column) =>
    addresses > 0 || use === "status" || why !== "";
  const entries = (are: boolean) =>
    columns.map((it, index) => isLarge(it) === are && entry(it, index));
  const others = columns.filter((it) => !isLarge(it)).length;
  return (
    <TitledPanel
      title="How the file is understood"
      lead="Every column was looked at. Change what is wrong."
    >
      {entries(true)}
      {others > 0 && (
        <details>
          <summary>{`${counted(others, "column")} not used`}</summary>
          <div className="stack gap-4">{entries(false)}</div>
        </details>
      )}
      <output className="strong">
        {`${counted(found.emails.length, "person", "people")} by this.`}
      </output>
      <div className="stack gap-2">
        <h3>First rows</h3>
        <Lines remarks={found.first} />
      </div>
    </TitledPanel>
  );
}

function ColumnEntry({
  column,
  onChange,
}: {
  column: Column;
  onChange: (changed: Column) => void;
}) {
  const { heading, use, why, values, counting, addresses, filled } = column;
  const isPossible = (it: Use) =>
    it === "status"
      ? values.length > 0
      : addresses > 0
        ? it !== "none"
        : it === "none";
  return (
    <div className="stack gap-3">
      <SelectField
        label={heading}
        hint={why || `${counted(filled, "row")} with something in it.`}
        options={USES.filter(([it]) => isPossible(it))}
        value={use}
        onChange={(value) => onChange({ ...column, use: value as Use })}
      />
      {use === "status" && (
        <fieldset className="stack gap-2">
          <legend className="strong text-s">{`What counts in ${heading}`}</legend>
          {values.map(([value, count]) => (
            <Checkbox
              key={value}
              label={`${value || "(empty)"}: ${counted(count, "row")}`}
              checked={counting.includes(value)}
              required={false}
              onChange={({ target }) =>
                onChange({
                  ...column,
                  counting: target.checked
                    ? [...counting, value]
                    : counting.filter((it) => it !== value),
                })
              }
            />
          ))}
        </fieldset>
      )}
    </div>
  );
}

/** Who comes by the file, what adding and replacing do, and the presses. */
function Answer({
  found,
  table,
  plan,
  asPlanned,
  isFirst,
  onDone,
}: {
  found: Understood;
  table: Table;
  plan: PlacesPlan;
  asPlanned: AsPlanned;
  isFirst: boolean;
  onDone: () => void;
}) {
  const importPlaces = useMutation(api.organiser.importPlaces);
  const adding = useAction(FAILURE);
  const { emails, unread } = found;
  const { seen, lose, gain, strangers, dropped } = plan;
  async function bring(how: "add" | "replace", losing: number) {
    const change = importPlaces({ how, emails, seen, losing });
    const { confirmed } = await asPlanned(change);
    notify.success(
      `Imported: ${counted(confirmed, "account")} with a confirmed place`,
    );
    onDone();
  }
  const withAccount = emails.length - strangers.length;
  return (
    <TitledPanel
      title={counted(emails.length, "person", "people")}
      lead={`${withAccount} ${withAccount === 1 ? "has" : "have"} an account, ${strangers.length} not yet${unread.length > 0 ? `; ${counted(unread.length, "row")} could not be read` : ""}.`}
    >
      <Remarks {...{ found, table }} />
      <div className="stack gap-2">
        <Part title="Get a place now" people={gain} />
        <Part
          title="Without an account: they have a place as soon as they sign up"
          people={strangers.map((email) => ({ name: "", email }))}
        />
        {!isFirst && (
          <Part
            title="Lose their place, if the list is replaced"
            people={lose}
          />
        )}
      </div>
      <div className="row gap-3 org-actions">
        <Button
          tone="signal"
          isPending={adding.isPending}
          onClick={() => void adding.run(async () => bring("add", 0))}
        >
          Add to the list
        </Button>
        {!isFirst && (
          <AskingButton
            label="Replace the list"
            title="Replace the list?"
            text={`${losing(lose, dropped)} The list before can be put back for a week.`}
            confirm="Replace it"
            tone={lose.length + dropped > 0 ? "hot" : "signal"}
            failure={FAILURE}
            onConfirm={async () => bring("replace", lose.length)}
          />
        )}
      </div>
    </TitledPanel>
  );
}

/** The list before, compared with the one that is there. */
function PutBack({
  at,
  onDone,
}: {
  at: number | undefined;
  onDone: () => void;
}) {
  const putBack = useMutation(api.organiser.putPlacesBack);
  const { run, isPending } = useAction("Failed to put the list back");
  const { live, asPlanned } = usePlan(api.organiser.comparePlacesBefore, at);
  return (
    <Loaded
      live={live}
      failure="Failed to compare the list before with the accounts"
      skeleton={<Skeleton height="12rem" />}
    >
      {({ seen, gain, lose, dropped }) => (
        <TitledPanel
          title="Put back the list before?"
          lead={losing(lose, dropped)}
        >
          <div className="stack gap-2">
            <Part title="Get their place back" people={gain} />
            <Part title="Lose their place" people={lose} />
          </div>
          <div className="row gap-3 org-actions">
            <Button
              tone="signal"
              isPending={isPending}
              onClick={() =>
                void run(async () => {
                  await asPlanned(putBack({ seen, losing: lose.length }));
                  notify.success("The list before is back");
                  onDone();
                })
              }
            >
              Put it back
            </Button>
            <Button onClick={onDone}>Cancel</Button>
          </div>
        </TitledPanel>
      )}
    </Loaded>
  );
}

type Person = PlacesPlan["lose"][number];

/** Whom the question names; the others are listed on the page. */
const MOST_NAMED = 5;

function losing(people: readonly Person[], dropped: number): string {
  const named = people.slice(0, MOST_NAMED).map(({ name }) => name);
  const more = people.length - named.length;
  const who =
    people.length === 0
      ? "Nobody with an account loses a place."
      : `${people.length === 1 ? "This one loses" : `These ${people.length} lose`} their place: ${named.join(", ")}${more > 0 ? ` and ${more} more` : ""}.`;
  return dropped === 0
    ? who
    : `${who} ${counted(dropped, "address", "addresses")} without an account ${dropped === 1 ? "leaves" : "leave"} the list.`;
}

/** What was left out of the file, each row by its number. */
function Remarks({ found, table }: { found: Understood; table: Table }) {
  const { unread, out, repeated } = found;
  return (
    <div className="stack gap-2">
      <Rows title="Could not be read" remarks={unread} />
      <Rows title="Left out by what does not count" remarks={out} />
      <Rows title="Addresses that stand there twice" remarks={repeated} />
      <Rows title="Above and below the table" remarks={table.around} />
    </div>
  );
}

function Rows({ title, remarks }: { title: string; remarks: Remark[] }) {
  return (
    <Folded
      title={`${title}: ${counted(remarks.length, "row")}`}
      count={remarks.length}
      csv={async () =>
        csvOf<Remark>(
          {
            Row: ({ row }) => row,
            Reason: ({ why }) => why,
            Content: ({ content }) => content,
          },
          remarks,
        )
      }
    >
      <Lines remarks={remarks} />
    </Folded>
  );
}

function Lines({ remarks }: { remarks: readonly Remark[] }) {
  return (
    <ul>
      {remarks.map(({ row, why, content }, index) => (
        <li key={index}>
          <span>{`Row ${row}: ${why} `}</span>
          <span className="org-quiet">{content}</span>
        </li>
      ))}
    </ul>
  );
}

function Part({ title, people }: { title: string; people: readonly Person[] }) {
  return (
    <Folded
      title={`${title}: ${people.length}`}
      count={people.length}
      csv={async () =>
        csvOf<Person>(
          { Name: ({ name }) => name, Email: ({ email }) => email },
          people,
        )
      }
    >
      <ul>
        {people.map(({ name, email }) => (
          <li key={email}>{name ? `${name}, ${email}` : email}</li>
        ))}
      </ul>
    </Folded>
  );
}

/** A number, and what is behind it, folded, and to be saved. */
function Folded({
  title,
  count,
  csv,
  children,
}: {
  title: string;
  count: number;
  csv: () => Promise<string>;
  children: Elements;
}) {
  if (count === 0) return null;
  return (
    <details>
      <summary>{title}</summary>
      <div className="stack gap-3">
        {children}
        <div>
          <Button
            onClick={() => void csv().then((it) => saveCsv("rows.csv", it))}
          >
            Download these
          </Button>
        </div>
      </div>
    </details>
  );
}
