import {
  useEffect,
  useState,
  useSyncExternalStore,
  type ReactNode,
} from "react";
import { useMutation } from "convex/react";
import { api } from "#convex/_generated/api";
import type {
  Present,
  ProjectField,
  RivalField,
  Workbench,
} from "#convex/shared/projectValidators";
import { initialsOf } from "../../features/team/player-card";
import { useConnectionLost } from "../../lib/connection";
import { classNames } from "../../ui/class-names";
import { FieldError } from "../../ui/field";
import { VisuallyHidden } from "../../ui/visually-hidden";
import { FieldEditor } from "./field-editor";
import { keptText } from "./kept-texts";
import styles from "./fields.module.css";

/** The data that all fields of the page share. */
export type Bench = {
  project: Workbench;
  selfId: string;
  isOpen: boolean;
  present: readonly Present[];
  /** The members' ids in order; the position gives each a colour. */
  memberIds: readonly string[];
  onFocus: (field: ProjectField | null) => void;
};

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
  children: ReactNode;
}) {
  const others = present.filter(
    (person) => person.field === field && person.userId !== selfId,
  );
  const [first] = others;
  return (
    <div
      className={classNames(styles.field, first && styles.taken)}
      data-field
      data-seat={first && seatOf(memberIds, first.userId)}
      onFocus={() => onFocus(field)}
      onBlur={() => onFocus(null)}
    >
      <div className={styles.head}>
        {labelFor === undefined ? (
          <span className={styles.label}>{label}</span>
        ) : (
          <label className={styles.label} htmlFor={labelFor}>
            {label}
          </label>
        )}
        <span className={styles.note}>{note}</span>
        {others.map(({ userId, name }) => (
          <span
            key={userId}
            className={styles.hand}
            data-seat={seatOf(memberIds, userId)}
            title={`${name} is in this field`}
          >
            <span aria-hidden="true">{initialsOf(name)}</span>
            <VisuallyHidden>{name} is in this field</VisuallyHidden>
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
  if (isAtRisk && isLost) return "Not saved: you are offline";
  if (isAtRisk) return isRefused ? "Not saved" : "Saving";
  return isTouched ? "Saved" : null;
}

/** A single-line text that is edited in place. */
export function LineField({
  bench,
  field,
  label,
  placeholder,
  maxLength,
  look = "line",
  type = "text",
}: {
  bench: Bench;
  field: RivalField;
  label: string;
  placeholder: string;
  maxLength: number;
  look?: "title" | "summary" | "line";
  type?: "text" | "url";
}) {
  const { editor, view, isTouched, touch } = useFieldEditor(bench, field);
  const id = `project-${field}`;
  const errorId = `${id}-error`;
  return (
    <FieldFrame
      bench={bench}
      field={field}
      label={label}
      labelFor={id}
      note={
        <SavedNote
          isAtRisk={view.isAtRisk}
          isTouched={isTouched}
          isRefused={view.error !== undefined}
        />
      }
      error={view.error}
      errorId={errorId}
    >
      <div
        className={classNames(styles.grow, styles[look])}
        data-text={view.text}
      >
        <textarea
          id={id}
          rows={1}
          className={styles.input}
          value={view.text}
          maxLength={maxLength}
          placeholder={bench.isOpen ? placeholder : "Not given"}
          readOnly={!bench.isOpen}
          aria-invalid={view.error !== undefined}
          aria-describedby={view.error === undefined ? undefined : errorId}
          autoComplete="off"
          inputMode={type}
          spellCheck={type !== "url"}
          autoCapitalize={type === "url" ? "none" : undefined}
          onChange={(event) => {
            touch();
            editor.type(event.target.value.replaceAll("\n", " "));
          }}
          onKeyDown={(event) => {
            if (event.key === "Enter") event.preventDefault();
          }}
          onBlur={() => editor.rest()}
        />
      </div>
    </FieldFrame>
  );
}

function useFieldEditor({ project, selfId }: Bench, field: RivalField) {
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
            const apart = await edit({
              [field]: wanted,
              bases: { [field]: base },
            });
            return apart.includes(field) ? "apart" : "taken";
          },
        },
      ),
  );
  useEffect(() => editor.see({ text, own }), [editor, text, own]);
  useEffect(() => () => editor.flush(), [editor]);
  const view = useSyncExternalStore(
    editor.subscribe,
    editor.getView,
    editor.getView,
  );
  return { editor, view, isTouched, touch: () => setIsTouched(true) };
}
