import { useMutation } from "convex/react";
import { api } from "#convex/_generated/api";
import type { JudgingProgress } from "#convex/shared/judging";
import { counted } from "#convex/shared/text";
import { AskingButton } from "../../../ui/confirmation";

type Answer = "close" | "reopen" | "publish";

const questions = {
  close: {
    label: "Close judging",
    title: "Close judging?",
    text: "Judges can change nothing more, and organisers see the results. You can reopen it until the results are published.",
    confirm: "Close judging",
    failure: "Failed to close judging",
    tone: "hot",
  },
  reopen: {
    label: "Reopen judging",
    title: "Reopen judging?",
    text: "Judges can change their marks again, and nobody sees results until you close it again. What is staged and the final are given up.",
    confirm: "Reopen judging",
    failure: "Failed to reopen judging",
    tone: "signal",
  },
  publish: {
    label: "Publish the results",
    title: "Publish the results?",
    text: "At once everyone sees the winners: on every dashboard, in the gallery and on the judges' page. No score is shown. This cannot be taken back.",
    confirm: "Publish for everyone",
    failure: "Failed to publish the results",
    tone: "hot",
  },
} as const;

/** How many scorecards are filled in; judging is closed when that is all of them. */
export function Ending({ progress }: { progress: JudgingProgress }) {
  const { scored, total, closedAt, publishedAt } = progress;
  if (total === 0) return null;
  return (
    <>
      <progress value={scored} max={total}>
        {scored} of {total}
      </progress>
      {closedAt === null && (
        <Asked step="close" progress={progress} isMain={scored === total} />
      )}
      {closedAt !== null && publishedAt === null && (
        <Asked step="reopen" progress={progress} />
      )}
    </>
  );
}

/** A button that asks before it ends a step, or begins it again. */
export function Asked({
  step,
  progress,
  isMain = false,
}: {
  step: Answer;
  progress: JudgingProgress;
  isMain?: boolean;
}) {
  const run = useMutation(api.judging[step]);
  const { text, ...question } = questions[step];
  return (
    <div>
      <AskingButton
        {...question}
        button={{ tone: isMain ? "signal" : "outline" }}
        text={warningOf(step, progress) + text}
        onConfirm={() => run({})}
      />
    </div>
  );
}

/** What is still missing, if the confirmation has to mention it. */
function warningOf(step: Answer, { scored, total }: JudgingProgress): string {
  const empty = total - scored;
  return step === "reopen" || empty === 0
    ? ""
    : `${counted(empty, "scorecard")} not filled in. `;
}
