import { event } from "./event";
import type { Stat } from "./schemas";

export const teamPlaces = 60;

/** The counters of the landing page, each shown with a plus sign. */
export const heroStats = [
  { id: "hours", value: event.hours, label: "Hours" },
  { id: "teams", value: teamPlaces, label: "Teams" },
  { id: "hackers", value: 240, label: "Hackers" },
] as const satisfies readonly Stat[];

/** The figures of the about page. */
export const aboutStats = [
  ...heroStats,
  { id: "mentors", value: 50, label: "Mentors" },
] as const satisfies readonly Stat[];
