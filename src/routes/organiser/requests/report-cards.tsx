import { useMutation } from "convex/react";
import type { FunctionReturnType } from "convex/server";
import { useId, useState } from "react";
import { api } from "#convex/_generated/api";
import type { Report } from "#convex/listings/shared";
import { counted } from "#convex/platform/shared/text";
import { formatMoment } from "../../../lib/time/format-time";
import { useAction } from "../../../lib/forms/use-action";
import { Button } from "../../../ui/button";
import { AskingButton } from "../../../ui/confirmation";
import { CheckIcon } from "../../../ui/tool-icons";
import { UndoNote } from "../../../ui/undo-note";

type Reports = FunctionReturnType<typeof api.listings.reports>;

const FAILURE = "Failed to settle the reports";

/** Open reports of participants about each other, by whom they are about. */
export function OpenReports({
  open,
  more,
  isComplete,
}: Omit<Reports, "settled">) {
  const reopen = useMutation(api.listings.reopenReports);
  const [settled, setSettled] = useState<Settled>();
  return (
    <>
      {settled && !open.some(({ _id }) => settled.ids.includes(_id)) && (
        <UndoNote
          failure="Failed to open the reports again"
          onUndo={async () => {
            await reopen({ reportIds: settled.ids });
            setSettled(undefined);
          }}
        >
          {`Nothing to do about ${settled.what}: ${counted(settled.ids.length, "report")} settled.`}
        </UndoNote>
      )}
      {more > 0 && (
        <p>
          {`${isComplete ? "" : "At least "}${counted(more, "more person or team is", "more people and teams are")} reported. They show as you settle these.`}
        </p>
      )}
      <Reporters open={open} onSettled={setSettled} />
      <ul className="stack gap">
        {byTarget(open).map(([report, ...others]) => (
          <li key={report.target}>
            <OpenCard report={report} others={others} onSettled={setSettled} />
          </li>
        ))}
      </ul>
    </>
  );
}

export function SettledReports({ reports }: { reports: readonly Report[] }) {
  return (
    <ul className="stack gap">
      {reports.map((report) => (
        <li key={report._id}>
          <SettledCard report={report} />
        </li>
      ))}
    </ul>
  );
}

/** What was settled last without an effect. */
type Settled = { what: string; ids: Report["_id"][] };

type Group = [Report, ...Report[]];

/** The reports about each person and each team. */
function byTarget(reports: readonly Report[]): Group[] {
  const groups = new Map<string, Group>();
  for (const report of reports) {
    const group = groups.get(report.target);
    if (group === undefined) groups.set(report.target, [report]);
    else group.push(report);
  }
  return [...groups.values()];
}

/** People with several open reports, which can be settled at once. */
function Reporters({
  open,
  onSettled,
}: {
  open: readonly Report[];
  onSettled: (settled: Settled) => void;
}) {
  const id = useId();
  const settle = useMutation(api.listings.settleReportsBy);
  const { run, isPending } = useAction(FAILURE);
  const several = open.filter(({ openOfReporter }) => openOfReporter > 1);
  const reporters = [
    ...new Map(several.map((report) => [report.reporterId, report])).values(),
  ].sort((one, other) => other.openOfReporter - one.openOfReporter);
  if (reporters.length === 0) return null;
  return (
    <section className="plate org-message stack gap-5" aria-labelledby={id}>
      <h2 id={id}>Several reports by one person</h2>
      <ul className="stack gap-3">
        {reporters.map(({ reporterId, reporterName, openOfReporter }) => (
          <li key={reporterId} className="row gap-3 org-actions">
            <span>
              <strong>{reporterName}</strong>
              <span>{`: ${openOfReporter} reports`}</span>
            </span>
            <Button
              isPending={isPending}
              aria-label={`Nothing to do about all of ${reporterName}`}
              onClick={() =>
                void run(async () =>
                  onSettled({
                    what: `what ${reporterName} reports`,
                    ids: await settle({ reporterId, seen: openOfReporter }),
                  }),
                )
              }
            >
              Nothing to do
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}

function OpenCard({
  report,
  others,
  onSettled,
}: {
  report: Report;
  others: readonly Report[];
  /** Called once nothing is to be done about these. */
  onSettled: (settled: Settled) => void;
}) {
  const id = useId();
  const settle = useMutation(api.listings.settleReports);
  const { run, isPending } = useAction(FAILURE);
  const { target, isTeam } = report;
  const shown = isTeam ? "opening" : "card";
  const more = report.openAboutTarget - 1 - others.length;

  const reports = [report, ...others];
  const ids = reports.map(({ _id }) => _id);
  const press = async (takeDown: boolean) =>
    settle({ target, takeDown, seen: ids });

  return (
    <article className="plate org-message stack gap-5" aria-labelledby={id}>
      <Heading id={id} report={report} />
      {reports.map((one) => (
        <Words key={one._id} report={one} />
      ))}
      {more > 0 && (
        <p>
          {`${counted(more, "other person has", "other people have")} reported this ${isTeam ? "team" : "person"}, too. Above are the first report and the newest.`}
        </p>
      )}
      <div className="row gap-3 org-actions">
        <AskingButton
          label={`Take the ${shown} down`}
          button={{ tone: "hot", "aria-describedby": id }}
          title={`Take the ${shown} of ${report.targetName} down?`}
          text={`It disappears for everybody at once, ${counted(reports.length, "report")} ${reports.length === 1 ? "is" : "are"} settled, and you cannot bring it back. ${report.targetName} can show another one.`}
          confirm="Take it down"
          failure={FAILURE}
          onConfirm={() => press(true)}
        />
        <Button
          isPending={isPending}
          aria-describedby={id}
          onClick={() =>
            void run(async () => {
              await press(false);
              onSettled({ what: report.targetName, ids });
            })
          }
        >
          Nothing to do
        </Button>
      </div>
    </article>
  );
}

function SettledCard({ report }: { report: Report }) {
  const id = useId();
  return (
    <article className="plate org-message stack gap-5" aria-labelledby={id}>
      <Heading id={id} report={report} />
      <Words report={report} />
      {report.settledAt !== null && (
        <p className="org-verdict flex gap-2 signal-text strong text-s">
          <CheckIcon />
          <span>{`Settled by ${report.settledBy ?? "an organiser"} on ${formatMoment(report.settledAt)}`}</span>
        </p>
      )}
    </article>
  );
}

function Heading({ id, report }: { id: string; report: Report }) {
  return (
    <h2 id={id}>
      {`${report.isTeam ? "Team" : "Person"}: ${report.targetName}`}
    </h2>
  );
}

/** Who reported, when and why, and what the card or the opening said then. */
function Words({ report }: { report: Report }) {
  const { reporterName, sentAt, reason, said, isTeam } = report;
  return (
    <>
      <p className="org-meta row gap-x-4 min-w-0 whole-line quiet text-s">
        <span>
          Reported by <strong>{reporterName}</strong>
        </span>
        <span>{formatMoment(sentAt)}</span>
      </p>
      <p className="own-direction measure soft pre-line">{reason}</p>
      {said !== "" && (
        <p className="org-quiet">{`The ${isTeam ? "opening" : "card"} said: “${said}”`}</p>
      )}
    </>
  );
}
