import { useMutation } from "convex/react";
import { useId, useRef } from "react";
import { api } from "#convex/_generated/api";
import type { Report } from "#convex/shared/listings";
import { formatMoment } from "../../../lib/format-date";
import { useAction } from "../../../lib/use-action";
import { Button } from "../../../ui/button";
import { CheckIcon } from "../../../ui/tool-icons";
import { Skeleton } from "../../../ui/skeleton";
import { Loaded, useOrganiserQuery } from "../frame/live";

/** Reports of participants about each other; settling one can remove the card or the opening. */
export function ReportList() {
  const live = useOrganiserQuery(api.listings.reports, {});
  const list = useRef<HTMLDivElement>(null);
  return (
    <Loaded
      live={live}
      failure="Failed to load the reports"
      skeleton={<Skeleton height="14rem" />}
    >
      {(reports) => (
        <div ref={list} tabIndex={-1} className="org-list">
          {reports.length === 0 && (
            <p className="org-empty">No one has reported anyone.</p>
          )}
          <ul className="stack gap">
            {reports.map((report) => (
              <li key={report._id}>
                <ReportCard
                  report={report}
                  onSettled={() => list.current?.focus()}
                />
              </li>
            ))}
          </ul>
        </div>
      )}
    </Loaded>
  );
}

function ReportCard({
  report,
  onSettled,
}: {
  report: Report;
  onSettled: () => void;
}) {
  const id = useId();
  const settle = useMutation(api.listings.settleReport);
  const { run, isPending } = useAction("Failed to settle the report");
  const { _id: reportId, targetName, isTeam, said, reason } = report;
  const shown = isTeam ? "opening" : "card";

  async function press(takeDown: boolean) {
    if (await run(() => settle({ reportId, takeDown }))) onSettled();
  }

  return (
    <article className="plate org-message" aria-labelledby={id}>
      <header>
        <h2 id={id}>
          {isTeam ? "Team" : "Person"}: {targetName}
        </h2>
        <p className="org-meta">
          <span>
            Reported by <strong>{report.reporterName}</strong>
          </span>
          <span>{formatMoment(report.sentAt)}</span>
        </p>
      </header>
      <p className="org-words">{reason}</p>
      {said !== "" && (
        <p className="org-quiet">
          The {shown} said: “{said}”
        </p>
      )}
      {report.settledAt === null ? (
        <div className="row gap-3 org-actions">
          <Button
            tone="hot"
            isPending={isPending}
            aria-describedby={id}
            onClick={() => void press(true)}
          >
            Take the {shown} down
          </Button>
          <Button
            isPending={isPending}
            aria-describedby={id}
            onClick={() => void press(false)}
          >
            Nothing to do
          </Button>
        </div>
      ) : (
        <p className="org-verdict">
          <CheckIcon />
          Settled by {report.settledBy ?? "an organiser"} on{" "}
          {formatMoment(report.settledAt)}
        </p>
      )}
    </article>
  );
}
