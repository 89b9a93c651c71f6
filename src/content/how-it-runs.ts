import { formatDateLine } from "../lib/format-date";
import { event } from "./event";

/** The steps of a participant, from the first visit to the event. */
export const steps = [
  {
    id: "account",
    title: "Make an account",
    text: "A name, an email address and a password. You can register alone.",
  },
  {
    id: "team",
    title: "Fill your roster",
    text: "Create a team and share its six-character code. Each teammate who enters it locks into a slot, up to four.",
  },
  {
    id: "event",
    title: `Build for ${event.hours} hours`,
    text: `On ${formatDateLine(event.firstDay, event.lastDay)} everybody meets at the lecture hall complex in ${event.city}.`,
  },
] as const;
