/**
 * The texts in place of a call to register, for each state of the registration. The organisers' settings quote them.
 */
import { event } from "./event";

/** The heading of the form in the footer, to which the page leads instead of the registration. */
export const stayUpdated = "stay-updated";

export const registrationClosed = "Registration is closed";

/** Under the buttons of the first screen; when the event is over, in the place of its description. */
export const heroWords = {
  shown:
    "It takes two steps: register your place, then make your account here.",
  hidden:
    "How to register will be announced. Stay Updated brings you the news.",
  closed: "Registered already? Log in: your team is on your dashboard.",
  live: "The teams are building right now.",
} as const;

export const eventIsOver = `For ${event.hours} hours, students from across India built in one hall in ${event.city}. Thank you to everyone who came.`;
