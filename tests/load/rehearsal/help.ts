import { api } from "#convex/_generated/api";
import { at } from "../../../demo/functions/people";
import { HELP_WANTED } from "../../../demo/functions/words";
import type { Person } from "../person";
import { openPage } from "../pages";
import { appointed, AT, chancesOf, type Cast, type Stage } from "./stage";

/**
 * Every fourth team asks once; two mentors take what is first, and sometimes the same. A third one takes the first request
 * of all, and never comes.
 */
export async function help(stage: Stage, cast: Cast): Promise<void> {
  const { tempo } = stage;
  const [absent, ...mentors] = await appointed(stage, "mentor", 3, "Help");
  for (const mentor of mentors) await openPage(mentor, "helpers");
  const [first, ...asking] = cast.teams.filter((_, nth) => nth % 4 === 0);
  if (absent === undefined || first === undefined) throw new Error("nobody");
  await tempo.at(AT.help);
  await ask(first.leader, 0);
  const requestId = await requestOf(first.leader);
  await absent.press(api.help.take, { requestId });
  await Promise.all([
    waitInVain(stage, cast, { leader: first.leader, absent }),
    ...asking.map(async ({ leader }, nth) => {
      await tempo.pass(chancesOf(stage, leader.email)() * 600);
      await ask(leader, nth + 1);
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

async function ask(leader: Person, nth: number): Promise<void> {
  const [topic, problem] = at(HELP_WANTED, nth);
  leader.watch(api.help.mine, {});
  const place = `Table ${nth + 1}, hall B`;
  await leader.press(api.help.ask, { topic, place, problem });
}

async function requestOf(leader: Person) {
  const { request } = (await leader.stored(api.help.mine, {})) ?? {};
  if (!request) throw new Error(`${leader.email} has not asked`);
  return request._id;
}

/**
 * The team says that nobody came. The deployment's clock does not run as fast as the event's, so for it that is too early,
 * and an organiser hands the request back. In the end another mentor has helped.
 */
async function waitInVain(
  { tempo, ledger }: Stage,
  { organiser }: Cast,
  { leader, absent }: { leader: Person; absent: Person },
): Promise<void> {
  const read = async () => (await leader.stored(api.help.mine, {}))?.request;
  const taken = await read();
  await tempo.pass(20);
  if (taken === null || taken === undefined) throw new Error("nothing asked");
  const { _id: requestId, since, askedAt } = taken;
  await leader.press(api.help.nobodyCame, { since });
  await organiser.press(api.help.handBack, { requestId, since });
  ledger.acknowledged(
    `help of ${leader.email}`,
    "Another mentor comes to the team to which nobody came, which keeps its place",
    async () => {
      const now = await read();
      return (
        now?.state === "helped" &&
        now.askedAt === askedAt &&
        now.helper?.name !== absent.name
      );
    },
  );
}
