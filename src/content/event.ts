/** The event. Dates are instants at the start of the day in Delhi; texts on the page are formatted from them. */
export const event = {
  name: "HackArena",
  edition: "HackArena 2025",
  format: "36 HOUR HACKATHON",
  hours: 36,
  registrationOpens: "2025-04-30T00:00:00+05:30",
  registrationDeadline: "2025-05-15T00:00:00+05:30",
  preEventDay: "2025-05-25T00:00:00+05:30",
  teamFinalization: "2025-06-15T00:00:00+05:30",
  firstDay: "2025-06-28T00:00:00+05:30",
  lastDay: "2025-06-29T00:00:00+05:30",
  city: "New Delhi",
  venue: "University lecture hall complex, New Delhi",
  description:
    "A national, esports-themed hackathon for college students across India. Come alone or as a team of up to four. No registration fee.",
} as const;
