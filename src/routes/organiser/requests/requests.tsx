import { useState } from "react";
import { api } from "#convex/_generated/api";
import { useFocusKept } from "../../../lib/focus/use-focus-kept";
import { Skeleton } from "../../../ui/skeleton";
import { Loaded, useOrganiserQuery } from "../frame/live";
import { SectionFrame } from "../frame/section-frame";
import { AnswerDialog, ChangeCards, type Answering } from "./change-cards";
import { OpenReports, SettledReports } from "./report-cards";

const skeleton = <Skeleton height="14rem" />;

/**
 * What participants send to the organisers: reports about each other, then change requests, the oldest first; what is
 * answered is folded.
 */
export function Requests() {
  const reports = useOrganiserQuery(api.listings.reports, {});
  const requests = useOrganiserQuery(api.changeRequests.list, {});
  const list = useFocusKept();
  const [answering, setAnswering] = useState<Answering>();
  return (
    <SectionFrame>
      <Loaded
        live={reports}
        failure="Failed to load the reports"
        skeleton={skeleton}
      >
        {({ settled, ...open }) => (
          <Loaded
            live={requests}
            failure="Failed to load the requests"
            skeleton={skeleton}
          >
            {(all) => {
              const waiting = all.filter(({ outcome }) => outcome === null);
              const answered = all.filter(({ outcome }) => outcome !== null);
              const isNothingOpen = open.open.length + waiting.length === 0;
              return (
                <div ref={list} tabIndex={-1} className="org-list stack gap-5">
                  {isNothingOpen && (
                    <p className="org-empty">No one waits for an answer.</p>
                  )}
                  <OpenReports {...open} />
                  <ChangeCards requests={waiting} onAnswer={setAnswering} />
                  {answered.length + settled.length > 0 && (
                    <details>
                      <summary className="soft">{`Answered (${answered.length + settled.length})`}</summary>
                      <div className="stack gap-5">
                        <SettledReports reports={settled} />
                        <ChangeCards
                          requests={answered}
                          onAnswer={setAnswering}
                        />
                      </div>
                    </details>
                  )}
                  <AnswerDialog
                    answering={answering}
                    requests={all}
                    onClose={() => setAnswering(undefined)}
                  />
                </div>
              );
            }}
          </Loaded>
        )}
      </Loaded>
    </SectionFrame>
  );
}
