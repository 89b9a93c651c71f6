import { useMutation } from "convex/react";
import type { FunctionReference } from "convex/server";
import { useState, type ComponentType } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import type * as z from "zod/mini";
import { isAppError } from "#convex/platform/shared/errors";
import { notify } from "../../../lib/notify";
import {
  keepAnswer,
  keptAnswer,
  keptKey,
} from "../../../lib/session/kept-store";
import { useAction } from "../../../lib/forms/use-action";
import { useFocusKept } from "../../../lib/focus/use-focus-kept";
import { hasDraft } from "../../../lib/forms/use-kept-draft";
import { dataOf } from "../../../lib/connection/use-live";
import { Button, LinkButton } from "../../../ui/button";
import { SkeletonStack } from "../../../ui/skeleton";
import { TextField } from "../../../ui/text-field";
import { UndoNote } from "../../../ui/undo-note";
import { ComposeForm, type FieldOf } from "../editing/compose-form";
import { capitalised, EditableEntry } from "../editing/editable-entry";
import { keepUntouched, type Fields } from "../editing/keep-untouched";
import { Loaded, useOrganiserQuery } from "../frame/live";
import { SectionFrame } from "../frame/section-frame";
import { addressOf } from "../frame/sections";
import { TitledPanel } from "../frame/titled-panel";
import type { Elements } from "../../../ui/elements";

/** The words of an announcement that is not written by hand. */
export type Drafted = { title: string; body: string };

/** What a page showed of a row when something was changed in it. */
type Seen = Record<string, string | number | boolean | null>;

/** What organisers get of any row; a removed one can be put back for an hour. */
type AnyRow = { _id: string; title: string; removedAt?: number };

/** A kind of live content: its functions, its form and its words. */
type Kind<Row, Typed, Added extends Fields<null>, Edited extends Fields> = {
  noun: string;
  /** Of the button that adds a row, while it does, and once it has. */
  verb?: { label: string; pending: string; done: string };
  /** An edit that is offered beside the removal; its fields are null for a row that does not need it. */
  instead?: {
    label: string;
    done: string;
    fieldsOf: (row: Row) => Edited | null;
  };
  /** Gives what tells the announcement that an edit calls for; null if it calls for none. */
  useNews?: () => (before: Row, after: Edited) => Drafted | null;
  functions: {
    all: FunctionReference<"query", "public", Record<string, never>, Row[]>;
    add: FunctionReference<"mutation", "public", Added>;
    edit: FunctionReference<
      "mutation",
      "public",
      Edited & { id: string; seen?: Seen }
    >;
    remove: FunctionReference<
      "mutation",
      "public",
      { id: string; seen?: Seen }
    >;
    putBack: FunctionReference<"mutation", "public", { id: string }>;
  };
  /** Turns what is typed into the fields of a new row. */
  added: z.ZodMiniType<Added>;
  /** The same for a row that is there. */
  edited: z.ZodMiniType<Edited>;
  /** The form of a new row; null as long as it depends on rows that are loading. */
  blank: (rows: readonly Row[] | undefined) => Typed | null;
  typedOf: (row: Row) => Typed;
  /** The fields below the title. */
  inputs: (typed: Typed, initial: Typed, field: FieldOf<Typed>) => Elements;
  /** What people will see, with the component that shows it to them. */
  Preview: ComponentType<{
    typed: Typed;
    /** The one that is edited. */
    row: Row | undefined;
    /** When something was typed last. */
    now: number;
  }>;
  Entry: ComponentType<{ row: Row }>;
  /** More buttons of a row. */
  Actions?: ComponentType<{ row: Row; rows: readonly Row[] }>;
  useGroups: (
    rows: readonly Row[],
  ) => { title: string; lead: string; rows: readonly Row[] }[];
};

/**
 * Makes the screen on which organisers add, edit and remove the rows of one kind.
 * @typeParam Typed what its form holds; `when` as in publication-time.tsx
 */
export function contentSection<
  Row extends Edited & AnyRow,
  Typed extends { title: string; when?: string },
  Added extends Fields<null>,
  Edited extends Fields,
>({
  noun,
  verb = { label: "Add", pending: "Adding", done: "added" },
  instead,
  useNews = () => () => null,
  functions,
  ...kind
}: Kind<Row, Typed, Added, Edited>) {
  function ContentSection() {
    const live = useOrganiserQuery(functions.all, {});
    const add = useMutation<FunctionReference<"mutation">>(functions.add);
    const navigate = useNavigate();
    const rows = dataOf(live);
    const blank = kind.blank(rows);
    // What a navigation fills in.
    const { initial } =
      (useLocation().state as { initial?: Partial<Typed> } | null) ?? {};
    return (
      <SectionFrame>
        {blank !== null && (
          <TitledPanel title={`New ${noun}`}>
            <ComposeForm
              {...formOf({ ...blank, ...initial })}
              label={`New ${noun}`}
              keptAs={initial ? undefined : noun}
              schema={kind.added}
              submit={({ when }) => ({
                label: when === "later" ? "Schedule" : verb.label,
                pending: verb.pending,
                failure: `Failed to ${verb.label.toLowerCase()} the ${noun}`,
              })}
              onSubmit={async (draft) => {
                await add(draft);
                // What was filled in is not offered again.
                await navigate(".", { replace: true });
                const isLater = typeof draft.publishAt === "number";
                notify.success(
                  `${capitalised(noun)} ${isLater ? "scheduled" : verb.done}`,
                );
              }}
            />
          </TitledPanel>
        )}
        <Loaded
          live={live}
          failure={`Failed to load the ${noun}s`}
          skeleton={<SkeletonStack heights={["10rem", "10rem", "10rem"]} />}
        >
          {(loaded) => <Entries rows={loaded} />}
        </Loaded>
      </SectionFrame>
    );
  }

  /** One list for all groups, so that a row that changes its group while it is edited keeps its open form. */
  function Entries({ rows }: { rows: readonly Row[] }) {
    const list = useFocusKept();
    const remove = useMutation<FunctionReference<"mutation">>(functions.remove);
    const putBack = useMutation<FunctionReference<"mutation">>(
      functions.putBack,
    );
    const edit = useMutation<FunctionReference<"mutation">>(functions.edit);
    const suggesting = useAction(`Failed to change the ${noun}`);
    const { all, opened, open, close } = useEdited(noun, rows);
    const standing = rows.filter(isStanding);
    const newsOf = useNews();
    const [news, setNews] = useState<{ of: string; drafted: Drafted }>();
    /** @param seen what the page has shown, on which the change rests */
    const change = async (row: Row, fields: Edited, seen = row) => {
      await edit({ id: row._id, ...fields, seen: fieldsOf(seen) });
      const drafted = newsOf(row, keepUntouched(seen, fields, row));
      setNews(drafted ? { of: row._id, drafted } : undefined);
    };
    const suggestionFor = (row: Row) => {
      const fields = instead?.fieldsOf(row) ?? null;
      if (!instead || fields === null) return null;
      const choose = async () => {
        await change(row, fields);
        notify.success(instead.done);
      };
      return (
        <Button
          aria-label={`${instead.label}: ${row.title}`}
          isPending={suggesting.isPending}
          onClick={() => void suggesting.run(choose)}
        >
          {instead.label}
        </Button>
      );
    };
    const entryOf = (row: Row) => {
      const before = opened(row);
      if (row.removedAt !== undefined && !before)
        return (
          <UndoNote
            key={row._id}
            label="Put back"
            failure={`Failed to put the ${noun} back`}
            onUndo={() => putBack({ id: row._id })}
          >
            {`“${row.title}” is removed. For an hour it can be put back.`}
          </UndoNote>
        );
      return (
        <EditableEntry
          key={row._id}
          title={row.title}
          noun={noun}
          form={
            before && (
              <EditForm
                row={row}
                before={before}
                onSave={async (draft, seen) => {
                  await change(row, keepUntouched(before, draft, seen), seen);
                  notify.success(`${capitalised(noun)} saved`);
                }}
                onClose={() => close(row)}
              />
            )
          }
          actions={
            <>
              {kind.Actions && <kind.Actions row={row} rows={standing} />}
              {suggestionFor(row)}
            </>
          }
          onEdit={() => open(row)}
          onRemove={() => remove({ id: row._id, seen: fieldsOf(row) })}
        >
          <kind.Entry row={row} />
          {news?.of === row._id && <AnnounceIt drafted={news.drafted} />}
        </EditableEntry>
      );
    };
    return (
      <div ref={list} tabIndex={-1} className="org-entries stack gap-5">
        {kind.useGroups(all).flatMap((group) => [
          <div key={group.title} className="stack gap-2 org-panel-title">
            <h2>
              <span>{`${group.title} `}</span>
              <small className="quiet">
                {group.rows.filter(isStanding).length}
              </small>
            </h2>
            <p className="soft">{group.lead}</p>
          </div>,
          ...group.rows.map(entryOf),
        ])}
      </div>
    );
  }

  /** @param before the row as it was when its form was opened, maybe in a page that is gone */
  function EditForm({
    row,
    before,
    onSave,
    onClose,
  }: {
    row: Row;
    before: Row;
    onSave: (draft: Edited, seen: Row) => Promise<void>;
    onClose: () => void;
  }) {
    const [initial] = useState(() => kind.typedOf(row));
    const [isTold, setIsTold] = useState(false);
    return (
      <ComposeForm
        {...formOf(initial, row)}
        label={`Edit ${noun}`}
        keptAs={draftOf(noun, row)}
        theirs={{ before: kind.typedOf(before), now: kind.typedOf(row) }}
        schema={kind.edited}
        submit={() => ({
          label: "Save",
          pending: "Saving",
          failure: `Failed to save the ${noun}`,
        })}
        onSubmit={async (draft) => {
          try {
            // Once both texts are in sight, the next press chooses between them.
            await onSave(draft, isTold ? row : before);
          } catch (error) {
            if (isAppError(error) && error.data.code === "changed_since")
              setIsTold(true);
            throw error;
          }
        }}
        onClose={onClose}
      />
    );
  }

  /** What the form of a new row and that of an existing one have in common. */
  function formOf(initial: Typed, row?: Row) {
    return {
      initial,
      preview: (typed: Typed, now: number) => (
        <kind.Preview typed={typed} row={row} now={now} />
      ),
      children: (typed: Typed, field: FieldOf<Typed>) => (
        <>
          <TextField label="Title" {...field("title")} autoComplete="off" />
          {kind.inputs(typed, initial, field)}
        </>
      ),
    };
  }

  return ContentSection;
}

/** Leads to the form of an announcement with these words in it. */
function AnnounceIt({ drafted }: { drafted: Drafted }) {
  return (
    <div className="row gap-3 items-center">
      <p className="soft text-s">
        Calendars show it only after hours, and it is soon.
      </p>
      <LinkButton
        to={addressOf("news")}
        state={{ initial: drafted }}
        tone="signal"
      >
        Announce this change
      </LinkButton>
    </div>
  );
}

const draftOf = (noun: string, { _id }: AnyRow) => `${noun} ${_id}`;

const isStanding = ({ removedAt }: AnyRow) => removedAt === undefined;

function fieldsOf<Row extends AnyRow>({ _id, ...fields }: Row) {
  return fields;
}

/**
 * Which entries have an open form. If another organiser removes an entry, its open form stays. A form in which something
 * was typed opens again in the next page.
 */
function useEdited<Entry extends AnyRow>(
  noun: string,
  entries: readonly Entry[],
) {
  const key = keptKey("content:edited", { noun });
  const [edited, setEdited] = useState((): readonly Entry[] => {
    const kept = (keptAnswer(key)?.data ?? []) as readonly Entry[];
    return kept.filter((entry) => hasDraft(draftOf(noun, entry)));
  });
  const set = (next: readonly Entry[]) => {
    setEdited(next);
    if (key !== undefined) keepAnswer(key, next);
  };
  const ids = new Set(entries.map(({ _id }) => _id));
  const except = ({ _id: closed }: Entry) =>
    edited.filter(({ _id }) => _id !== closed);
  return {
    all: [...entries, ...edited.filter(({ _id }) => !ids.has(_id))],
    /** The entry as it was when its form was opened; undefined if it is closed. */
    opened: (entry: Entry) => edited.find(({ _id }) => _id === entry._id),
    open: (entry: Entry) => set([...except(entry), entry]),
    close: (entry: Entry) => set(except(entry)),
  };
}
