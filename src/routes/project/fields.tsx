import {
  useEffect,
  useState,
  useSyncExternalStore,
  type ReactNode,
} from "react";
import { useMutation } from "convex/react";
import { api } from "#convex/_generated/api";
import { check } from "#convex/platform/shared/input";
import {
  editProjectSchema,
  type Present,
  type ProjectField,
  type RivalField,
  type Workbench,
} from "#convex/projects/shared/projects";
import { isBlank } from "#convex/platform/shared/text";
import { initialsOf } from "../../features/team/player-card";
import { useConnectionLost } from "../../lib/connection/connection";
import { quietly } from "../../lib/connection/quiet-calls";
import { classNames } from "../../ui/class-names";
import { FieldError } from "../../ui/field";
import { VisuallyHidden } from "../../ui/visually-hidden";
import { FieldEditor } from "./field-editor";
import { keptText } from "../../lib/outbox/kept-texts";
import type { Uploads } from "./pictures/uploads";
import type { Editor, KeptField } from "./settled";
import type { SharedText } from "./shared-text";
import { Versions } from "./versions";
import styles from "./fields.module.css";
import type { Elements } from "../../ui/elements";

/** The data that all fields of the page share. */
export type Bench = {
  project: Workbench;
  selfId: string;
  isOpen: boolean;
  present: readonly Present[];
  /** The members' ids in order; the position gives each a colour. */
  memberIds: readonly string[];
  onFocus: (field: ProjectField | null) => void;
  /** Of the texts on this page. */
  editors: Set<Editor>;
  /** The description. */
  shared: SharedText;
  /** Pictures on their way. */
  uploads: Uploads;
  /** What a hand-in needs and the project does not have, while it can be written. */
  missing: { fields: ProjectField[]; labels: string[] };
};

/** What an editor needs of it, drawn or not. */
export type Writing = Pick<Bench, "project" | "selfId" | "isOpen" | "editors">;

/** Lets whoever needs the whole page, such as the hand-in, find an editor while it is shown. */
export function useListed({ editors, isOpen }: Writing, editor: Editor): void {
  // What was refused while submissions were closed.
  useEffect(() => {
    if (isOpen) editor.flush();
  }, [isOpen, editor]);
  useEffect(() => {
    editors.add(editor);
    return () => {
      editors.delete(editor);
    };
  }, [editors, editor]);
}

/** The frame of a field: its label, the others who are in it, and whether it is saved. */
export function FieldFrame({
  bench: { present, memberIds, selfId, onFocus },
  field,
  label,
  labelFor,
  note,
  error,
  errorId,
  children,
}: {
  bench: Bench;
  field: ProjectField;
  label: string;
  labelFor?: string;
  note: ReactNode;
  error?: string | undefined;
  errorId?: string;
  children: Elements;
}) {
  const others = present.filter(
    (person) => person.field === field && person.userId !== selfId,
  );
  const [first] = others;
  return (
    <div
      className={classNames(
        "grid gap-1 min-w-0",
        styles.field,
        first && styles.taken,
      )}
      data-field
      data-seat={first && seatOf(memberIds, first.userId)}
      onFocus={() => onFocus(field)}
      onBlur={() => onFocus(null)}
    >
      <div className={`row gap-x-3 items-center ${styles.head}`}>
        {labelFor === undefined ? (
          <span className="soft strong text-s">{label}</span>
        ) : (
          <label className="soft strong text-s" htmlFor={labelFor}>
            {label}
          </label>
        )}
        <span className="quiet text-s">{note}</span>
        {others.map(({ userId, name }) => (
          <span
            key={userId}
            className={styles.hand}
            data-seat={seatOf(memberIds, userId)}
            title={`${name} is in this field`}
          >
            <span aria-hidden="true">{initialsOf(name)}</span>
            <VisuallyHidden>{`${name} is in this field`}</VisuallyHidden>
          </span>
        ))}
      </div>
      {children}
      <FieldError id={errorId} error={error} />
    </div>
  );
}

/** A member's position in the team, which is the index of their colour. */
export function seatOf(memberIds: readonly string[], userId: string): number {
  return memberIds.indexOf(userId) + 1;
}

export const NOT_SAVED_OFFLINE = "Not saved: you are offline";

/** Shows whether a field is saved; nothing while it is untouched. */
export function SavedNote({
  isAtRisk,
  isTouched,
  isRefused = false,
}: {
  isAtRisk: boolean;
  isTouched: boolean;
  /** The typed text cannot be saved. */
  isRefused?: boolean;
}) {
  const isLost = useConnectionLost();
  if (isAtRisk && isLost) return <span>{NOT_SAVED_OFFLINE}</span>;
  if (isAtRisk) return <span>{isRefused ? "Not saved" : "Saving"}</span>;
  return isTouched && <span>Saved</span>;
}

/** Marks a field without which the project cannot be handed in. */
export function Needed({ id, or }: { id: string; or?: string | undefined }) {
  return (
    <span id={id} className={styles.needed}>
      {or === undefined ? "needed" : `needed, or ${or}`}
    </span>
  );
}

/** One of the two is enough. */
const OTHERS: Partial<Record<RivalField, string>> = {
  repositoryUrl: "a demo",
  demoUrl: "a repository",
};

/** A single-line text that is edited in place. */
export function LineField({
  bench,
  field,
  label,
  placeholder,
  look = "line",
  type = "text",
}: {
  bench: Bench;
  field: RivalField;
  label: string;
  placeholder: string;
  look?: "title" | "summary" | "line";
  type?: "text" | "url";
}) {
  const { editor, view, isTouched, touch } = useFieldEditor(bench, field);
  const error = view.error ?? tooLong(field, view.text);
  const hasRival =
    bench.isOpen && bench.project.rivals.some((rival) => rival.field === field);
  const or = OTHERS[field];
  const isNeeded =
    isBlank(view.text) &&
    bench.missing.fields.includes(or === undefined ? field : "repositoryUrl");
  const id = `project-${field}`;
  const noteId = `${id}-note`;
  const errorId = `${id}-error`;
  return (
    <FieldFrame
      bench={bench}
      field={field}
      label={label}
      labelFor={id}
      note={
        isNeeded ? (
          <Needed id={noteId} or={or} />
        ) : (
          <SavedNote
            isAtRisk={view.isAtRisk}
            // The text is not the team's until somebody has chosen.
            isTouched={isTouched && !hasRival}
            isRefused={error !== undefined}
          />
        )
      }
      error={error}
      errorId={errorId}
    >
      <div
        className={classNames("grid min-w-0", styles.grow, styles[look])}
        data-text={view.text}
      >
        <textarea
          id={id}
          rows={1}
          className={styles.input}
          value={view.text}
          placeholder={bench.isOpen ? placeholder : "Not given"}
          readOnly={!bench.isOpen}
          aria-invalid={error !== undefined}
          aria-describedby={error === undefined ? noteId : errorId}
          autoComplete="off"
          inputMode={type}
          spellCheck={type !== "url"}
          autoCapitalize={type === "url" ? "none" : undefined}
          onChange={(event) => {
            touch();
            editor.type(inOneLine(event.target.value));
          }}
          onCompositionStart={() => editor.compose()}
          onCompositionEnd={({ currentTarget: { value } }) =>
            editor.composed(inOneLine(value))
          }
          onKeyDown={(event) => {
            if (event.key === "Enter") event.preventDefault();
          }}
          onBlur={() => editor.rest()}
        />
      </div>
      {hasRival && (
        <Versions project={bench.project} selfId={bench.selfId} field={field} />
      )}
    </FieldFrame>
  );
}

const inOneLine = (text: string) => text.replaceAll("\n", " ");

/** Says at once that nothing is cut; what else is wrong is said when the person leaves the field. */
export function tooLong(field: KeptField, text: string) {
  const checked = check(editProjectSchema, { [field]: text });
  return checked.ok
    ? undefined
    : checked.refusals.find(({ code }) => code === "too_long")?.message;
}

export function useFieldEditor(bench: Writing, field: RivalField) {
  const { project, selfId } = bench;
  const edit = useMutation(api.projects.edit);
  const text = project[field];
  const own =
    project.rivals.find(
      (rival) => rival.field === field && rival.userId === selfId,
    )?.text ?? null;
  const [isTouched, setIsTouched] = useState(false);
  const [editor] = useState(
    () =>
      new FieldEditor(
        field,
        { text, own },
        {
          kept: keptText(project._id, selfId, field),
          save: async (wanted, base) => {
            const apart = await quietly(
              edit({
                projectId: project._id,
                [field]: wanted,
                bases: { [field]: base },
              }),
            );
            return apart.includes(field) ? "apart" : "taken";
          },
        },
      ),
  );
  useEffect(() => editor.open(), [editor]);
  useEffect(() => editor.see({ text, own }), [editor, text, own]);
  useListed(bench, editor);
  const view = useSyncExternalStore(
    editor.subscribe,
    editor.getView,
    editor.getView,
  );
  return { editor, view, isTouched, touch: () => setIsTouched(true) };
}
