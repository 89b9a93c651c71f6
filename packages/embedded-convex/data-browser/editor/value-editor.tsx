import type { Choice } from "../values/choices";
import type { Draft } from "../values/draft";
import type { ControlProps } from "../ui/field";
import styles from "./value-editor.module.css";
import { isTimeLike, timeInBothZones, zoneName } from "../time/format-time";

const LINE_LENGTH = 50;
const MAX_LINES = 14;

type ValueEditorProps = {
  /** The attributes from `Field`, for the input element. */
  control: ControlProps;
  /** Used in accessible labels. */
  name: string;
  choices: readonly Choice[];
  draft: Draft;
  onDraft: (draft: Draft) => void;
  /** Renders a one-line input, so that Enter submits the form. */
  isSingleLine?: boolean;
};

/** An input for a value, with a select for its kind if there is more than one. */
export function ValueEditor(props: ValueEditorProps) {
  const { control, name, choices, draft, onDraft } = props;
  const hasChoice = choices.length > 1;
  const isTyped =
    draft.choice.kind !== "fixed" && draft.choice.kind !== "absent";
  const choose = (id: string) => {
    const choice = choices.find((one) => one.id === id);
    if (choice !== undefined) onDraft({ ...draft, choice });
  };
  return (
    <div className={styles.editor}>
      {(hasChoice || !isTyped) && (
        <select
          {...(isTyped ? { className: control.className } : control)}
          aria-label={isTyped ? `Kind of ${name}` : undefined}
          value={draft.choice.id}
          onChange={(event) => choose(event.target.value)}
        >
          {choices.map(({ id, label }) => (
            <option key={id} value={id}>
              {label}
            </option>
          ))}
        </select>
      )}
      {isTyped && <Typed {...props} />}
    </div>
  );
}

function Typed(props: ValueEditorProps) {
  const { control, name, draft, onDraft, isSingleLine = false } = props;
  const { choice, text } = draft;
  const isCode = choice.kind === "code" || choice.kind === "id";
  const mayHaveLines = choice.kind === "text" || choice.kind === "code";
  const onText = (next: string) => onDraft({ choice, text: next });
  if (mayHaveLines && !isSingleLine) {
    return (
      <textarea
        {...control}
        data-code={isCode || undefined}
        rows={linesOf(text)}
        value={text}
        spellCheck={choice.kind === "text"}
        onChange={(event) => onText(event.target.value)}
      />
    );
  }
  return (
    <>
      <input
        {...control}
        type="text"
        inputMode={isCode || mayHaveLines ? "text" : "decimal"}
        data-code={isCode || undefined}
        autoComplete="off"
        spellCheck={false}
        value={text}
        onChange={(event) => onText(event.target.value)}
      />
      {choice.kind === "number" && (
        <TimeInput name={name} text={text} onText={onText} />
      )}
    </>
  );
}

/** Rows of the textarea, for browsers without `field-sizing: content`. */
function linesOf(text: string): number {
  const lines = text.split("\n").map(({ length }) => 1 + length / LINE_LENGTH);
  const count = lines.reduce((sum, line) => sum + Math.floor(line), 0);
  return Math.min(count, MAX_LINES);
}

/** Field names that suggest a time. */
const TIME_NAME = /(at|time|date|expires|until)$/i;

/** For numbers that look like timestamps: the formatted time and a date picker. */
function TimeInput(props: {
  name: string;
  text: string;
  onText: (text: string) => void;
}) {
  const { name, text, onText } = props;
  const number = text.trim() === "" ? undefined : Number(text);
  const isTime = isTimeLike(number);
  if (!isTime && !TIME_NAME.test(name)) return null;
  const choose = (local: string) => {
    const time = new Date(local).getTime();
    if (!Number.isNaN(time)) onText(String(time));
  };
  return (
    <div className={`row note ${styles.time}`}>
      <label>
        Local time{isTime && ` (${zoneName(number)})`}{" "}
        <input
          type="datetime-local"
          step="1"
          value={isTime ? localText(number) : ""}
          onChange={(event) => choose(event.target.value)}
        />
      </label>
      {isTime && <span>{timeInBothZones(number)}</span>}
    </div>
  );
}

/** The format of `datetime-local`: local time without an offset. */
function localText(time: number): string {
  const offsetMs = new Date(time).getTimezoneOffset() * 60_000;
  return new Date(time - offsetMs).toISOString().slice(0, 19);
}
