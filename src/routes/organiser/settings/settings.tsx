import { api } from "#convex/_generated/api";
import type { Settings as Current } from "#convex/shared/settings";
import {
  useDeploymentMinute,
  useDeploymentTime,
} from "../../../features/clock/deployment-clock";
import { useTeamChanges } from "../../../lib/settings/live-settings";
import { useTimedLive } from "../../../lib/use-timed-live";
import { SkeletonStack } from "../../../ui/skeleton";
import { Loaded, useOrganiserQuery } from "../frame/live";
import { SectionFrame } from "../frame/section-frame";
import { HelpReminder } from "./help-reminder";
import { PhaseChoice } from "./phase-choice";
import { stateInWords, type States } from "./states";
import { Switch } from "./switch";
import { switches, switchesOnTheDay } from "./switches";
import { TimeLine } from "./time-line";

/** The phase of the event, and one line of all times; the switches are exceptions. */
export function Settings() {
  const settings = useOrganiserQuery(api.settings.current, {});
  const teamChanges = useTeamChanges();
  const submissions = useTimedLive(api.settings.submissions);
  const live =
    teamChanges === undefined || submissions.status === "pending"
      ? ({ status: "pending" } as const)
      : submissions.status === "error"
        ? submissions
        : settings;
  return (
    <SectionFrame>
      <Loaded
        live={live}
        failure="Failed to load the settings"
        skeleton={<SkeletonStack heights={["9rem", "24rem"]} />}
      >
        {(current) =>
          teamChanges &&
          submissions.status === "success" && (
            <Times
              settings={current}
              states={{ teamChanges, submissions: submissions.data }}
            />
          )
        }
      </Loaded>
    </SectionFrame>
  );
}

function Times({ settings, states }: { settings: Current; states: States }) {
  const minute = useDeploymentMinute();
  const nowMs = useDeploymentTime() ?? minute;
  const { teamChangesOpen, submissionsOpen } = settings;
  return (
    <>
      <PhaseChoice settings={settings} states={states} nowMs={nowMs} />
      <section className="stack gap-4" aria-labelledby="times">
        <h2 id="times">Times</h2>
        <dl className="org-states grid gap-1 gap-x-4" aria-live="polite">
          <dt>Team changes</dt>
          <dd>{stateInWords("teamChanges", states, teamChangesOpen)}</dd>
          <dt>Submissions</dt>
          <dd>{stateInWords("submissions", states, submissionsOpen)}</dd>
        </dl>
        <TimeLine settings={settings} nowMs={nowMs} />
      </section>
      <section className="stack gap-4" aria-labelledby="on-the-day">
        <h2 id="on-the-day">On the day</h2>
        <ul className="org-switches">
          {switchesOnTheDay.map((words) => (
            <Switch
              key={words.key}
              words={words}
              isOn={settings[words.key] === true}
            />
          ))}
        </ul>
        {settings.helpOpen === true && <HelpReminder settings={settings} />}
      </section>
      <details className="org-fold">
        <summary className="soft">
          Exceptions: open, close or hide something by hand
        </summary>
        <ul className="org-switches">
          {switches.map((words) => (
            <Switch
              key={words.key}
              words={words}
              isOn={
                words.key === "teamChangesOpen"
                  ? states.teamChanges.state === "open"
                  : settings[words.key] === true
              }
            />
          ))}
        </ul>
      </details>
    </>
  );
}
