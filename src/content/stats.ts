import { event } from "./event";
import type { Stat } from "./schemas";

export const teamPlaces = event.places.teams;

/** The counters of the landing page, each shown with a plus sign. */
export const heroStats = [
  { id: "hours", value: event.hours, label: "Hours" },
  { id: "teams", value: teamPlaces, label: "Teams" },
  { id: "hackers", value: event.places.people, label: "Hackers" },
] as const satisfies readonly Stat[];

/** The figures of the about page. */
export const aboutStats = [
  ...heroStats,
  { id: "mentors", value: event.mentors, label: "Mentors" },
] as const satisfies readonly Stat[];
