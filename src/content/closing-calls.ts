/** The call at the end of a page, for each state of the registration. */
import { event } from "./event";

type Call = { title: string; text: string };

const insteadOfRegistering = {
  hidden: {
    title: "Be there first",
    text: "How to register will be announced. Leave your email below, and you will hear of it.",
  },
  closed: {
    title: "See you in the hall",
    text: "Registered already? Log in: your team is on your dashboard.",
  },
  live: {
    title: "The clock is running",
    text: `Teams from across India are building in ${event.city} right now.`,
  },
  over: {
    title: `That was ${event.edition}`,
    text: "The prizes are won, the hall is quiet. Leave your email below, and you will hear of the next one.",
  },
} as const;

/** @param shown the call while the registration is open */
export function closingCall(shown: Call) {
  const { hidden, closed, live, over } = insteadOfRegistering;
  return {
    titles: {
      shown: shown.title,
      hidden: hidden.title,
      closed: closed.title,
      live: live.title,
      over: over.title,
    },
    texts: {
      shown: shown.text,
      hidden: hidden.text,
      closed: closed.text,
      live: live.text,
      over: over.text,
    },
  };
}
