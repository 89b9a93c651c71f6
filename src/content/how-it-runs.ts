import { inWords } from "../lib/in-words";
import { formatDateLine } from "../lib/time/format-date";
import { paths } from "../paths";
import { venue } from "./contact";
import { event } from "./event";
import { links } from "#edition/links";

/** The steps of a participant, from the first visit to the event. Those with an address are links. */
export const steps = [
  {
    id: "place",
    title: "Register your place",
    href: links.registration,
    text: "On the event's registration page. Alone or as a team, at no cost.",
  },
  {
    id: "account",
    title: "Make your account here",
    href: paths.register,
    text: `Create a team and share its six-character code. Each teammate who enters it locks into a slot, up to ${inWords(event.team.max)}.`,
  },
  {
    id: "event",
    title: `Build for ${event.hours} hours`,
    href: undefined,
    text: `On ${formatDateLine(event.firstDay, event.lastDay)} everyone meets ${venue.there} in ${event.city}.`,
  },
] as const;
