/**
 * What organisers open and close: the settings, and when teams can be changed, and
 * projects edited and handed in. That is one rule for all mutations and pages: organisers
 * open and close a window with a switch, and set the times at which it opens and closes by
 * itself. All times are milliseconds since the epoch.
 */
import { v, type Infer } from "convex/values";
import * as z from "zod/mini";
import type { Addresses } from "../platform/shared/addresses";
import { nextChangeValidator } from "../platform/shared/nextChange";
import { indianTime } from "../platform/shared/indianTime";
import { instant, refusing, literals } from "../platform/shared/input";

/**
 * How long after the closing time pressing Hand in is still taken: what was written in
 * time may be on its way, and the press after it.
 */
export const HAND_IN_GRACE_MS = 30 * 1000;

/** The time at which team changes close. */
export const closingTimeSchema = z.object({
  teamChangesCloseAt: instant("Time at which team changes close"),
});

/** The times at which submissions open and close; either may be missing. */
export const submissionTimesSchema = z
  .object({
    submissionsOpenAt: z.optional(instant("Time at which submissions open")),
    submissionsCloseAt: z.optional(instant("Time at which submissions close")),
  })
  .check(
    z.refine(
      ({ submissionsOpenAt: opens, submissionsCloseAt: closes }) =>
        opens === undefined || closes === undefined || opens < closes,
      {
        ...refusing("closes_before_it_opens", {}),
        path: ["submissionsCloseAt"],
      },
    ),
  );

/** When the event starts and ends; either may be missing. */
export const eventTimesSchema = z
  .object({
    startsAt: z.optional(instant("Start of the event")),
    endsAt: z.optional(instant("End of the event")),
  })
  .check(
    z.refine(
      ({ startsAt, endsAt }) =>
        startsAt === undefined || endsAt === undefined || startsAt < endsAt,
      { ...refusing("ends_before_it_starts", {}), path: ["endsAt"] },
    ),
  );

/** The longest time after which mentors can be reminded of a team that waits. */
const MAX_REMINDER_MINUTES = 120;

const wrongMinutes = refusing("out_of_range", {
  label: "Minutes until the reminder",
  max: MAX_REMINDER_MINUTES,
});

/** How long a team waits for help before mentors are reminded. A form passes NaN for what is no number. */
export const reminderSchema = z.object({
  helpReminderMinutes: z
    .number(wrongMinutes.error)
    .check(
      z.refine(
        (minutes) =>
          Number.isInteger(minutes) &&
          minutes >= 1 &&
          minutes <= MAX_REMINDER_MINUTES,
        wrongMinutes,
      ),
    ),
});

/**
 * Where the event is: registration open, registration closed, live now, over. An
 * organiser says so; no clock sets it.
 */
export const phaseValidator = literals("open", "closed", "live", "over");
export type Phase = Infer<typeof phaseValidator>;

/** What organisers open and close. */
export const settingsValidator = v.object({
  /** Teams can be created, joined and left; see also `teamChangesCloseAt`. */
  teamChangesOpen: v.boolean(),
  /**
   * When team changes close by themselves. Milliseconds since the epoch; absent if
   * never.
   */
  teamChangesCloseAt: v.optional(v.number()),
  /** False if an organiser has closed submissions manually; see also the two times. */
  submissionsOpen: v.boolean(),
  /**
   * The times between which projects can be edited and handed in, in milliseconds since
   * the epoch. Without the first, submissions are not open; without the second, they do
   * not close by themselves.
   */
  submissionsOpenAt: v.optional(v.number()),
  submissionsCloseAt: v.optional(v.number()),
  /** Everyone sees the gallery; absent means no. */
  galleryPublished: v.optional(v.boolean()),
  /** Every page shows the link to the external registration. */
  registrationLinkShown: v.boolean(),
  /** The pre-meetup banner is shown to people who have not hidden it. */
  bannerShown: v.boolean(),
  phase: phaseValidator,
  /** The hall's screen, /arena, shows the event; absent means no. */
  arenaOpen: v.optional(v.boolean()),
  /** Devices are reminded of entries of the schedule; absent means no. */
  phoneReminders: v.optional(v.boolean()),
  /** People are checked in at the door; absent means no. */
  checkInOpen: v.optional(v.boolean()),
  /**
   * When the event starts and ends, for the clocks on the pages. Milliseconds since the
   * epoch; absent until an organiser sets them. Nothing opens or closes by them.
   */
  startsAt: v.optional(v.number()),
  endsAt: v.optional(v.number()),
  /** Teams can ask mentors for help; absent means no. */
  helpOpen: v.optional(v.boolean()),
  /** How long a team waits before all mentors are reminded; absent: REMINDER_MINUTES. */
  helpReminderMinutes: v.optional(v.number()),
});
export type Settings = Infer<typeof settingsValidator>;

/** The settings while there is no row: everything is open and shown. */
export const DEFAULTS: Settings = {
  teamChangesOpen: true,
  submissionsOpen: true,
  registrationLinkShown: true,
  bannerShown: true,
  phase: "open",
};

/** The settings that public pages follow. */
export type PublicSettings = Pick<
  Settings,
  "registrationLinkShown" | "bannerShown" | "phase" | "galleryPublished"
> & { addresses?: Addresses };

/**
 * Returns the marks of the root element by which style sheets show and hide parts of a
 * page; an empty one is left out.
 */
export function marksOf({
  registrationLinkShown,
  bannerShown,
  phase,
  galleryPublished,
}: PublicSettings): Record<"hidden" | "phase" | "gallery", string> {
  // The pre-meetup comes before the event.
  const isBefore = phase === "open" || phase === "closed";
  const hidden = [
    ...(phase === "open" && registrationLinkShown ? [] : ["registration"]),
    ...(bannerShown && isBefore ? [] : ["banner"]),
  ];
  return {
    hidden: hidden.join(" "),
    phase: phase === "open" ? "" : phase,
    gallery: galleryPublished === true ? "published" : "",
  };
}

/** What the server writes into the HTML of a page, see `settings.page`. */
export const pageHeadValidator = v.object({
  attributes: v.record(v.string(), v.string()),
  title: v.optional(v.string()),
  /** By property; an empty one removes the page's own tag. */
  meta: v.record(v.string(), v.string()),
});
export type PageHead = Infer<typeof pageHeadValidator>;

/** "now" is the deployment's time. */
const changedTime = v.optional(
  v.nullable(v.union(v.number(), v.literal("now"))),
);

/** A change of the settings by an organiser; null removes a time. */
export const settingsChangeValidator = v.object({
  ...settingsValidator.partial().fields,
  teamChangesCloseAt: changedTime,
  submissionsOpenAt: changedTime,
  submissionsCloseAt: changedTime,
  startsAt: changedTime,
  endsAt: changedTime,
});
export type SettingsChange = Infer<typeof settingsChangeValidator>;

/** What is taken back together: the phase, the times, and what a phase opens and closes. */
export const TIMELINE = [
  "phase",
  "startsAt",
  "endsAt",
  "teamChangesOpen",
  "teamChangesCloseAt",
  "submissionsOpen",
  "submissionsOpenAt",
  "submissionsCloseAt",
] as const satisfies (keyof Settings)[];

/** The settings, as the audit log and refusals name them. */
export const settingWords: Record<keyof Settings, string> = {
  teamChangesOpen: "Team changes open",
  teamChangesCloseAt: "Team changes close",
  submissionsOpen: "Submissions open",
  submissionsOpenAt: "Submissions open at",
  submissionsCloseAt: "Submissions close at",
  galleryPublished: "Gallery published",
  registrationLinkShown: "Registration link shown",
  bannerShown: "Banner shown",
  phase: "Phase",
  arenaOpen: "The hall's screen is on",
  phoneReminders: "Reminders on phones",
  checkInOpen: "Check-in open",
  startsAt: "Start of the event",
  endsAt: "End of the event",
  helpOpen: "Help open",
  helpReminderMinutes: "Minutes until mentors are reminded",
};

export const phaseWords: Record<Phase, string> = {
  open: "Registration open",
  closed: "Registration closed",
  live: "Live now",
  over: "Over",
};

/** The value of a setting or an address, as a sentence shows it. */
export function valueInWords(value: string | number | boolean | null): string {
  if (value === null || value === "") return "nothing";
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (typeof value === "number")
    return value > MAX_REMINDER_MINUTES ? indianTime(value) : String(value);
  return `“${phaseWords[value as Phase] ?? value}”`;
}

/** Recent changes of the phase and the times, as organisers take them back. */
export const recentChangesValidator = v.object({
  /** The newest first; without those whose way back would change nothing. */
  changes: v.array(
    v.object({
      _id: v.id("settingsChanges"),
      /** Milliseconds since the epoch. */
      at: v.number(),
      /** The organiser's name. */
      by: v.string(),
      /** What was changed. */
      names: v.array(literals(...TIMELINE)),
      /** What the way back would set: everything as it was before this change. */
      back: settingsChangeValidator,
    }),
  ),
  /** The newest of all, for `settings.takeBack`; null if there is none. */
  last: v.nullable(v.id("settingsChanges")),
  /** Who has set a setting last, by its name. */
  setBy: v.record(v.string(), v.string()),
});
export type RecentChanges = Infer<typeof recentChangesValidator>;

/**
 * Whether something is open now, by the deployment's clock. Times are
 * milliseconds since the epoch.
 */
export const windowStateValidator = v.object({
  state: literals("not open", "open", "closed"),
  opensAt: v.nullable(v.number()),
  /**
   * In the past if that time has closed it. Null if no time is set, or if an organiser has
   * closed it manually.
   */
  closesAt: v.nullable(v.number()),
  /** Null while it is not closed, and if the time is unknown. */
  closedSince: v.nullable(v.number()),
});
export type WindowState = Infer<typeof windowStateValidator>;

/** Whether teams can be changed now, and when that changes by itself. */
export const teamChangesValidator = v.object({
  ...windowStateValidator.fields,
  next: nextChangeValidator,
});

/**
 * Whether projects can be edited and handed in now, and when that changes by itself.
 */
export const submissionsValidator = v.object({
  ...windowStateValidator.fields,
  /** The projects are assigned to judges. */
  hasJudgingBegun: v.boolean(),
  next: nextChangeValidator,
});
export type Submissions = Infer<typeof submissionsValidator>;

/** The row of the settings, or their defaults. */
type Row = Omit<Settings, "phase">;

type Window = {
  isSwitchedOn: boolean;
  /** When it was switched off, if it is off and that is known. */
  switchedOffAt: number | null;
  /** Null: it does not open before a time is set. */
  opensAt: number | null;
  /** Null: it does not close by itself. */
  closesAt: number | null;
};

/** The windows that the settings hold. */
export const windows = {
  teamChanges: ({
    teamChangesOpen,
    teamChangesCloseAt,
    teamChangesClosedAt,
  }: Row & { teamChangesClosedAt?: number }): Window => ({
    isSwitchedOn: teamChangesOpen,
    switchedOffAt: teamChangesClosedAt ?? null,
    opensAt: 0,
    closesAt: teamChangesCloseAt ?? null,
  }),
  submissions: ({
    submissionsOpen,
    submissionsOpenAt,
    submissionsCloseAt,
  }: Row): Window => ({
    isSwitchedOn: submissionsOpen,
    switchedOffAt: null,
    opensAt: submissionsOpenAt ?? null,
    closesAt: submissionsCloseAt ?? null,
  }),
};

/** Returns the state of a window at an instant of the deployment's clock. */
export function windowAt(
  { isSwitchedOn, switchedOffAt, opensAt, closesAt }: Window,
  nowMs: number,
): WindowState {
  if (opensAt === null || nowMs < opensAt)
    return { state: "not open", opensAt, closesAt, closedSince: null };
  const closedByTimeAt =
    closesAt !== null && closesAt <= nowMs ? closesAt : null;
  if (isSwitchedOn)
    return {
      state: closedByTimeAt === null ? "open" : "closed",
      opensAt,
      closesAt,
      closedSince: closedByTimeAt,
    };
  return {
    state: "closed",
    opensAt,
    closesAt: null,
    closedSince: firstOf(closedByTimeAt, switchedOffAt),
  };
}

/** Returns the earlier of two instants, of which either may be missing. */
function firstOf(one: number | null, other: number | null): number | null {
  if (one === null || other === null) return one ?? other;
  return Math.min(one, other);
}

/**
 * Whether a project can be handed in: while submissions are open, and shortly after a
 * time has closed them. An organiser who closes them manually closes both at once.
 */
export function isHandInTaken(
  { state, closesAt }: Pick<WindowState, "state" | "closesAt">,
  nowMs: number,
): boolean {
  if (state !== "closed") return state === "open";
  return closesAt !== null && nowMs < closesAt + HAND_IN_GRACE_MS;
}
