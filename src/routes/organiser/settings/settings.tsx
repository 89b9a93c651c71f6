import { useMutation } from "convex/react";
import { useId } from "react";
import * as z from "zod/mini";
import { api } from "#convex/_generated/api";
import { REMINDER_MINUTES } from "#convex/help/shared/queue";
import type {
  RecentChanges,
  Settings as Current,
} from "#convex/settings/shared";
import {
  useDeploymentMinute,
  useDeploymentTime,
} from "../../../features/clock/deployment-clock";
import { notify } from "../../../lib/notify";
import { useTeamChanges } from "../../../lib/settings/live-settings";
import { useAction } from "../../../lib/forms/use-action";
import { useForm } from "../../../lib/forms/use-form";
import { dataOf } from "../../../lib/connection/use-live";
import { useTimedLive } from "../../../lib/connection/use-timed-live";
import { Button } from "../../../ui/button";
import { useQuestion } from "../../../ui/confirmation";
import { FormNotice } from "../../../ui/form-notice";
import { SkeletonStack } from "../../../ui/skeleton";
import { TextField } from "../../../ui/text-field";
import { WaitingNote } from "../../../ui/waiting-note";
import { Loaded, useOrganiserQuery } from "../frame/live";
import { SectionFrame } from "../frame/section-frame";
import { Effects, type Moment } from "./effects";
import { PhaseChoice } from "./phase-choice";
import { stateInWords, type States } from "./states";
import { switches, switchesOnTheDay, type SwitchWords } from "./switches";
import { Timeline } from "./timeline";
import { WayBack } from "./way-back";

/** How many changes can be taken back besides the last one; those before them are in the log. */
const EARLIER = 7;

/** The phase of the event, and one line of all times; the switches are exceptions. */
export function Settings() {
  const settings = useOrganiserQuery(api.settings.current, {});
  const teamChanges = useTeamChanges();
  const submissions = useTimedLive(api.settings.submissions);
  const recent = useOrganiserQuery(api.settings.recentChanges, {});
  const live =
    teamChanges === undefined ||
    [submissions, recent].some(({ status }) => status === "pending")
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
        {({ addresses: _addresses, ...current }) =>
          teamChanges &&
          submissions.status === "success" && (
            <Times
              settings={current}
              states={{ teamChanges, submissions: submissions.data }}
              recent={dataOf(recent) ?? NONE}
            />
          )
        }
      </Loaded>
    </SectionFrame>
  );
}

/** Without them the settings can still be changed. */
const NONE: RecentChanges = { changes: [], last: null, setBy: {} };

function Times({
  settings,
  states,
  recent,
}: Omit<Moment, "nowMs"> & { states: States }) {
  const minute = useDeploymentMinute();
  const moment = { settings, recent, nowMs: useDeploymentTime() ?? minute };
  const { teamChangesOpen, submissionsOpen } = settings;
  const earlier = recent.changes.slice(1, 1 + EARLIER);
  const listOf = (all: readonly SwitchWords[]) => (
    <ul className="org-switches">
      {all.map((words) => (
        <Switch
          key={words.key}
          words={words}
          isOn={
            words.key === "teamChangesOpen"
              ? states.teamChanges.state === "open"
              : settings[words.key] === true
          }
          moment={moment}
        />
      ))}
    </ul>
  );
  return (
    <>
      <PhaseChoice states={states} {...moment} />
      <section className="stack gap-4" aria-labelledby="times">
        <h2 id="times">Times</h2>
        <dl className="org-states grid gap-1 gap-x-4" aria-live="polite">
          <dt>Team changes</dt>
          <dd>{stateInWords("teamChanges", states, teamChangesOpen)}</dd>
          <dt>Submissions</dt>
          <dd>{stateInWords("submissions", states, submissionsOpen)}</dd>
        </dl>
        <Timeline {...moment} />
        {earlier.length > 0 && (
          <details className="line-below org-fold">
            <summary className="soft">Earlier changes</summary>
            {earlier.map((change) => (
              <WayBack key={change._id} change={change} {...moment} />
            ))}
          </details>
        )}
      </section>
      <section className="stack gap-4" aria-labelledby="on-the-day">
        <h2 id="on-the-day">On the day</h2>
        {listOf(switchesOnTheDay)}
        {settings.helpOpen === true && <HelpReminder settings={settings} />}
      </section>
      <details className="line-below org-fold">
        <summary className="soft">
          Exceptions: open, close or hide something by hand
        </summary>
        {listOf(switches)}
      </details>
    </>
  );
}

/** The deployment checks the number. */
const schema = z.object({ helpReminderMinutes: z.string() });

/** After how long all mentors are reminded of a team that waits. */
function HelpReminder({ settings }: { settings: Current }) {
  const { helpReminderMinutes: stored } = settings;
  const minutes = stored ?? REMINDER_MINUTES;
  const change = useMutation(api.settings.change);
  const { formProps, field, notice, isPending } = useForm({
    schema,
    failure: "Failed to set the minutes",
    onSubmit: async ({ helpReminderMinutes: typed }) => {
      await change({
        helpReminderMinutes: Number(typed),
        seen: settings,
      });
      notify.success(`Minutes set: ${typed} in place of ${minutes}`);
    },
    isOfStored: true,
  });
  return (
    <form {...formProps} className="stack gap-3" aria-label="Help reminder">
      <TextField
        label="Minutes until all mentors are reminded of a team that waits for help"
        {...field("helpReminderMinutes")}
        inputMode="numeric"
        defaultValue={minutes}
      />
      <FormNotice>{notice}</FormNotice>
      <div>
        <Button type="submit" isPending={isPending}>
          Set the minutes
        </Button>
      </div>
    </form>
  );
}

const FAILURE = "Failed to change the setting";

/** A setting. Switching it off asks first if that closes something. */
function Switch({
  words: { key, title, labels, on, off, question },
  isOn,
  moment,
}: {
  words: SwitchWords;
  isOn: boolean;
  moment: Moment;
}) {
  const id = useId();
  const change = useMutation(api.settings.change);
  const { run, isPending } = useAction(FAILURE);
  const { ask, dialog } = useQuestion();
  const set = (isWanted: boolean) => change({ [key]: isWanted });

  function press() {
    if (isPending) return;
    if (!isOn || !question) void run(() => set(!isOn));
    else
      ask({
        ...question,
        text: off,
        failure: FAILURE,
        children: <Effects of={{ [key]: false }} {...moment} />,
        onConfirm: () => set(false),
      });
  }

  return (
    <li className="ends">
      <p>
        <strong id={id}>{title}</strong>{" "}
        <span id={`${id}-state`}>{isOn ? on : off}</span>
      </p>
      <button
        type="button"
        role="switch"
        className="org-switch gap-3 items-center"
        aria-checked={isOn}
        aria-labelledby={id}
        aria-describedby={`${id}-state`}
        aria-disabled={isPending || undefined}
        onClick={press}
      >
        <span className="org-switch-track">
          <span className="org-switch-knob" />
        </span>
        <span aria-hidden="true">{labels[isOn ? 0 : 1]}</span>
      </button>
      {isPending && <WaitingNote />}
      {dialog}
    </li>
  );
}
