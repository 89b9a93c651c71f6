import { api } from "#convex/_generated/api";
import { at } from "../../functions/people";
import { HELP_WANTED } from "../../functions/words";
import { openPage } from "./pages";
import { appointed, AT, chancesOf, type Cast, type Stage } from "./stage";

/** Every fourth team asks once; two mentors take what is first, and sometimes the same. */
export async function help(stage: Stage, { teams }: Cast): Promise<void> {
  const { tempo } = stage;
  const mentors = await appointed(stage, "mentor", 2, "Help");
  for (const mentor of mentors) await openPage(mentor, "helpers");
  const asking = teams.filter((_, nth) => nth % 4 === 0);
  await tempo.at(AT.help);
  await Promise.all([
    ...asking.map(async ({ leader }, nth) => {
      const [topic, problem] = at(HELP_WANTED, nth);
      await tempo.pass(chancesOf(stage, leader.email)() * 600);
      leader.watch(api.help.mine, {});
      await leader.press(api.help.ask, {
        topic,
        place: `Table ${nth + 1}, hall B`,
        problem,
      });
    }),
    ...mentors.map(async (mentor) => {
      while (tempo.now() < AT.lastCall) {
        const { requests } = await mentor.query(api.help.queue, {});
        const next = requests.find(({ state }) => state === "waiting");
        if (next !== undefined) {
          const requestId = next._id;
          const taken = await mentor.press(api.help.take, { requestId });
          await tempo.pass(10);
          if (taken !== undefined)
            await mentor.press(api.help.close, { requestId });
        }
        await tempo.pass(15);
      }
    }),
  ]);
}
