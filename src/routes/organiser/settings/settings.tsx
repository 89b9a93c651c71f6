import { api } from "#convex/_generated/api";
import { useTeamChanges } from "../../../lib/settings/live-settings";
import { useTimedLive } from "../../../lib/use-timed-live";
import { Skeleton } from "../../../ui/skeleton";
import { Loaded, useOrganiserQuery } from "../frame/live";
import { SectionFrame } from "../frame/section-frame";
import { ClosingTime } from "./closing-time";
import { PhaseChoice } from "./phase-choice";
import { SubmissionTimes } from "./submission-times";
import { Switch } from "./switch";
import { switches } from "./switches";

export function Settings() {
  const settings = useOrganiserQuery(api.settings.current, {});
  const teamChanges = useTeamChanges();
  const submissions = useTimedLive(api.settings.submissions);
  const live =
    teamChanges === undefined ? ({ status: "pending" } as const) : settings;
  return (
    <SectionFrame>
      <Loaded
        live={live}
        failure="Failed to load the settings"
        skeleton={<SettingsSkeleton />}
      >
        {(current) => (
          <>
            <ul className="stack gap org-switches">
              <li className="org-whole-row">
                <PhaseChoice current={current.phase} />
              </li>
              {switches.map((words) => (
                <li key={words.key}>
                  <Switch
                    words={words}
                    isOn={
                      words.key === "teamChangesOpen" && teamChanges
                        ? teamChanges.state === "open"
                        : current[words.key]
                    }
                  />
                </li>
              ))}
            </ul>
            {teamChanges && (
              <ClosingTime
                closeAt={current.teamChangesCloseAt}
                state={teamChanges}
              />
            )}
            {submissions.status === "success" && (
              <SubmissionTimes
                opensAt={current.submissionsOpenAt ?? null}
                closesAt={current.submissionsCloseAt ?? null}
                state={submissions.data.state}
              />
            )}
          </>
        )}
      </Loaded>
    </SectionFrame>
  );
}

function SettingsSkeleton() {
  return (
    <div className="stack gap org-switches">
      <div className="org-whole-row">
        <Skeleton height="22rem" />
      </div>
      {switches.map(({ key }) => (
        <Skeleton key={key} height="15rem" />
      ))}
    </div>
  );
}
