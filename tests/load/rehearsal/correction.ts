import { api } from "#convex/_generated/api";
import { again, LONGEST_WAY_MS } from "../pace";
import type { Cast, Stage } from "./stage";

const SAID = {
  title: "The lift is out of order",
  pinned: false,
  toPhones: true,
} as const;
const WRONG = "Take the stairs at the south gate.";
const RIGHT = "Take the stairs at the north gate.";

/**
 * An announcement that goes to phones too is corrected before each second phone has got it: their push service has no time at
 * first, and is asked again a quarter of a minute later. Each phone shows the right words once, and then nothing else.
 */
export async function correction(
  { deployment: { phones }, ledger }: Stage,
  { organiser, people }: Cast,
): Promise<void> {
  if (phones === undefined) return;
  ledger.faults.push(
    "The push service of each second phone had no time for an announcement at first, and then the announcement was corrected",
  );
  const all = await Promise.all(
    people.map(async (person, nth) => {
      const owned = phones.add(`${nth}`, nth % 2);
      await person.do(api.push.register, owned.phone.device);
      return { person, owned };
    }),
  );
  const id = await organiser.do(api.announcements.add, {
    ...SAID,
    body: WRONG,
    publishAt: null,
  });
  if (id === undefined) return;
  const isTold = ({ owned }: (typeof all)[number], nth: number) =>
    nth % 2 === 1 ? owned.busy === 0 : owned.shown.length > 0;
  await again(async () => all.every(isTold), LONGEST_WAY_MS);
  await organiser.do(api.announcements.edit, {
    id,
    ...SAID,
    body: RIGHT,
    publishAt: Date.now(),
  });
  const rights = ({ owned }: (typeof all)[number]) =>
    owned.shown.filter(({ body }) => body === RIGHT).length;
  await again(async () => all.every((one) => rights(one) > 0), LONGEST_WAY_MS);
  for (const one of all)
    ledger.acknowledged(
      `phone of ${one.person.email}`,
      `the corrected announcement was the last on the phone of ${one.person.name}, once`,
      async () => rights(one) === 1 && one.owned.shown.at(-1)?.body === RIGHT,
    );
}
