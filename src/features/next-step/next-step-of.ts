import { MAX_TEAM_SIZE } from "#convex/shared/limits";
import { stayUpdated } from "../../content/calls";
import { event } from "../../content/event";
import { links } from "../../content/links";
import { formatDateLine } from "../../lib/format-date";
import type { RegistrationState } from "../../lib/settings/registration-state";
import { paths } from "../../paths";

export type NextStep = { sentence: string; label: string; href: string };

const askOrganisers = {
  label: "Write to the organisers",
  href: paths.contact,
} as const;

const headStart = {
  label: "Get a head start",
  href: paths.starterKits,
} as const;

/**
 * The participant's next step.
 * @param members how many are in the participant's team, 0 without one
 * @param areChangesOpen whether someone can still join a team
 * @param hasSubmissions whether an organiser has set when projects are handed in
 */
export function nextStepOf({
  members,
  areChangesOpen,
  hasRegisteredPlace,
  registration,
  hasSubmissions = false,
}: {
  members: number;
  areChangesOpen: boolean;
  hasRegisteredPlace: boolean;
  registration: RegistrationState;
  hasSubmissions?: boolean;
}): NextStep {
  if (registration === "over") {
    return {
      sentence: `${event.edition} is over. Thank you for being part of it.`,
      label: "Stay Updated",
      href: `#${stayUpdated}`,
    };
  }
  if (members === 0) {
    return areChangesOpen
      ? {
          sentence: "Next: your team. Create one, or join one with its code.",
          label: "Find your team",
          href: paths.team,
        }
      : {
          sentence:
            "You are in no team, and team changes are closed. The organisers can help.",
          ...askOrganisers,
        };
  }
  if (members === 1 && !areChangesOpen) {
    return {
      sentence:
        "Two are needed to compete, and team changes are closed. The organisers can help.",
      ...askOrganisers,
    };
  }
  if (members < MAX_TEAM_SIZE && areChangesOpen) {
    return { ...inviting(members), label: "Share the code", href: paths.team };
  }
  if (registration === "live" && hasSubmissions) {
    return {
      sentence: "The clock is running. Write your project, and hand it in.",
      label: "Open the project",
      href: paths.project,
    };
  }
  if (registration === "live") {
    return {
      sentence: "The clock is running. Read what to hand in, and where.",
      label: "Submission guide",
      href: paths.submissionGuide,
    };
  }
  return hasRegisteredPlace
    ? {
        sentence: `You are all set. See you on ${formatDateLine(event.firstDay, event.lastDay)}.`,
        ...headStart,
      }
    : placeAt(registration);
}

/** For a complete team whose place is not registered. */
function placeAt(registration: "shown" | "hidden" | "closed"): NextStep {
  switch (registration) {
    case "shown":
      return {
        sentence: "Your team is complete. Next: your place at the event.",
        label: "Register your place",
        href: links.registration,
      };
    case "hidden":
      return {
        sentence:
          "Your team is complete. How to register your place will be announced; until then, prepare.",
        ...headStart,
      };
    case "closed":
      return {
        sentence:
          "Registration is closed. If you have no place at the event yet, the organisers can help.",
        ...askOrganisers,
      };
  }
}

function inviting(members: number): { sentence: string } {
  const free = MAX_TEAM_SIZE - members;
  if (members === 1) {
    return {
      sentence:
        "Next: a teammate. Two are needed to compete, so share your invite code.",
    };
  }
  return {
    sentence:
      free === 1
        ? "Next: one more. The last slot is free, so share your invite code."
        : `Next: your squad. ${free} slots are free, so share your invite code.`,
  };
}
