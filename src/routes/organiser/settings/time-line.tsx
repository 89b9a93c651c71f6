import { useMutation } from "convex/react";
import { useEffect, useRef, useState, type ReactNode } from "react";
import { api } from "#convex/_generated/api";
import type { Settings } from "#convex/shared/settings";
import { event } from "../../../content/event";
import { askDeploymentTime } from "../../../features/clock/deployment-clock";
import { formatMoment } from "../../../lib/format-date";
import { useAction } from "../../../lib/use-action";
import { Button } from "../../../ui/button";
import { Confirmation } from "../../../ui/confirmation";
import { formatOwnTime } from "../../../lib/own-time";
import { EVENT_MS } from "./phase-offers";
import { closedBy, type TimeKey, type WindowName } from "./states";
import { TimeForm } from "./time-form";

const MINUTE = 60_000;
const MORE = 30;
const TWO_DAYS_MS = 48 * 60 * MINUTE;
const FAILURE = "Failed to set the time";

const labels: Record<TimeKey, string> = {
  teamChangesCloseAt: "Team changes close",
  startsAt: "The event starts",
  submissionsOpenAt: "Submissions open",
  submissionsCloseAt: "Submissions close",
  endsAt: "The event ends",
};

const questions: Record<
  WindowName,
  { title: string; text: string; confirm: string }
> = {
  teamChanges: {
    title: "Close team changes now?",
    text: "That time is over, so teams cannot be changed any more as soon as it is set.",
    confirm: "Close team changes",
  },
  submissions: {
    title: "Close submissions now?",
    text: "With this time nobody can write or hand in any more as soon as it is set. Drafts stay drafts.",
    confirm: "Close submissions",
  },
};

/**
 * When things happen by themselves, in order, and where the event is now.
 * @param nowMs the deployment's time
 */
export function TimeLine({
  settings,
  nowMs,
}: {
  settings: Settings;
  nowMs: number;
}) {
  const change = useMutation(api.settings.change);
  const [edited, setEdited] = useState<TimeKey | null>(null);
  // Kept while the dialog closes.
  const [asked, setAsked] = useState<{ name: WindowName; wanted: Wanted }>();
  const [isAsking, setIsAsking] = useState(false);
  const suggestions = suggestionsOf(settings);
  const points = (Object.keys(labels) as TimeKey[])
    .map((key) => ({
      key,
      at: settings[key],
      place: settings[key] ?? suggestions[key],
    }))
    .sort((one, other) => one.place - other.place);
  const nowAt = points.filter(({ place }) => place <= nowMs).length;

  const save = ({ key, at }: Wanted) => change({ [key]: at });

  /** Asks first if the time closes something at once; then the form stays open. @returns whether it is saved */
  async function request(wanted: Wanted): Promise<boolean> {
    const name = closedBy(wanted.key, wanted.at, settings, nowMs);
    if (name === undefined) {
      await save(wanted);
      return true;
    }
    setAsked({ name, wanted });
    setIsAsking(true);
    return false;
  }

  const rows = points.map(({ key, at }) => (
    <Point
      key={key}
      label={labels[key]}
      at={at}
      isPast={at !== undefined && at <= nowMs}
      onEdit={() => setEdited(key)}
      form={
        edited === key && (
          <TimeForm
            name={key}
            label={labels[key]}
            initial={at ?? suggestions[key]}
            isSet={at !== undefined}
            failure={FAILURE}
            save={(wanted) => request({ key, at: wanted })}
            onClose={() => setEdited(null)}
          />
        )
      }
    >
      <Shortcut name={key} settings={settings} nowMs={nowMs} />
    </Point>
  ));
  const now = (
    <li key="now" className="org-now ends">
      Now: {formatMoment(nowMs)}
    </li>
  );
  return (
    <>
      <ol className="org-line" aria-label="Times">
        {[...rows.slice(0, nowAt), now, ...rows.slice(nowAt)]}
      </ol>
      {asked && (
        <Confirmation
          {...questions[asked.name]}
          isOpen={isAsking}
          failure={FAILURE}
          onClose={() => setIsAsking(false)}
          onConfirm={async () => {
            await save(asked.wanted);
            setEdited(null);
          }}
        />
      )}
    </>
  );
}

type Wanted = { key: TimeKey; at: number | null };

function Point({
  label,
  at,
  isPast,
  form,
  onEdit,
  children,
}: {
  label: string;
  at: number | undefined;
  isPast: boolean;
  /** The open form, in the place of the buttons. */
  form: ReactNode;
  onEdit: () => void;
  children: ReactNode;
}) {
  const own = at === undefined ? null : formatOwnTime(at);
  const button = useFocusAfter(form !== false);
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
        {own !== null && <span className="org-quiet"> ({own})</span>}
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
    </li>
  );
}

/** The ref of a button that gets the focus back when what it opened is closed. */
function useFocusAfter(isOpen: boolean) {
  const button = useRef<HTMLButtonElement>(null);
  const wasOpen = useRef(isOpen);
  useEffect(() => {
    if (wasOpen.current && !isOpen) button.current?.focus();
    wasOpen.current = isOpen;
  }, [isOpen]);
  return button;
}

/** What is done by hand at a point: starting the event, and giving everyone more time. */
function Shortcut({
  name,
  settings: { startsAt, endsAt, submissionsCloseAt },
  nowMs,
}: {
  name: TimeKey;
  settings: Settings;
  nowMs: number;
}) {
  const change = useMutation(api.settings.change);
  const { run, isPending } = useAction(FAILURE);
  if (name === "startsAt" && (startsAt ?? Infinity) > nowMs) {
    const end = (endsAt ?? 0) > nowMs ? endsAt : wholeMinute(nowMs) + EVENT_MS;
    return (
      <Button
        isPending={isPending}
        onClick={() => void run(() => change({ startsAt: "now", endsAt: end }))}
      >
        Start now
      </Button>
    );
  }
  if (name !== "submissionsCloseAt" || submissionsCloseAt === undefined)
    return null;

  async function prolong(closesAt: number) {
    // The deployment's time decides, so it is asked, not estimated.
    const now = wholeMinute(await askDeploymentTime());
    const later = Math.max(closesAt, now) + MORE * MINUTE;
    await change({
      submissionsCloseAt: later,
      // An event that ended with them goes on with them.
      ...(endsAt === closesAt && { endsAt: later }),
    });
  }

  return (
    <Button
      isPending={isPending}
      onClick={() => void run(() => prolong(submissionsCloseAt))}
    >
      {MORE} minutes more
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
