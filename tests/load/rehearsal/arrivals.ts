import { api } from "#convex/_generated/api";
import { readPass } from "#convex/checkIns/shared/passes";
import { Desk } from "./desk";
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
  const [first, second] = await appointed(stage, "mentor", 2);
  if (first === undefined || second === undefined) throw new Error("no desk");
  const one = new Desk(first, "Desk 1");
  const other = new Desk(second, "Desk 2");
  for (const { email } of [first, second])
    await organiser.do(api.organiser.nameDeskHelper, { email });
  const { publicKey } = await first.query(api.checkIns.list, {});
  for (const desk of [one, other]) await desk.open();
  await Promise.all([organiser.setClock(), first.setClock()]);
  const began = organiser.now();
  const reloads: Promise<void>[] = [];
  if (faults.has("desk")) {
    ledger.faults.push(
      "One desk had no line for half of the check-in, never asked for the time, and was loaded again before it had a line",
    );
    second.line.cut(tempo.msUntil(tempo.now() + ARRIVAL_MINUTES / 2));
    reloads.push(tempo.pass(ARRIVAL_MINUTES / 4).then(() => other.reload()));
  } else await second.setClock();
  const coming = people.filter(
    ({ email }) => chancesOf(stage, `coming of ${email}`)() < 0.9,
  );
  await Promise.all(
    coming.map(async (person, nth) => {
      await tempo.pass(chancesOf(stage, person.email)() * ARRIVAL_MINUTES);
      const pass = await person.query(api.checkIns.pass, {});
      const uid = await readPass(pass?.text ?? "", publicKey);
      if (uid === null) throw new Error(`${person.email} has no pass`);
      const desk = nth % 2 === 0 ? one : other;
      const scans = [desk.scan(uid, `${person.email} at ${desk.name}`)];
      if (nth % 3 === 0)
        scans.push(
          (desk === one ? other : one).scan(uid, `${person.email}, again`),
        );
      if (!(await Promise.all(scans)).includes(true)) return;
      ledger.acknowledged(
        `arrival of ${person.email}`,
        `${person.name} has arrived`,
        async () =>
          (await person.stored(api.checkIns.pass, {}))?.checkedInAt !== null,
      );
    }),
  );
  await Promise.all(reloads);
  // The first desk has corrected its clock, however wrong it was.
  const { people: seen } = await organiser.query(api.checkIns.all, {});
  for (const { name, first: arrival } of seen)
    if (
      arrival?.desk === one.name &&
      !(arrival.at > began - 2_000 && arrival.at < organiser.now() + 2_000)
    )
      ledger.lost.push(`the time at which ${name} arrived`);
}
