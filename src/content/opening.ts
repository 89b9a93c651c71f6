/** Texts of the first screen, in a module of their own so that a first visit loads no others. */
import { event } from "./event";

/** The intro, shown on the first visit of a browser session. */
export const intro = {
  title: event.edition,
  start: "Start",
  progress: "The page opens when the bar is full",
} as const;

/** The banner at the top of the landing page. */
export const preMeetup = {
  title: "Pre-meetup",
  text: "Meet the organisers and your future teammates before the clock starts.",
  date: event.preEventDay,
} as const;
