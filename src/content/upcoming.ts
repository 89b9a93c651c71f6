import { event } from "./event";
import type { UpcomingEvent } from "./schemas";

/** The dates on the dashboard. */
export const upcomingEvents = [
  {
    id: "registration-deadline",
    date: event.registrationDeadline,
    title: "Registration deadline",
  },
  {
    id: "pre-event-workshop",
    date: event.preEventDay,
    title: "Pre-event workshop",
  },
  {
    id: "team-finalization",
    date: event.teamFinalization,
    title: "Team finalization",
  },
] as const satisfies readonly UpcomingEvent[];
