/**
 * What visitors read where they become participants, for each state of the registration: with `visitors.ts` their part
 * of the table of roles and moments. Apart from it, because the first screen needs none of it.
 */
import type { RegistrationState } from "../lib/settings/registration-state";
import { inWords } from "../lib/in-words";
import { event } from "./event";

type Words = {
  /** Above the form that makes an account. */
  account: string;
  login: string;
  /** On an invitation. In "live" it is also for earlier states in which teams are locked. */
  invited: string;
};

const before = {
  account: `One account, then a team of up to ${inWords(event.team.max)}. There is no registration fee. Your place at the event is registered on our registration page; your dashboard takes you there.`,
  login: "Your team, your code and your progress are where you left them.",
  invited: `A team at ${event.edition} wants you on its roster. Create an account or log in: you will see the team, and then you decide.`,
};

export const guests = {
  shown: before,
  hidden: before,
  closed: {
    ...before,
    account:
      "Registration for the event is closed. An account here is for those who have a place.",
  },
  live: {
    account: "The event is on: accounts are for those who are in already.",
    login: "Your team and your project are where you left them.",
    invited: `A team at ${event.edition} invited you, and teams are locked now. The organisers can still place you.`,
  },
  over: {
    account: "The event is over: accounts are for those who were in.",
    login: "Your team, what it built and what it won are where you left them.",
    invited: `A team at ${event.edition} invited you, and the event is over.`,
  },
} as const satisfies Record<RegistrationState, Words>;

/** One text for each state, for `ByPhase`. */
export function guestWords(part: keyof Words) {
  const states = Object.entries<Words>(guests);
  return Object.fromEntries(
    states.map(([state, words]) => [state, words[part]]),
  );
}
