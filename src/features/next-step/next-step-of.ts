import type { Awarded } from "#convex/judging/shared/judging";
import { MAX_TEAM_SIZE, MIN_TEAM_SIZE } from "#convex/teams/shared/teams";
import type { Workbench } from "#convex/projects/shared/projects";
import type { Submissions } from "#convex/settings/shared";
import { stayUpdated } from "../../content/calls";
import { event } from "../../content/event";
import { links } from "#edition/links";
import { beginningWith } from "../../lib/in-sentences";
import { formatDateLine } from "../../lib/time/format-date";
import { formatMoment, formatTime } from "../../lib/time/format-time";
import type { RegistrationState } from "../../lib/settings/registration-state";
import { paths } from "../../paths";
import { awardInWords } from "../../content/award-words";

export type NextStep = { sentence: string; label: string; href: string };

const NEEDED = `${beginningWith(MIN_TEAM_SIZE)} are needed to compete`;

export const askOrganisers = {
  label: "Write to the organisers",
  href: paths.contact,
} as const;

const headStart = {
  label: "Get a head start",
  href: paths.starterKits,
} as const;

/** What the participant's next step depends on. */
export type Situation = {
  /** How many are in the participant's team, 0 without one. */
  members: number;
  isLeader: boolean;
  /** Whether someone can still join a team. */
  areChangesOpen: boolean;
  hasRegisteredPlace: boolean;
  /** Check-in is open, and the person has not arrived. */
  isToArrive: boolean;
  registration: RegistrationState;
  /** Null while no organiser has set when projects are handed in. */
  submissions: Omit<Submissions, "next"> | null;
  /** The team's; null if it has none. */
  project: Pick<Workbench, "status" | "handedInAt" | "hasChanges"> | null;
  /** What the team has won; null until the results are published. */
  ownAwards: readonly Pick<Awarded, "award" | "isTied">[] | null;
  /** What others ask of the participant, or have answered; see `requestNewsOf`. */
  requests: NextStep | null;
  isGalleryOpen: boolean;
};

/**
 * The next step of a participant who is in a team. What has come last in the event comes first here: the result, what others ask, the
 * project, the roster, the place.
 */
export function nextStepOf(situation: Situation): NextStep {
  const { registration, ownAwards, requests, isGalleryOpen } = situation;
  if (ownAwards !== null) {
    return {
      sentence: resultOf(ownAwards),
      label: "See the results",
      href: `${paths.dashboard}#results`,
    };
  }
  const project = projectStepOf(situation);
  // What is handed in may still be judged then.
  if (registration === "over" && project?.label !== SEE_RECEIPT.label) {
    return endOfEvent(isGalleryOpen);
  }
  if (situation.isToArrive) return SHOW_PASS;
  return requests ?? project ?? teamStepOf(situation);
}

/** What participants are told when the event is over. */
export function endOfEvent(isGalleryOpen: boolean): NextStep {
  return {
    sentence: `${event.edition} is over. Thank you for being part of it.`,
    ...(isGalleryOpen ? SEE_PROJECTS : STAY_UPDATED),
  };
}

/** The awards of a team; those of teams that hide their names are without the team. */
export function ownAwardsOf<
  Award extends Pick<Awarded, "projectId" | "teamId">,
>(
  awards: readonly Award[],
  projectId: string | undefined,
  teamId: string | null,
): Award[] {
  return awards.filter(
    (award) =>
      award.projectId === projectId ||
      (teamId !== null && award.teamId === teamId),
  );
}

function resultOf(own: NonNullable<Situation["ownAwards"]>): string {
  const won = own.map(({ award, isTied }) => {
    const verb = isTied ? "shares" : isPlace(award) ? "took" : "won";
    return `${verb} ${awardInWords(award)}`;
  });
  const last = won.pop();
  if (last === undefined) return "The results are out.";
  return `Your team ${won.length > 0 ? `${won.join(", ")} and ` : ""}${last}.`;
}

const isPlace = (award: string) => award.endsWith("-place");

const STAY_UPDATED = {
  label: "Stay Updated",
  href: `${paths.landing}#${stayUpdated}`,
} as const;

const SEE_PROJECTS = {
  label: "See the projects",
  href: paths.projects,
} as const;

const SEE_RECEIPT = { label: "See the receipt", href: paths.project } as const;

const OPEN_PROJECT = {
  label: "Open the project",
  href: paths.project,
} as const;

const READ_GUIDE = {
  label: "Submission guide",
  href: paths.submissionGuide,
} as const;

export const SHOW_PASS: NextStep = {
  sentence:
    "Check-in is open. Show your pass at the desk, with your college ID.",
  label: "Your pass",
  href: paths.pass,
};

/** Undefined while there is nothing to do for the project. */
function projectStepOf({
  members,
  isLeader,
  registration,
  areChangesOpen,
  submissions,
  project,
}: Situation): NextStep | undefined {
  // Who is alone after the freeze cannot compete without the organisers.
  const isTeam = members > 1 || (members === 1 && areChangesOpen);
  const handedInAt = project?.handedInAt ?? null;
  if (submissions?.state === "closed") {
    if (handedInAt !== null) {
      return {
        sentence: `${handedIn(handedInAt)}. ${
          submissions.hasJudgingBegun
            ? "Judging has begun."
            : "What you handed in is what will be judged."
        }`,
        ...SEE_RECEIPT,
      };
    }
    return {
      sentence: `Submissions are closed, and ${
        project === null
          ? "your team has no project."
          : "your project is still a draft. The organisers can see it."
      }`,
      ...askOrganisers,
    };
  }
  if (submissions?.state === "open" && handedInAt !== null) {
    if (project?.hasChanges === true) {
      return {
        sentence: `${handedIn(handedInAt)}, and changed since. The changes count once ${
          isLeader ? "you hand in" : "your Team Leader hands in"
        } again.`,
        ...OPEN_PROJECT,
        ...(isLeader && { label: "Hand in again" }),
      };
    }
    const until =
      submissions.closesAt === null
        ? "while submissions are open"
        : `until ${formatMoment(submissions.closesAt)}`;
    return {
      sentence: `${handedIn(handedInAt)}. You can improve it ${until}.`,
      ...SEE_RECEIPT,
    };
  }
  if (submissions?.state === "open" && isTeam) {
    return {
      sentence: [
        "Write your project, and hand it in.",
        submissions.closesAt !== null &&
          `You have until ${formatMoment(submissions.closesAt)}.`,
        members < MIN_TEAM_SIZE && `${NEEDED}.`,
      ]
        .filter(Boolean)
        .join(" "),
      ...OPEN_PROJECT,
    };
  }
  if (registration !== "live" || !isTeam) return undefined;
  return {
    sentence:
      submissions?.state === "not open" && submissions.opensAt !== null
        ? `You can write your project from ${formatMoment(submissions.opensAt)}.`
        : "The clock is running. Read what to hand in, and where.",
    ...READ_GUIDE,
  };
}

function handedIn(at: number): string {
  return `Handed in at ${formatTime(at)}`;
}

function teamStepOf({
  members,
  areChangesOpen,
  hasRegisteredPlace,
  registration,
}: Situation): NextStep {
  if (members < MIN_TEAM_SIZE && !areChangesOpen) {
    return {
      sentence: `${NEEDED}, and team changes are closed. The organisers can help.`,
      ...askOrganisers,
    };
  }
  if (members < MAX_TEAM_SIZE && areChangesOpen && registration !== "live") {
    return { ...inviting(members), label: "Invite", href: paths.team };
  }
  return hasRegisteredPlace
    ? {
        sentence: `You are all set. See you on ${formatDateLine(event.firstDay, event.lastDay)}.`,
        ...headStart,
      }
    : placeAt(registration);
}

/** For a complete team whose place is not registered. */
function placeAt(registration: RegistrationState): NextStep {
  switch (registration) {
    case "shown":
      return {
        sentence: "Your team is complete. Next: your place at the event.",
        label: "Complete registration",
        href: links.registration,
      };
    case "hidden":
      return {
        sentence:
          "Your team is complete. How to register your place will be announced; until then, prepare.",
        ...headStart,
      };
    default:
      return {
        sentence:
          "Registration is closed. If you have no place at the event yet, the organisers can help.",
        ...askOrganisers,
      };
  }
}

function inviting(members: number): { sentence: string } {
  const free = MAX_TEAM_SIZE - members;
  if (members < MIN_TEAM_SIZE) {
    return {
      sentence: `Next: a teammate. ${NEEDED}, so share your invite code.`,
    };
  }
  return {
    sentence:
      free === 1
        ? "Next: one more. The last slot is free, so share your invite code."
        : `Next: your squad. ${free} slots are free, so share your invite code.`,
  };
}
