/**
 * The facts of the edition, which the server and every page share. Sentences, mails, calendars,
 * layouts and tests take them from here; `src/content/edition-schema.ts` says in words what does
 * not fit together. The other modules of this folder hold what pages alone need. Dates are
 * instants at the start of the day in India.
 */
export const facts = {
  name: "HackArena",
  /** The name as the first screen sets it, line by line: the shorter, the larger. */
  lines: ["Hack", "Arena"],
  edition: "HackArena 2025",
  hours: 36,
  registrationOpens: "2025-04-30T00:00:00+05:30",
  registrationDeadline: "2025-05-15T00:00:00+05:30",
  preEventDay: "2025-05-25T00:00:00+05:30",
  teamFinalization: "2025-06-15T00:00:00+05:30",
  firstDay: "2025-06-28T00:00:00+05:30",
  lastDay: "2025-06-29T00:00:00+05:30",
  city: "New Delhi",
  venue: "University lecture hall complex",
  /** How many make a team that competes; drawings have room for six. */
  team: { min: 2, max: 4 },
  places: { teams: 60, people: 240 },
  mentors: 50,
} as const;
