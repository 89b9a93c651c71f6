import { formatDay } from "../lib/format-date";
import { paths } from "../paths";
import { event } from "./event";
import type { Announcement } from "./schemas";
import { teamPlaces } from "./stats";

/** What the organisers tell the participants, newest first. */
export const announcements = [
  {
    id: "team-finalization",
    publishedAt: "2025-05-28T18:00:00+05:30",
    isPinned: true,
    title: "Complete your team",
    text: `We confirm ${teamPlaces} teams on ${formatDay(event.teamFinalization)}. Share your invite code now, so that nobody is missing.`,
  },
  {
    id: "workshops",
    publishedAt: "2025-05-19T10:00:00+05:30",
    isPinned: false,
    title: "Workshops and pre-meetup",
    text: [
      `Both take place on ${formatDay(event.preEventDay)}. Look at the `,
      { text: "starter kits", href: paths.starterKits },
      " first and bring your questions.",
    ],
  },
  {
    id: "registration-open",
    publishedAt: "2025-04-30T09:00:00+05:30",
    isPinned: false,
    title: "Registration is open",
    text: `Register until ${formatDay(event.registrationDeadline)}. It is free, and you may come alone.`,
  },
] as const satisfies readonly Announcement[];
