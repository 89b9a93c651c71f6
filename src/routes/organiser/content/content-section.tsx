import { useRef, type ComponentType, type ReactNode } from "react";
import type * as z from "zod/mini";
import type { Live } from "../../../lib/use-live";
import { notify } from "../../../lib/notify";
import { TextField } from "../../../ui/text-field";
import {
  ComposeForm,
  saveWords,
  type FieldReader,
} from "../editing/compose-form";
import {
  capitalised,
  EditableEntry,
  type FormProps,
} from "../editing/editable-entry";
import { ComposePanel, EntriesSkeleton, GroupTitle } from "../editing/entries";
import { keepUntouched, type Fields } from "../editing/keep-untouched";
import { useEdited } from "../editing/use-edited";
import { Loaded } from "../frame/live";
import { SectionFrame } from "../frame/section-frame";
import type { Section } from "../frame/sections";

/** The functions of a table. */
type Table<Row extends { _id: string }, Added, Edited> = {
  live: Live<readonly Row[]>;
  add: (draft: Added) => Promise<unknown>;
  edit: (draft: Edited & { id: Row["_id"] }) => Promise<unknown>;
  remove: (row: { id: Row["_id"] }) => Promise<unknown>;
};

type Errors = Partial<Record<string, string>>;

/** Rows under a title. */
export type Group<Row> = {
  title: string;
  lead: string;
  rows: readonly Row[];
};

/** What a form holds as text; `when` and `publishAt` as in publication-time.tsx. */
type AnyTyped = { title: string; when?: string };

/**
 * A kind of live content.
 * @typeParam Typed the fields of its form
 * @typeParam Added what they mean for a new row
 * @typeParam Edited what they mean for an existing one
 */
export type Content<
  Row extends Edited & { _id: string; title: string },
  Typed extends AnyTyped,
  Added extends object,
  Edited extends Fields,
> = {
  section: Section;
  noun: string;
  /** Of the button that adds a row, while it does, and once it has. */
  verb: { label: string; pending: string; done: string };
  /** What happens when a row is removed. */
  removal: string;
  useTable: () => Table<Row, Added, Edited>;
  /** The form of a new row; null as long as it depends on rows that are loading. */
  blank: (rows: readonly Row[] | undefined) => Typed | null;
  typedOf: (row: Row) => Typed;
  read: (fields: FieldReader) => Typed;
  added: z.ZodMiniType<Added>;
  edited: z.ZodMiniType<Edited>;
  /** The fields below the title. */
  inputs: (typed: Typed, initial: Typed, errors: Errors) => ReactNode;
  /** What people will see, with the component that shows it to them. `row` is the one that is edited. */
  Preview: ComponentType<{ typed: Typed; row?: Row; now: number }>;
  Entry: ComponentType<{ row: Row }>;
  useGroups: (rows: readonly Row[]) => Group<Row>[];
};

/** The section in which organisers add, edit and remove the rows of one kind. */
export function ContentSection<
  Row extends Edited & { _id: string; title: string },
  Typed extends AnyTyped,
  Added extends object,
  Edited extends Fields,
>({ content }: { content: Content<Row, Typed, Added, Edited> }) {
  const { section, noun, verb, Preview } = content;
  const { live, add, edit, remove } = content.useTable();
  const blank = content.blank(
    live.status === "success" ? live.data : undefined,
  );
  return (
    <SectionFrame section={section}>
      {blank !== null && (
        <ComposePanel noun={noun}>
          {(titleId) => (
            <ComposeForm
              titleId={titleId}
              schema={content.added}
              initial={blank}
              read={content.read}
              submit={({ when }) => ({
                label: when === "later" ? "Schedule" : verb.label,
                pending: verb.pending,
                failure: `Failed to ${verb.label.toLowerCase()} the ${noun}`,
              })}
              preview={(typed, now) => <Preview typed={typed} now={now} />}
              onSubmit={async (draft) => {
                await add(draft);
                notify.success(
                  `${capitalised(noun)} ${isScheduled(draft) ? "scheduled" : verb.done}`,
                );
              }}
            >
              {inputsOf(content, blank)}
            </ComposeForm>
          )}
        </ComposePanel>
      )}
      <Loaded
        live={live}
        failure={`Failed to load the ${noun}s`}
        skeleton={<EntriesSkeleton />}
      >
        {(rows) => (
          <Lists
            rows={rows}
            content={content}
            onRemove={remove}
            form={(row, props) => (
              <EditForm {...props} row={row} content={content} edit={edit} />
            )}
          />
        )}
      </Loaded>
    </SectionFrame>
  );
}

/** What a form of this kind shows of what is typed. */
function inputsOf<Typed extends AnyTyped>(
  content: {
    inputs: (typed: Typed, initial: Typed, errors: Errors) => ReactNode;
  },
  initial: Typed,
) {
  return (typed: Typed, errors: Errors) => (
    <>
      <TextField
        label="Title"
        name="title"
        autoComplete="off"
        defaultValue={initial.title}
        error={errors.title}
      />
      {content.inputs(typed, initial, errors)}
    </>
  );
}

function isScheduled(draft: { publishAt?: number | null }): boolean {
  return typeof draft.publishAt === "number";
}

/** One list for all groups, so that a row that changes its group while it is edited keeps its open form. */
function Lists<Row extends { _id: string; title: string }>({
  rows,
  content: { noun, removal, useGroups, Entry },
  onRemove,
  form,
}: {
  rows: readonly Row[];
  content: {
    noun: string;
    removal: string;
    useGroups: (rows: readonly Row[]) => Group<Row>[];
    Entry: ComponentType<{ row: Row }>;
  };
  onRemove: (row: { id: Row["_id"] }) => Promise<unknown>;
  form: (row: Row, props: FormProps<Row>) => ReactNode;
}) {
  const list = useRef<HTMLDivElement>(null);
  const { all, isEdited, setEdited } = useEdited(rows);
  const groups = useGroups(all);
  return (
    <div ref={list} tabIndex={-1} className="org-entries">
      {groups.flatMap((group) => [
        <GroupTitle
          key={group.title}
          title={group.title}
          lead={group.lead}
          count={group.rows.length}
        />,
        ...group.rows.map((row) => (
          <EditableEntry
            key={row._id}
            entry={row}
            noun={noun}
            removal={removal}
            isEdited={isEdited(row)}
            onEdit={(wanted) => setEdited(row, wanted)}
            onRemove={() => onRemove({ id: row._id })}
            // The focused button disappears with the entry.
            onRemoved={() => list.current?.focus()}
            form={(props) => form(row, props)}
          >
            <Entry row={row} />
          </EditableEntry>
        )),
      ])}
    </div>
  );
}

function EditForm<
  Row extends Edited & { _id: string; title: string },
  Typed extends AnyTyped,
  Added extends object,
  Edited extends Fields,
>({
  content,
  edit,
  row,
  opened,
  titleId,
  onClose,
}: FormProps<Row> & {
  content: Content<Row, Typed, Added, Edited>;
  edit: Table<Row, Added, Edited>["edit"];
  row: Row;
}) {
  const { noun, Preview } = content;
  const initial = content.typedOf(opened);
  return (
    <ComposeForm
      titleId={titleId}
      schema={content.edited}
      initial={initial}
      read={content.read}
      submit={() => saveWords(noun)}
      preview={(typed, now) => <Preview typed={typed} row={row} now={now} />}
      onSubmit={async (draft) => {
        await edit({ id: row._id, ...keepUntouched(opened, draft, row) });
        notify.success(`${capitalised(noun)} saved`);
      }}
      onClose={onClose}
    >
      {inputsOf(content, initial)}
    </ComposeForm>
  );
}
