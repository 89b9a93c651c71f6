import { useMutation } from "convex/react";
import { useState } from "react";
import { api } from "#convex/_generated/api";
import type { JudgingProgress } from "#convex/shared/judging";
import { formatMoment } from "../../../lib/format-date";
import { Button } from "../../../ui/button";
import { Confirmation } from "../../../ui/confirmation";
import { counted } from "../frame/words";
import { TitledPanel } from "../frame/titled-panel";

type Step = "close" | "reopen" | "publish";

const questions = {
  close: {
    title: "Close judging?",
    text: "Judges can change nothing more, and organisers see the results. You can reopen it until the results are published.",
    confirm: "Close judging",
    failure: "Failed to close judging",
    tone: "hot",
  },
  reopen: {
    title: "Reopen judging?",
    text: "Judges can change their marks again, and nobody sees results until you close it again.",
    confirm: "Reopen judging",
    failure: "Failed to reopen judging",
    tone: "signal",
  },
  publish: {
    title: "Publish the results?",
    text: "At once everyone sees the winners: on every dashboard, in the gallery and on the judges' page. No score is shown. This cannot be taken back.",
    confirm: "Publish for everyone",
    failure: "Failed to publish the results",
    tone: "hot",
  },
} as const;

/** The progress of judging, and the next step. */
export function Steps({ progress }: { progress: JudgingProgress }) {
  const run = {
    close: useMutation(api.judging.close),
    reopen: useMutation(api.judging.reopen),
    publish: useMutation(api.judging.publish),
  };
  // Kept while the dialog closes.
  const [asked, setAsked] = useState<Step>("close");
  const [isAsking, setIsAsking] = useState(false);
  const { scored, total, closedAt, publishedAt } = progress;
  const ask = (step: Step) => {
    setAsked(step);
    setIsAsking(true);
  };
  return (
    <TitledPanel isSignal={publishedAt === null} title={titleOf(progress)}>
      {total > 0 && (
        <div className="stack gap-2">
          <p>
            <strong>
              {scored} of {total}
            </strong>{" "}
            scorecards are filled in
          </p>
          <progress value={scored} max={total}>
            {scored} of {total}
          </progress>
        </div>
      )}
      <p aria-live="polite">{sentenceOf(progress)}</p>
      {closedAt === null && total > 0 && (
        <div className="row gap-3 org-actions">
          <Button onClick={() => ask("close")}>Close judging</Button>
        </div>
      )}
      {closedAt !== null && publishedAt === null && (
        <div className="row gap-3 org-actions">
          <Button tone="signal" onClick={() => ask("publish")}>
            Publish the results
          </Button>
          <Button onClick={() => ask("reopen")}>Reopen judging</Button>
        </div>
      )}
      <Confirmation
        {...questions[asked]}
        text={warningOf(asked, progress) + questions[asked].text}
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
        onConfirm={() => run[asked]({})}
      />
    </TitledPanel>
  );
}

/** What is still missing, if the confirmation has to mention it. */
function warningOf(step: Step, { scored, total }: JudgingProgress): string {
  const empty = total - scored;
  return step === "reopen" || empty === 0
    ? ""
    : `${counted(empty, "scorecard")} not filled in. `;
}

function titleOf({ closedAt, publishedAt, total }: JudgingProgress): string {
  if (publishedAt !== null) return "Results are published";
  if (closedAt !== null) return "Judging is closed";
  return total === 0 ? "Judging has not begun" : "Judging is under way";
}

function sentenceOf({
  closedAt,
  publishedAt,
  judges,
  projects,
  total,
  scored,
}: JudgingProgress): string {
  if (publishedAt !== null)
    return `Everyone has seen the winners since ${formatMoment(publishedAt)}.`;
  if (closedAt !== null)
    return `Closed on ${formatMoment(closedAt)}. Check the results, then publish them: until then only organisers see them.`;
  if (judges.length === 0) return "Appoint judges first.";
  if (projects.length === 0) return "No project has been handed in yet.";
  if (total === 0) return "Assign the projects to begin.";
  return scored < total
    ? "You see the marks once you close judging."
    : "Every scorecard is filled in. Close judging to see the results.";
}
