import { api } from "#convex/_generated/api";
import { linesOf } from "#convex/judging/shared/judging";
import { AT, shown, type Cast, type Stage } from "./stage";

/** The results are staged and revealed on the hall's screen, and only then on everybody's. */
export async function ceremony(
  { ledger, tempo }: Stage,
  { organiser, people }: Cast,
): Promise<void> {
  const hall = people[0];
  if (hall === undefined) return;
  await organiser.press(api.ceremony.stage, {});
  const remote = await organiser.query(api.ceremony.remote, {});
  if (remote === null) return;
  /** When the award of this number was revealed, or will be. */
  const revealed = new Map<number, number>();
  hall.watch(api.ceremony.revealed, {}, (now) => {
    const since = revealed.get(now?.shown.length ?? -1);
    revealed.delete(now?.shown.length ?? -1);
    if (since !== undefined)
      ledger.took("an award on the hall's screen", performance.now() - since);
  });
  await tempo.at(AT.reveal);
  // The first step opens the stage.
  for (let from = 0; from <= remote.awards.length; from++) {
    revealed.set(from, performance.now());
    // Two organisers at one remote press at once, and a third one a moment later means the same award.
    const step = { id: remote._id, from, isBack: false, page: "remote" };
    await Promise.all([
      organiser.do(api.ceremony.move, step),
      organiser.do(api.ceremony.move, step),
    ]);
    await organiser.do(api.ceremony.move, {
      ...step,
      from: from + 1,
      page: "another remote",
    });
    const stage = await hall.query(api.ceremony.revealed, {});
    if (stage?.shown.length !== from)
      ledger.lost.push(`award ${from + 1}: revealed before its press`);
    await tempo.pass(5);
  }
  const seen = shown(ledger, "results on a screen", people, (person) =>
    person.shows(api.judging.published, {}, (results) => results !== null),
  );
  const { awards } = await organiser.query(api.judging.results, {});
  await organiser.press(api.judging.publish, { seen: linesOf(awards) });
  await seen;
}
