/**
 * What visitors and guests with an invitation read, for each state of the registration: their part of the table of
 * roles and moments (`features/standing/standing.ts`). Pages show all of it, and style sheets one state. "live" lasts
 * from the start to the results, so its words hold in all of that time.
 */
import type { RegistrationState } from "../lib/settings/registration-state";
import { event } from "./event";

type Words = {
  /** On the first screen. */
  sentence: string;
  /** Above the form that makes an account. */
  account: string;
  login: string;
  /** On an invitation. */
  invited: string;
};

const twoSteps =
  "One account, then a team of up to four. There is no registration fee. Your place at the event is registered on our registration page; your dashboard takes you there.";
const whereYouLeft =
  "Your team, your code and your progress are where you left them.";
const wanted = `A team at ${event.edition} wants you on its roster. Create an account or log in: you will see the team, and then you decide.`;

const lockedInvitation = `A team at ${event.edition} invited you, and teams are locked now. The organisers can still place you.`;

export const visitors = {
  shown: {
    sentence:
      "It takes two steps: register your place, then make your account here.",
    account: twoSteps,
    login: whereYouLeft,
    invited: wanted,
  },
  hidden: {
    sentence:
      "How to register will be announced. Stay Updated brings you the news.",
    account: twoSteps,
    login: whereYouLeft,
    invited: wanted,
  },
  closed: {
    sentence: "Registered already? Log in: your team is on your dashboard.",
    account:
      "Registration for the event is closed. An account here is for those who have a place.",
    login: whereYouLeft,
    invited: wanted,
  },
  live: {
    sentence: "The event is on. Log in: your team is on your dashboard.",
    account: "The event is on: accounts are for those who are in already.",
    login: "Your team and your project are where you left them.",
    invited: lockedInvitation,
  },
  over: {
    sentence: `For ${event.hours} hours, students from across India built in one hall in ${event.city}. Thank you to everyone who came.`,
    account: "The event is over: accounts are for those who were in.",
    login: "Your team, what it built and what it won are where you left them.",
    invited: `A team at ${event.edition} invited you, and the event is over.`,
  },
} as const satisfies Record<RegistrationState, Words>;

/** One text for each state, for `ByPhase`. */
export function visitorWords(part: keyof Words) {
  const states = Object.entries<Words>(visitors);
  return Object.fromEntries(
    states.map(([state, words]) => [state, words[part]]),
  );
}

/** The states in which visitors are offered something, for `data-when`. */
export const offered = {
  /** An account, and a team with it. */
  account: "shown hidden closed",
} as const;
