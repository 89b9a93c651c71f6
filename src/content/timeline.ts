import { formatIsoDay } from "../lib/time/format-date";
import { event } from "./event";
import type { TimelineItem } from "./schemas";
import { teamPlaces } from "./stats";

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
  const [ONE_DAY, BEGIN, END] = [
    24 * 60 * 60 * 1000,
    Date.parse(event.firstDay),
    Date.parse(event.lastDay),
  ];
  const opening = "Doors open, the clock starts, submissions open.";
  const closing = "Last commits, demos to the judges, prizes on stage.";
  const days = Math.round((END - BEGIN) / ONE_DAY) + 1;
  return Array.from({ length: days }, (_, nth) => ({
    id: `day-${nth + 1}`,
    date: `${formatIsoDay(BEGIN + nth * ONE_DAY)}T00:00:00+05:30`,
    title: `Day ${nth + 1}`,
    description:
      nth === 0
        ? opening
        : nth === days - 1
          ? closing
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
