import { useMutation } from "convex/react";
import { useState } from "react";
import { api } from "#convex/_generated/api";
import type { Settings, SettingsChange } from "#convex/settings/shared";
import { event } from "../../../content/event";
import { askDeploymentTime } from "../../../features/clock/deployment-clock";
import { formatMoment, formatTime } from "../../../lib/time/format-time";
import { useAction } from "../../../lib/forms/use-action";
import { useFocusAfter } from "../../../lib/focus/use-focus-on-change";
import { useIsNew } from "../../../lib/time/use-lasting";
import { Button } from "../../../ui/button";
import { useQuestion } from "../../../ui/confirmation";
import { formatOwnTime } from "../../../lib/time/own-time";
import { Effects, type Moment } from "./effects";
import { EVENT_MS } from "./phase-offers";
import {
  timeKeys,
  timeLabels,
  turnsOf,
  windowNames,
  type TimeKey,
  type WindowName,
} from "./states";
import { TimeForm } from "./time-form";
import { WayBack } from "./way-back";
import type { Elements } from "../../../ui/elements";

const MINUTE = 60_000;
const MORE = 30;
const TWO_DAYS_MS = 48 * 60 * MINUTE;
const FAILURE = "Failed to set the time";

/** How long a button rests whose time somebody has just changed. */
const REST_MS = 4_000;

const closings: Record<WindowName, string> = {
  teamChanges: "Close team changes",
  submissions: "Close submissions",
};

/** When things happen by themselves, in order, and where the event is now. */
export function Timeline(moment: Moment) {
  const { settings, nowMs, recent } = moment;
  const change = useMutation(api.settings.change);
  // With what was set when its form was opened.
  const [edited, setEdited] = useState<{ key: TimeKey; seen: Settings }>();
  const { ask, dialog } = useQuestion();
  const suggestions = suggestionsOf(settings);
  const points = timeKeys
    .map((key) => ({
      key,
      at: settings[key],
      place: settings[key] ?? suggestions[key],
    }))
    .sort((one, other) => one.place - other.place);
  const nowAt = points.filter(({ place }) => place <= nowMs).length;

  const [newest] = recent.changes;
  // A change of the phase has its way back there.
  const changed = newest?.names.includes("phase")
    ? undefined
    : timeKeys.find((key) => newest?.names.includes(key));

  const save = async ({ key, at }: Wanted) =>
    change({ [key]: at, seen: edited?.seen ?? settings });

  /** Asks first if the time closes something at once; then the form stays open. @returns whether it is saved */
  async function request(wanted: Wanted): Promise<boolean> {
    const after = { ...settings, [wanted.key]: wanted.at ?? undefined };
    const turns = turnsOf(settings, after, nowMs);
    const name = windowNames.find((one) => turns[one] === false);
    if (name === undefined) {
      await save(wanted);
      return true;
    }
    ask({
      title: `${closings[name]} now?`,
      text: "That time is over.",
      confirm: closings[name],
      failure: FAILURE,
      children: <Effects of={{ [wanted.key]: wanted.at }} {...moment} />,
      onConfirm: async () => {
        await save(wanted);
        setEdited(undefined);
      },
    });
    return false;
  }

  const rows = points.map(({ key, at }) => (
    <Point
      key={key}
      label={timeLabels[key]}
      at={at}
      isPast={at !== undefined && at <= nowMs}
      onEdit={() => setEdited({ key, seen: settings })}
      form={
        edited?.key === key && (
          <TimeForm
            name={key}
            label={timeLabels[key]}
            initial={at ?? suggestions[key]}
            isSet={at !== undefined}
            failure={FAILURE}
            save={(wanted) => request({ key, at: wanted })}
            onClose={() => setEdited(undefined)}
          />
        )
      }
      wayBack={
        newest && key === changed && <WayBack change={newest} {...moment} />
      }
    >
      <Shortcut name={key} settings={settings} nowMs={nowMs} />
    </Point>
  ));
  const now = (
    <li key="now" className="org-now ends">
      {`Now: ${formatMoment(nowMs)}`}
    </li>
  );
  return (
    <>
      <ol className="org-line" aria-label="Times">
        {[...rows.slice(0, nowAt), now, ...rows.slice(nowAt)]}
      </ol>
      {dialog}
    </>
  );
}

type Wanted = { key: TimeKey; at: number | null };

function Point({
  label,
  at,
  isPast,
  form,
  wayBack,
  onEdit,
  children,
}: {
  label: string;
  at: number | undefined;
  isPast: boolean;
  /** The open form, in the place of the buttons. */
  form: Elements;
  /** If this was changed last. */
  wayBack: Elements;
  onEdit: () => void;
  children: Elements;
}) {
  const own = at === undefined ? null : formatOwnTime(at);
  const button = useFocusAfter<HTMLButtonElement>(form !== false);
  const verb = at === undefined ? "Set" : "Edit";
  return (
    <li
      className="ends"
      data-past={isPast || undefined}
      data-unset={at === undefined || undefined}
    >
      <p>
        <strong>{label}</strong>{" "}
        <span>{at === undefined ? "Not set" : formatMoment(at)}</span>
        {own !== null && <span className="org-quiet">{` (${own})`}</span>}
      </p>
      {form === false ? (
        <div className="row gap-3 org-actions">
          {children}
          <Button
            ref={button}
            aria-label={`${verb}: ${label}`}
            onClick={onEdit}
          >
            {verb}
          </Button>
        </div>
      ) : (
        form
      )}
      {wayBack}
    </li>
  );
}

/** What is done by hand at a point: starting the event, and giving everyone more time. */
function Shortcut({
  name,
  settings,
  nowMs,
}: {
  name: TimeKey;
  settings: Settings;
  nowMs: number;
}) {
  const { startsAt, endsAt, submissionsCloseAt: closesAt } = settings;
  const change = useMutation(api.settings.change);
  const { run, isPending } = useAction(FAILURE);
  const isResting = useIsNew(closesAt, REST_MS);
  const press = async (wanted: SettingsChange) =>
    change({ ...wanted, seen: settings });
  if (name === "startsAt" && (startsAt ?? Infinity) > nowMs) {
    const end = (endsAt ?? 0) > nowMs ? endsAt : wholeMinute(nowMs) + EVENT_MS;
    return (
      <Button
        isPending={isPending}
        onClick={() => void run(() => press({ startsAt: "now", endsAt: end }))}
      >
        Start now
      </Button>
    );
  }
  if (name !== "submissionsCloseAt" || closesAt === undefined) return null;
  const laterThan = (now: number) =>
    Math.max(closesAt, wholeMinute(now)) + MORE * MINUTE;

  async function prolong() {
    // The deployment's time decides, so it is asked, not estimated.
    const later = laterThan(await askDeploymentTime());
    await press({
      submissionsCloseAt: later,
      // An event that ended with them goes on with them.
      ...(endsAt === closesAt && { endsAt: later }),
    });
  }

  return (
    <Button
      isPending={isPending}
      isDisabled={isResting}
      onClick={() => void run(prolong)}
    >
      {`${MORE} minutes more: until ${formatTime(laterThan(nowMs))}`}
    </Button>
  );
}

function wholeMinute(atMs: number): number {
  return Math.ceil(atMs / MINUTE) * MINUTE;
}

/** What a form begins with while a time is not set, and where its point is on the line. */
function suggestionsOf(settings: Settings): Record<TimeKey, number> {
  const startsAt = settings.startsAt ?? Date.parse(event.firstDay);
  const endsAt = settings.endsAt ?? startsAt + EVENT_MS;
  return {
    teamChangesCloseAt: startsAt - TWO_DAYS_MS,
    startsAt,
    submissionsOpenAt: startsAt,
    submissionsCloseAt: endsAt,
    endsAt,
  };
}
