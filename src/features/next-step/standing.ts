/**
 * The table of roles and moments: what a person is told, and the one way on. Pages and navigation ask it, and decide
 * nothing by the phase on their own. Visitors and guests stand in `content/visitors.ts`, who is in a team in
 * `nextStepOf`; below are the others.
 */
import type { Profile } from "#convex/people/shared/people";
import type { HelperRole } from "#convex/platform/shared/roles";
import type { Settings } from "#convex/settings/shared";
import { event } from "../../content/event";
import { paths } from "../../paths";
import {
  askOrganisers,
  endOfEvent,
  nextStepOf,
  SHOW_PASS,
  type NextStep,
  type Situation,
} from "./next-step-of";

/** Where the event is, in its order. From "handed in" on nothing can be handed in. */
export const moments = [
  "open",
  "closed",
  "building",
  "handed in",
  "judging",
  "published",
  "over",
] as const;
export type Moment = (typeof moments)[number];

type Known = Pick<Situation, "registration" | "submissions"> & {
  arePublished: boolean;
};

/** The moment by what has come last, whether or not an organiser has set the phase to it. */
export function momentOf({
  registration,
  submissions,
  arePublished,
}: Known): Moment {
  if (registration === "over") return "over";
  if (arePublished) return "published";
  if (submissions?.hasJudgingBegun) return "judging";
  if (submissions?.state === "closed") return "handed in";
  if (registration === "live") return "building";
  return registration === "closed" ? "closed" : "open";
}

/** The same for participants: however early judges begin, they write until nothing can be handed in. */
export function participantsMoment({ submissions, ...known }: Known): Moment {
  const isClosed = submissions?.state === "closed";
  return momentOf({
    ...known,
    submissions: submissions && {
      ...submissions,
      hasJudgingBegun: submissions.hasJudgingBegun && isClosed,
    },
  });
}

/** Whether something can still be handed in, and so a team still be changed to some purpose. */
export function isBeforeHandIn(moment: Moment): boolean {
  return moments.indexOf(moment) < moments.indexOf("handed in");
}

type Open = Pick<Settings, "phase" | "teamChangesOpen">;

/** Whether people and teams are shown to each other. */
export function mayFind({ phase, teamChangesOpen }: Open): boolean {
  return teamChangesOpen && (phase === "open" || phase === "closed");
}

/** Whether requests between people and teams can still be accepted; otherwise they have lapsed. */
export function mayAccept({ phase, teamChangesOpen }: Open): boolean {
  return teamChangesOpen && phase !== "over";
}

const told = (
  sentence: string,
  way: Pick<NextStep, "label" | "href">,
): NextStep => ({ sentence, ...way });

const toRequests = { label: "Your requests", href: paths.find };
const toSchedule = { label: "See the schedule", href: paths.schedule };

const locked = told(
  "You are in no team. The organisers can still place you.",
  askOrganisers,
);

/** For participants without a team, once they can neither create nor join one. */
const noTeam = {
  open: locked,
  closed: locked,
  building: locked,
  "handed in": told(
    "You are in no team, and the projects are handed in. Judging comes next.",
    toSchedule,
  ),
  judging: told(
    "You are in no team. The projects are being judged.",
    toSchedule,
  ),
};

/** For participants without a team: on every page what they are told about teams. */
export function noTeamStep(
  moment: Moment,
  {
    areChangesOpen,
    isGalleryOpen,
  }: Pick<Situation, "areChangesOpen" | "isGalleryOpen">,
): NextStep {
  if (moment === "over") return endOfEvent(isGalleryOpen);
  if (moment === "published")
    return { ...endOfEvent(isGalleryOpen), sentence: "The results are out." };
  if (areChangesOpen && isBeforeHandIn(moment))
    return told("Next: your team. Create one, or join one with its code.", {
      label: "Create or join",
      href: paths.team,
    });
  return noTeam[moment];
}

/** What participants are told first, on their dashboard and their team's page. */
export function participantStep(
  situation: Situation & {
    /** The teams that they have asked, and that have not answered. */
    asked: readonly string[];
  },
): NextStep {
  if (situation.members > 0) return nextStepOf(situation);
  const { registration, submissions, ownAwards, requests, asked } = situation;
  const arePublished = ownAwards !== null;
  const moment = participantsMoment({
    registration,
    submissions,
    arePublished,
  });
  const step = noTeamStep(moment, situation);
  if (moment === "over" || moment === "published") return step;
  if (situation.isToArrive) return SHOW_PASS;
  if (requests) return requests;
  return asked.length > 0 && step.href === paths.team
    ? told(`You asked ${asked.join(", ")}. Waiting.`, toRequests)
    : step;
}

const toJudge = { label: "Judge projects", href: paths.judge };
const toMarks = { label: "See your projects", href: paths.judge };
const toQueue = { label: "Open the queue", href: paths.help };
const toProjects = { label: "See the projects", href: paths.projects };
const toSettings = {
  label: "Set the phase",
  href: `${paths.organiser}/settings`,
};
const toJudging = { label: "Open judging", href: `${paths.organiser}/judging` };
const toLists = { label: "Open the lists", href: `${paths.organiser}/people` };

const awaited = "Your projects appear as soon as the organisers assign them.";
const helpLater = "At the event, teams that need help appear here.";

/** For those who run the event. What waits for organisers is among their needs. */
export const staff: Record<
  HelperRole | "organiser",
  Record<Moment, NextStep>
> = {
  judge: {
    open: told(awaited, toMarks),
    closed: told(awaited, toMarks),
    building: told(awaited, toMarks),
    "handed in": told(`Hand-in is closed. ${awaited}`, toMarks),
    judging: told("Judging has begun. Your projects wait.", toJudge),
    published: told("The results are out. Thank you for judging.", toMarks),
    over: told(`${event.edition} is over. Thank you for judging.`, toMarks),
  },
  mentor: {
    open: told(helpLater, toQueue),
    closed: told(helpLater, toQueue),
    building: told("Once help is open, the teams that wait are here.", toQueue),
    "handed in": told("The projects are handed in. Thank you.", toSchedule),
    judging: told("The projects are being judged. Thank you.", toSchedule),
    published: told("The results are out. Thank you for helping.", toProjects),
    over: told(`${event.edition} is over. Thank you for helping.`, toProjects),
  },
  organiser: {
    open: told("Registration is open. Next: close it.", toSettings),
    closed: told("Registration is closed. Next: the start.", toSettings),
    building: told("The teams are building. Next: hand-in closes.", toSettings),
    "handed in": told("Hand-in is closed. Next: assign judges.", toJudging),
    judging: told("Judging has begun. Next: the results.", toJudging),
    published: told("The results are out. Next: end the event.", toSettings),
    over: told("The event is over. What is left: keep the lists.", toLists),
  },
};

/** On /help while it is closed. A step without a way of its own leads to the page itself. */
export function helpClosed(
  role: "member" | "mentor" | "organiser",
  moment: Moment,
): NextStep {
  if (role === "mentor") return staff.mentor[moment];
  const here = { label: "Help", href: paths.help };
  const isEarly = isBeforeHandIn(moment);
  if (!isEarly)
    return moment === "over"
      ? told("The event is over: nobody asks.", here)
      : told("The projects are handed in: nobody asks.", here);
  return role === "organiser"
    ? told("Nobody can ask now.", { ...toSettings, label: "Open help" })
    : told("The organisers open it at the event. This page follows.", here);
}

const homes: Partial<Record<Profile["role"], string>> = {
  judge: paths.judge,
  mentor: paths.help,
};

/** Where a role's work is, in the place of the dashboard; undefined for who has one. Organisers are led there once, after a sign-in. */
export function homeOf(
  role: Profile["role"],
  isArrival: boolean,
): string | undefined {
  return role === "organiser" && isArrival ? paths.organiser : homes[role];
}
