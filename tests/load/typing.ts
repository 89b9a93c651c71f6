/**
 * How long a keystroke takes to a teammate's screen while every team writes its description at once: with the page's own code
 * for the description and Convex's client.
 *
 *     npm run bench -- --projects [--teams 60] [--seconds 20] [--keys 4] [--profile]
 *
 * `--keys` is what each of the four people of a team types per second. The server has one core and all the people's pages
 * another one; the last columns say how full the two were, because a page that is late looks like a late server.
 * `--profile` leaves a CPU profile of the server in `.cache/profiles/`.
 */
import { api } from "#convex/_generated/api";
import { heartbeatMs } from "#convex/projects/shared/projects";
import { onProduct, type Place } from "./deployment";
import { optionsOf } from "./options";
import { again, now, sleep } from "./pace";
import type { Person } from "./person";
import { SharedPage } from "./shared-page";
import { quantile, tableOf } from "./statistics";

const TEAM = 4;
/** One keystroke in this many is a mark, for which the teammates' screens are watched. */
const MARK_EVERY = 8;
/** How long after the last keystroke a mark is waited for. */
const LATEST_MS = 10_000;

/** The marks that the page of somebody has not shown yet, and when they were typed. */
type Writer = { page: SharedPage; awaited: Map<string, number> };
type Typed = { changes: number; marks: number; times: number[] };

type Options = { teams: number; seconds: number; keys: number };

export async function run(args: readonly string[]): Promise<string> {
  const { profile, ...options } = optionsOf(args, {
    teams: 60,
    seconds: 20,
    keys: 4,
    profile: false,
  });
  const people = options.teams * TEAM;
  return onProduct({ people, profile }, (place) => play(place, options), true);
}

async function play(place: Place, options: Options): Promise<string> {
  const { server } = place;
  const { teams, seconds, keys } = options;
  const typed: Typed = { changes: 0, marks: 0, times: [] };
  const byTeam = await openTeams(place, typed);
  typed.changes = 0;
  const [serverBefore, ownBefore] = [server.cpuSeconds(), ownCpuSeconds()];
  const took = await type(byTeam, options, typed);
  const serverCpu = server.cpuSeconds() - serverBefore;
  const ownCpu = ownCpuSeconds() - ownBefore;
  const { changes, marks, times } = typed;
  const perSecond = teams * TEAM * keys;
  const at = (share: number) => Math.round(quantile(times, share));
  const percent = (cpu: number) => `${Math.round((100 * cpu) / took)} %`;
  return tableOf(
    [
      "teams of four",
      "keystrokes a second",
      "changes a second",
      "keystroke to a teammate's screen, p50 / p99 / most, ms",
      "marks seen of sent",
      "server's CPU a change, a keystroke, ms",
      "server's core",
      "pages' core",
      "server MiB",
    ],
    [
      [
        teams,
        perSecond,
        Math.round(changes / seconds),
        `${at(0.5)} / ${at(0.99)} / ${at(1)}`,
        `${times.length} of ${marks * (TEAM - 1)}`,
        `${((serverCpu / changes) * 1_000).toFixed(1)}, ${((serverCpu / perSecond / seconds) * 1_000).toFixed(2)}`,
        percent(serverCpu),
        percent(ownCpu),
        server.memoryMiB(),
      ],
    ],
  );
}

/** Opens everybody's workbench. */
async function openTeams(
  { people, organiser }: Place,
  typed: Typed,
): Promise<Writer[][]> {
  const submissionsOpenAt = Date.now() - 1_000;
  await organiser.change(api.settings.change, { submissionsOpenAt });
  return Promise.all(
    Array.from({ length: people.length / TEAM }, async (_, team) => {
      const members = people.slice(team * TEAM, (team + 1) * TEAM);
      const [leader] = members;
      if (leader === undefined) throw new Error("an empty team");
      await leader.change(api.teams.create, { name: `Team ${team}` });
      const found = await leader.stored(api.teams.mine, {});
      const inviteCode = found?.inviteCode ?? "";
      for (const member of members)
        if (member !== leader)
          await member.change(api.teams.join, { inviteCode });
      await leader.change(api.projects.edit, { summary: "It is long." });
      const writers: Writer[] = [];
      for (const member of members) writers.push(await open(member, typed));
      writers[0]?.page.write(
        "",
        "A description as long as many are. ".repeat(40),
      );
      writers[0]?.page.blur();
      await again(async () => writers.every(({ page }) => page.text !== ""));
      return writers;
    }),
  );
}

/** What the workbench of somebody shows, watched for marks. */
async function open(person: Person, typed: Typed): Promise<Writer> {
  const awaited = new Map<string, number>();
  const page = await SharedPage.open(person, {
    onSent: () => typed.changes++,
    onText: (text) => {
      for (const [mark, since] of awaited)
        if (text.includes(mark)) {
          awaited.delete(mark);
          typed.times.push(now() - since);
        }
    },
  });
  person.watch(api.projects.workbench, {});
  person.watch(api.projects.present, { readKey: page.readKey });
  person.watch(api.projects.pictures, {});
  const { arrive } = api.projects;
  await person.change(arrive, { tab: "1", field: "description" });
  const beat = async () => person.change(arrive, { tab: "1" });
  setInterval(
    () => void beat().catch(() => undefined),
    heartbeatMs(false),
  ).unref();
  return { page, awaited };
}

/** Everybody types; resolves with the seconds until all marks had arrived, or no more arrived. */
async function type(
  byTeam: Writer[][],
  { seconds, keys }: Options,
  typed: Typed,
): Promise<number> {
  const since = now();
  const until = since + seconds * 1_000;
  const typing = byTeam.flatMap((team) =>
    team.map(async (writer) => {
      await sleep((Math.random() * 1_000) / keys);
      for (let key = 1; now() < until; key++) {
        const isMark = key % MARK_EVERY === 1;
        const mark = isMark ? `<${(typed.marks++).toString(36)}>` : "x";
        if (isMark)
          for (const mate of team)
            if (mate !== writer) mate.awaited.set(mark, now());
        const { text } = writer.page;
        // Before a space, and so never inside a mark.
        const at = Math.max(0, text.indexOf(" ", Math.random() * text.length));
        writer.page.insert(mark, at);
        await sleep(1_000 / keys);
      }
    }),
  );
  await Promise.all(typing);
  const isSeen = async () =>
    byTeam.flat().every(({ awaited }) => awaited.size === 0);
  await again(isSeen, LATEST_MS);
  return (now() - since) / 1_000;
}

/** Processor time of this process so far. */
function ownCpuSeconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000_000;
}
