/** What a visitor sees first. Apart from the other words, so that nothing else has to be loaded for it. */
import { event } from "./event";

/** The opening of the broadcast, on the first visit of a browser session. */
export const intro = {
  title: event.edition,
  start: "Start",
  progress: "The page opens when the bar is full",
} as const;

/** The line across the top of the landing page. */
export const preMeetup = {
  title: "Pre-meetup",
  text: "Meet the organisers and your future teammates before the clock starts.",
  date: event.preEventDay,
} as const;
