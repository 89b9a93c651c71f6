import { useMutation } from "convex/react";
import { api } from "#convex/_generated/api";
import { linesOf, type JudgingProgress } from "#convex/judging/shared/judging";
import { counted } from "#convex/platform/shared/text";
import { awardTitle } from "../../../content/award-words";
import { dataOf } from "../../../lib/connection/use-live";
import { AskingButton } from "../../../ui/confirmation";
import { useOrganiserAnswer, useOrganiserQuery } from "../frame/live";

/** How many scorecards are filled in; judging is closed when that is all of them. */
export function Ending({ progress }: { progress: JudgingProgress }) {
  const { scored, total, closedAt, publishedAt } = progress;
  if (total === 0) return null;
  return (
    <>
      <progress value={scored} max={total}>
        {`${scored} of ${total}`}
      </progress>
      {closedAt === null && <Close progress={progress} />}
      {closedAt !== null && publishedAt === null && (
        <Reopen closedAt={closedAt} />
      )}
    </>
  );
}

/** What is still missing, if a question has to mention it. */
function missingOf({ scored, total }: JudgingProgress): string {
  const empty = total - scored;
  return empty === 0 ? "" : `${counted(empty, "scorecard")} not filled in. `;
}

function Close({ progress }: { progress: JudgingProgress }) {
  const close = useMutation(api.judging.close);
  const empty = progress.total - progress.scored;
  return (
    <div>
      <AskingButton
        label="Close judging"
        button={{ tone: empty === 0 ? "signal" : "outline" }}
        title="Close judging?"
        text={`${missingOf(progress)}${counted(progress.judges.length, "judge")} can change nothing more, and organisers see the results. You can reopen it until the results are published.`}
        confirm="Close judging"
        failure="Failed to close judging"
        onConfirm={() => close({ empty })}
      />
    </div>
  );
}

function Reopen({ closedAt }: { closedAt: number }) {
  const reopen = useMutation(api.judging.reopen);
  const ceremony = useOrganiserQuery(api.ceremony.remote, {});
  const final = useOrganiserQuery(api.finals.read, {});
  const staged = dataOf(ceremony)?.isRehearsal ? [] : dataOf(ceremony)?.awards;
  const sentences = (staged ?? []).filter((it) => it.sentence !== "").length;
  const orders = (dataOf(final)?.judges ?? []).filter(
    ({ order }) => order !== null,
  ).length;
  const loss =
    dataOf(ceremony) || dataOf(final)
      ? ` What is staged and the final are given up, with ${counted(sentences, "sentence")} and ${counted(orders, "order")} of judges.`
      : "";
  return (
    <div>
      <AskingButton
        label="Reopen judging"
        title="Reopen judging?"
        text={`Judges can change their marks again, and nobody sees results until you close it again.${loss}`}
        confirm="Reopen judging"
        tone="signal"
        failure="Failed to reopen judging"
        onConfirm={() => reopen({ seen: { closedAt, sentences, orders } })}
      />
    </div>
  );
}

/** Who sees what is published, or corrected, and where. */
export function useEveryone(): string {
  const people = dataOf(useOrganiserAnswer(api.organiser.overview));
  const dashboards = people
    ? counted(people.registered, "dashboard")
    : "every dashboard";
  return `on ${dashboards}, in the gallery, on the judges’ page, the landing page and the hall’s screens`;
}

/** @param awards what is published: what is staged, or else what is computed */
export function Publish({
  progress,
  awards,
}: {
  progress: JudgingProgress;
  awards: Parameters<typeof linesOf>[0];
}) {
  const publish = useMutation(api.judging.publish);
  const everyone = useEveryone();
  const seen = linesOf(awards);
  const winners = awards
    .map((it) => `${awardTitle(it.award)}: ${it.projectName}`)
    .join("; ");
  return (
    <div>
      <AskingButton
        label="Publish the results"
        button={{ tone: "signal" }}
        title="Publish the results?"
        text={`${missingOf(progress)}At once everyone sees the winners, ${everyone}: ${winners}. No score is shown. Afterwards an award can only be corrected, with a reason that everyone reads.`}
        confirm="Publish for everyone"
        failure="Failed to publish the results"
        onConfirm={() => publish({ seen })}
      />
    </div>
  );
}
