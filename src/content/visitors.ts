/**
 * What visitors read and may do, for each state of the registration: with `guests.ts` their part of the table of roles
 * and moments (`features/next-step/standing.ts`). Pages show all of it, and style sheets one state. "live" lasts from the
 * start to the results, so its words hold in all of that time. The organisers' settings quote them.
 */
import { event } from "./event";

export const visitors = {
  shown:
    "It takes two steps: register your place, then make your account here.",
  hidden:
    "How to register will be announced. Stay Updated brings you the news.",
  closed: "Registered already? Log in: your team is on your dashboard.",
  live: "The event is on. Log in: your team is on your dashboard.",
} as const;

export const eventIsOver = `For ${event.hours} hours, students from across India built in one hall in ${event.city}. Thank you to everyone who came.`;

/** The states in which visitors are offered an account, and a team with it; for `data-when`. */
export const accountsOffered = "shown hidden closed";
