import { event } from "./event";
import type { TimelineItem } from "./schemas";
import { teamPlaces } from "./stats";

/** The five dates of the landing page. */
export const landingTimeline = [
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
  {
    id: "day-1",
    date: event.firstDay,
    title: "Day 1",
    description: "Doors open, the clock starts, submissions open.",
  },
  {
    id: "day-2",
    date: event.lastDay,
    title: "Day 2",
    description: "Last commits, demos to the judges, prizes on stage.",
  },
] as const satisfies readonly TimelineItem[];

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
