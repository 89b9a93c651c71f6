/** The call at the end of a page, for each state of the registration. */
import { event } from "./event";
import { visitors } from "./visitors";

type Call = { title: string; text: string };

const insteadOfRegistering = {
  hidden: {
    title: "Be there first",
    text: "How to register will be announced. Leave your email below, and you will hear of it.",
  },
  closed: {
    title: "See you in the hall",
    text: visitors.closed,
  },
  live: {
    title: "It is on",
    text: `Teams from across India are in one hall in ${event.city} right now.`,
  },
  over: {
    title: `That was ${event.edition}`,
    text: "The prizes are won, the hall is quiet. With your email below, you hear of the next one.",
  },
} as const;

/** @param shown the call while the registration is open */
export function closingCall(shown: Call) {
  const calls = Object.entries({ shown, ...insteadOfRegistering });
  const wordsOf = (part: keyof Call) =>
    Object.fromEntries(calls.map(([state, call]) => [state, call[part]]));
  return { titles: wordsOf("title"), texts: wordsOf("text") };
}
