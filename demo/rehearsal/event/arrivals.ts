import { api } from "#convex/_generated/api";
import { readPass } from "#convex/shared/passes";
import type { Person } from "../person";
import { appointed, chancesOf, type Cast, type Stage } from "./stage";

/** How long people arrive, in minutes. */
const ARRIVAL_MINUTES = 60;

/**
 * Two desks scan the passes of nine in ten people within an hour, each one twice. A third of the people is scanned at
 * both desks. What a desk notes without a line is sent when it is back, with the time at which it was scanned.
 */
export async function arrivals(
  stage: Stage,
  { organiser, people }: Cast,
): Promise<void> {
  const { ledger, tempo, faults } = stage;
  const [one, other] = await appointed(stage, "mentor", 2);
  if (one === undefined || other === undefined) throw new Error("no desk");
  for (const { email } of [one, other])
    await organiser.do(api.organiser.nameDeskHelper, { email });
  const { publicKey } = await one.query(api.checkIns.list, {});
  for (const desk of [one, other]) {
    desk.watch(api.checkIns.list, {});
    desk.watch(api.checkIns.arrived, {});
  }
  if (faults.has("desk")) {
    ledger.faults.push("One desk had no line for half of the check-in");
    other.line.cut(tempo.msUntil(tempo.now() + ARRIVAL_MINUTES / 2));
  }
  if (faults.has("clock"))
    ledger.faults.push(
      "One desk's clock was an hour fast, the other's a day slow",
    );
  const coming = people.filter(
    ({ email }) => chancesOf(stage, `coming of ${email}`)() < 0.9,
  );
  await Promise.all(
    coming.map(async (person, nth) => {
      await tempo.pass(chancesOf(stage, person.email)() * ARRIVAL_MINUTES);
      const pass = await person.query(api.checkIns.pass, {});
      const uid = await readPass(pass?.text ?? "", publicKey);
      if (uid === null) throw new Error(`${person.email} has no pass`);
      const scan = async (desk: Person, key: string) => {
        const isFirst = desk === one;
        const wrong = isFirst ? 60 * 60_000 : -24 * 60 * 60_000;
        return desk.do(
          api.checkIns.record,
          {
            key,
            uid,
            at: Date.now() + (faults.has("clock") ? wrong : 0),
            desk: isFirst ? "Desk 1" : "Desk 2",
            isByList: true,
          },
          "a check-in",
        );
      };
      const desk = nth % 2 === 0 ? one : other;
      const key = `${person.email} at ${desk.name}`;
      const scans = [scan(desk, key), scan(desk, key)];
      if (nth % 3 === 0)
        scans.push(scan(desk === one ? other : one, `${person.email}, again`));
      await Promise.all(scans);
      ledger.acknowledged(
        `arrival of ${person.email}`,
        `${person.name} has arrived`,
        async () =>
          (await person.query(api.checkIns.pass, {}))?.checkedInAt !== null,
      );
    }),
  );
}
