import { api } from "#convex/_generated/api";
import { at } from "../../../demo/functions/people";
import { ANNOUNCEMENTS } from "../../../demo/functions/words";
import { showsAnnouncement } from "../pages";
import { AT, shown, type Cast, type Stage } from "./stage";

/** What is said while the event is live. */
const ANNOUNCED = ANNOUNCEMENTS.filter(({ at: hour }) => hour > 0);

export async function announcements(
  { ledger, tempo }: Stage,
  { organiser, people }: Cast,
): Promise<void> {
  for (const [nth, minute] of AT.announcements.entries()) {
    await tempo.at(minute);
    const { title, body } = at(ANNOUNCED, nth);
    const seen = shown(
      ledger,
      "an announcement on a screen",
      people,
      (person) => showsAnnouncement(person, title),
    );
    await organiser.do(api.announcements.add, {
      title,
      body,
      pinned: false,
      publishAt: null,
    });
    await seen;
  }
}
