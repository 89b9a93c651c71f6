import { useMutation } from "convex/react";
import type { FunctionReturnType } from "convex/server";
import { useId } from "react";
import { api } from "#convex/_generated/api";
import type { Report } from "#convex/shared/listings";
import { counted } from "#convex/shared/text";
import { formatMoment } from "../../../lib/format-date";
import { useAction } from "../../../lib/use-action";
import { Button } from "../../../ui/button";
import { CheckIcon } from "../../../ui/tool-icons";

type Reports = FunctionReturnType<typeof api.listings.reports>;

const FAILURE = "Failed to settle the reports";

/** Open reports of participants about each other, by whom they are about. */
export function OpenReports({
  open,
  more,
  isComplete,
}: Omit<Reports, "settled">) {
  return (
    <>
      {more > 0 && (
        <p>
          {!isComplete && "At least "}
          {counted(more, "more open report")}. They show as you settle these.
        </p>
      )}
      <Reporters open={open} />
      <ul className="stack gap">
        {byTarget(open).map(([report, ...others]) => (
          <li key={report.target}>
            <OpenCard report={report} others={others} />
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
function Reporters({ open }: { open: readonly Report[] }) {
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
              <strong>{reporterName}</strong>: {openOfReporter} reports
            </span>
            <Button
              isPending={isPending}
              aria-label={`Nothing to do about all of ${reporterName}`}
              onClick={() => void run(() => settle({ reporterId }))}
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
}: {
  report: Report;
  others: readonly Report[];
}) {
  const id = useId();
  const settle = useMutation(api.listings.settleReports);
  const { run, isPending } = useAction(FAILURE);
  const { target, isTeam } = report;
  const shown = isTeam ? "opening" : "card";

  const press = (takeDown: boolean) =>
    void run(() => settle({ target, takeDown }));

  return (
    <article className="plate org-message stack gap-5" aria-labelledby={id}>
      <Heading id={id} report={report} />
      {[report, ...others].map((one) => (
        <Words key={one._id} report={one} />
      ))}
      <div className="row gap-3 org-actions">
        <Button
          tone="hot"
          isPending={isPending}
          aria-describedby={id}
          onClick={() => press(true)}
        >
          Take the {shown} down
        </Button>
        <Button
          isPending={isPending}
          aria-describedby={id}
          onClick={() => press(false)}
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
          Settled by {report.settledBy ?? "an organiser"} on{" "}
          {formatMoment(report.settledAt)}
        </p>
      )}
    </article>
  );
}

function Heading({ id, report }: { id: string; report: Report }) {
  return (
    <h2 id={id}>
      {report.isTeam ? "Team" : "Person"}: {report.targetName}
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
        <p className="org-quiet">
          The {isTeam ? "opening" : "card"} said: “{said}”
        </p>
      )}
    </>
  );
}
