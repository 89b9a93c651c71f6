import { event } from "./event";
import type { TimelineItem } from "./schemas";
import { teamPlaces } from "./stats";

const DAY_MS = 86_400_000;

/** The dates of the landing page. */
export const landingTimeline: readonly TimelineItem[] = [
  {
    id: "registration-opens",
    date: event.registrationOpens,
    title: "Registration opens",
    description: "Sign up alone or with your team. It costs nothing.",
  },
  {
    id: "pre-event-workshops",
    date: event.preEventDay,
    title: "Pre-event workshops and pre-meetup",
    description:
      "Learn the tools, meet the other participants, find the teammate you are missing.",
  },
  {
    id: "team-finalization",
    date: event.teamFinalization,
    title: "Team finalization",
    description: `${teamPlaces} teams are confirmed. From here on, you train.`,
  },
  ...dayList(),
];

/** "Day 1" to the last one. */
function dayList(): TimelineItem[] {
  const begin = Date.parse(event.firstDay);
  const last = Math.round((Date.parse(event.lastDay) - begin) / DAY_MS);
  return Array.from({ length: last + 1 }, (_, nth) => ({
    id: `day-${nth + 1}`,
    date:
      nth === last
        ? event.lastDay
        : nth === 0
          ? event.firstDay
          : new Date(begin + nth * DAY_MS).toISOString(),
    title: `Day ${nth + 1}`,
    description:
      nth === 0
        ? "Doors open, the clock starts, submissions open."
        : nth === last
          ? "Last commits, demos to the judges, prizes on stage."
          : "You build on, and mentors walk the hall.",
  }));
}

/** The three phases of the about page. */
export const aboutTimeline = [
  {
    id: "register",
    date: event.registrationOpens,
    lastDate: event.registrationDeadline,
    title: "Register your place",
    description:
      "On our registration page, at no cost. Then make your account here, and form a team.",
  },
  {
    id: "prepare",
    date: event.preEventDay,
    lastDate: event.teamFinalization,
    title: "Prepare",
    description: "Workshops, the pre-meetup, and the final list of teams.",
  },
  {
    id: "compete",
    date: event.firstDay,
    lastDate: event.lastDay,
    title: "Compete",
    description: `${event.hours} hours to build something and show that it works.`,
  },
] as const satisfies readonly TimelineItem[];
