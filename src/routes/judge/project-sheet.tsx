import { useMutation } from "convex/react";
import { useEffect, useId, useRef } from "react";
import { api } from "#convex/_generated/api";
import { check } from "#convex/platform/shared/input";
import {
  type JudgeCard,
  judgeNoteSchema,
  MARKS,
  explanationOf,
  isComplete,
  marksFor,
  missingMark,
  type Criterion,
} from "#convex/judging/shared/judging";
import { quietly } from "../../lib/connection/quiet-calls";
import { useRefusals } from "../../lib/forms/use-refusals";
import { Button } from "../../ui/button";
import { AskingButton } from "../../ui/confirmation";
import { TextArea } from "../../ui/text-field";
import type { Sheet } from "./kept-marks";
import { ProjectWords } from "./project-words";
import type { Elements } from "../../ui/elements";

const EMPTY: Sheet = { marks: {}, note: "" };

/** A project, the five keys of each criterion, and a note. */
export function ProjectSheet({
  card,
  criteria,
  draft,
  saved,
  isBusy,
  isFirst,
  undo,
  onDraft,
  onSave,
  onSkip,
}: {
  card: JudgeCard;
  criteria: readonly Criterion[];
  draft: Sheet | undefined;
  /** The marks that are given already. */
  saved: Sheet | null;
  /** Whether another judge has it open. */
  isBusy: boolean;
  /** The judge has marked nothing yet, and reads what each mark is for. */
  isFirst: boolean;
  /** Takes the last save back. */
  undo: Elements;
  onDraft: (sheet: Sheet) => void;
  onSave: (sheet: Sheet) => void;
  onSkip: (() => void) | undefined;
}) {
  const { marks, note } = draft ?? saved ?? { ...EMPTY, note: card.note };
  // Drops marks by an earlier rubric.
  const sheet = { marks: marksFor(criteria, marks), note };
  const missing = missingMark(criteria, sheet.marks);
  const isReady = isComplete(criteria, sheet.marks);
  const form = useRef<HTMLFormElement>(null);
  const visit = useMutation(api.judging.visit);
  const { projectId } = card;
  useEffect(() => {
    quietly(visit({ projectId })).catch(() => {
      // Others are not told; nothing is lost.
    });
  }, [visit, projectId]);
  const { errors, refuse, clear } = useRefusals(form);

  function save() {
    if (!isReady) return;
    const checked = check(judgeNoteSchema, { note: sheet.note });
    if (!checked.ok) return refuse(checked.refusals);
    clear();
    onSave(sheet);
  }

  return (
    <form
      ref={form}
      className="stack judge-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      <ProjectWords card={card} />
      {isBusy && (
        <p className="soft" aria-live="polite">
          {`Another judge is with this team now.${onSkip ? " Later leads you to a team that is free." : ""}`}
        </p>
      )}
      <details className="quiet text-s judge-scale" open={isFirst}>
        <summary>1 is weak, 3 is solid, 5 is outstanding</summary>
      </details>
      <div className="stack judge-rows">
        {criteria.map((criterion) => (
          <Keys
            key={criterion.id}
            criterion={criterion}
            mark={sheet.marks[criterion.id]}
            onMark={(mark) =>
              onDraft({
                ...sheet,
                marks: { ...sheet.marks, [criterion.id]: mark },
              })
            }
          />
        ))}
      </div>
      <TextArea
        label="Note for yourself"
        isOptional
        name="note"
        rows={3}
        hint="Nobody else reads it."
        error={errors.note}
        value={sheet.note}
        onChange={(event) => onDraft({ ...sheet, note: event.target.value })}
      />
      <div className="screen-only page-bar judge-bar flex gap-3">
        {onSkip && (
          <Button size="large" onClick={onSkip}>
            Later
          </Button>
        )}
        {undo}
        <Button
          type="submit"
          tone="signal"
          size="large"
          isDisabled={!isReady}
          isWide
        >
          {isReady
            ? saved === null
              ? "Save, next"
              : "Save the change"
            : `Mark “${missing?.name ?? ""}”`}
        </Button>
      </div>
      <Conflict card={card} onDeclare={() => onDraft(sheet)} />
    </form>
  );
}

function Keys({
  criterion,
  mark,
  onMark,
}: {
  criterion: Criterion;
  mark: number | undefined;
  onMark: (mark: number) => void;
}) {
  const hintId = useId();
  const { id, name } = criterion;
  const text = explanationOf(criterion);
  return (
    <fieldset
      className="stack gap-1 judge-keys"
      aria-describedby={text === "" ? undefined : hintId}
    >
      <legend>{name}</legend>
      {text !== "" && (
        <p id={hintId} className="soft tight text-s">
          {text}
        </p>
      )}
      <div className="grid gap-2">
        {MARKS.map((value) => (
          <label key={value} className="overlaid judge-key">
            <input
              type="radio"
              name={id}
              value={value}
              checked={mark === value}
              onChange={() => onMark(value)}
            />
            <span className="headline tabular">{value}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

/** The keys stay pressed here, should organisers undo it. */
function Conflict({
  card: { projectId, teamName },
  onDeclare,
}: {
  card: JudgeCard;
  onDeclare: () => void;
}) {
  const declare = useMutation(api.judging.declareConflict);
  return (
    <div className="row gap-2 gap-x-4 items-center quiet text-s">
      Did you mentor or teach them, or are you related to one of them?{" "}
      <AskingButton
        label="Conflict of interest"
        button={{ tone: "quiet" }}
        title={`Not judge ${teamName}?`}
        text="Another judge gets this project, and your marks for it no longer count. Only organisers can undo this."
        confirm="Give it away"
        failure="Failed to give the project away"
        onConfirm={async () => {
          onDeclare();
          await declare({ projectId });
        }}
      />
    </div>
  );
}
