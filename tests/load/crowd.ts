/**
 * Event day with a crowd: everybody's page is open, and an organiser's overview and a data browser. Teams form at a steady
 * rate, and every six seconds an announcement reaches everybody. Then the server is killed and started again.
 *
 *     npm run bench:crowd -- [--people 240,960,3840] [--seconds 36] [--rate 12] [--profile]
 *
 * `--rate` is the number of teams created and joined per second. `--profile` writes CPU profiles to .cache/profiles: of the
 * event, and of the restart.
 */
import { ConvexHttpClient } from "convex/browser";
import type { FunctionReturnType } from "convex/server";
import { api } from "#convex/_generated/api";
import { adminApi } from "../../packages/embedded-convex/src/admin/admin-api";
import { onProduct, type Place } from "./deployment";
import { Ledger } from "./ledger";
import {
  arrive,
  comeBack,
  CONNECTING_AT_ONCE,
  LIVE,
  Onlookers,
} from "./onlookers";
import { optionsOf } from "./options";
import { atRate, now, pool, repeatedly, sleep, within } from "./pace";
import { showsAnnouncement, type Questions } from "./pages";
import { Person } from "./person";
import { inSeconds, pair, tableOf } from "./statistics";

const ANNOUNCE_EVERY_MS = 6_000;
const SIGN_IN_EVERY_MS = 500;
/** Signing in waits for hashing, which a larger crowd would do for minutes. */
const MOST_WHO_SIGN_IN = 240;
const ACCOUNTS = 10;
/** The product lets an account sign in ten times without a bot check. */
const SIGN_INS = 8 * ACCOUNTS;
const TEAM = 4;
/** Teams that form at a time, so that a code is known when it is needed. */
const TEAMS_AT_ONCE = 12;
const PASSWORD = "correct horse 36";
/** What an organiser's page shows. */
const ORGANISER: Questions = [
  ...LIVE,
  [api.organiser.overview, {}],
  [api.announcements.all, {}],
];

/** What the data browser shows of a table. */
const DATA_BROWSER: Questions = [
  [adminApi.tables, {}],
  [adminApi.schemas, {}],
  [adminApi.tableSize, { tableName: "users" }],
  [
    adminApi.documents,
    {
      table: "users",
      filters: null,
      paginationOpts: { numItems: 100, cursor: null },
    },
  ],
];

type TeamView = NonNullable<FunctionReturnType<typeof api.teams.mine>>;
type Options = { seconds: number; rate: number; profile: boolean };

export async function run(args: readonly string[]): Promise<string> {
  const { people: sizes, ...options } = optionsOf(args, {
    people: [240, 960, 3_840],
    seconds: 36,
    rate: 12,
    profile: false,
  });
  const { profile } = options;
  const rows: string[][] = [];
  for (const people of sizes)
    rows.push(
      await onProduct({ people, profile }, (place) => eventDay(place, options)),
    );
  return tableOf(
    [
      "people",
      "sign-in",
      "create",
      "join",
      "teammate's screen",
      "announcement",
      "MiB at start, connected, after, peak",
      "live",
      "live after restart",
      "CPU",
    ],
    rows,
  );
}

async function eventDay(
  { server, url, adminKey, tokens, people, organiser, log }: Place,
  { seconds, rate, profile }: Options,
): Promise<string[]> {
  const signsIn = people.length <= MOST_WHO_SIGN_IN;
  for (let nth = 0; signsIn && nth < ACCOUNTS; nth++)
    await enter(url, "signUp", nth);
  const memory = [server.memoryMiB()];

  const actors = TEAM * Math.ceil((rate * seconds) / TEAM);
  const acting = people.slice(0, actors);
  const dataBrowser = new Person(url, { adminKey });
  for (const [query, asked] of DATA_BROWSER) dataBrowser.watch(query, asked);
  const onlookers = new Onlookers();
  log("everybody opens a page");
  const connectingFrom = now();
  const connecting = Promise.all([
    ...DATA_BROWSER.map(([query, asked]) => dataBrowser.query(query, asked)),
    arrive(organiser, ORGANISER),
    pool(acting, CONNECTING_AT_ONCE, async (person) => arrive(person)),
    onlookers.ask("connect", { url, tokens: tokens.slice(actors) }),
  ]);
  await within("everybody's pages", connecting);
  const connectedMs = now() - connectingFrom;
  await sleep(2_000);
  memory.push(server.memoryMiB());

  log("teams form");
  const ledger = new Ledger();
  const cpuBefore = server.cpuSeconds();
  const startedAt = now();
  const everyone = [...acting, organiser];
  const endAnnouncing = repeatedly(ANNOUNCE_EVERY_MS, async (nth) => {
    const title = `Bench ${process.pid}.${nth}.`;
    const seen = [
      onlookers.ask("see", { title }),
      ...everyone.map((person) => showsAnnouncement(person, title)),
    ];
    await sleep(100);
    const from = now();
    const body = "Lunch is served in the hall. Bring your badge, please.";
    const draft = { title, body, pinned: false, publishAt: null };
    const added = organiser.change(api.announcements.add, draft);
    await within("an announcement", added);
    const times = await within("it on every screen", Promise.all(seen));
    for (const at of times.flat()) ledger.took("announced", at - from);
  });
  const endSigningIn = repeatedly(SIGN_IN_EVERY_MS, async (nth) => {
    if (signsIn && nth < SIGN_INS)
      await ledger.measured("sign in", () => enter(url, "signIn", nth));
  });
  await formTeams(acting, { rate, seconds }, ledger);
  await sleep(seconds * 1_000 - (now() - startedAt));
  await endAnnouncing();
  await endSigningIn();
  const cpuSeconds = server.cpuSeconds() - cpuBefore;
  memory.push(server.memoryMiB(), server.peakMiB());

  log("the server is killed and started again");
  // A process that is killed does not write its profile.
  await (profile ? server.stop() : server.kill());
  const back = [
    onlookers.ask("comeBack", undefined),
    ...[...everyone, dataBrowser].map(comeBack),
  ];
  const restartedAt = now();
  await server.start();
  const startMs = now() - restartedAt;
  const backAt = await within("everybody's return", Promise.all(back));
  const restartMs = Math.max(...backAt.flat()) - restartedAt;
  const restart = `start ${inSeconds(startMs)}, ${server.memoryMiB()} MiB, CPU ${server.cpuSeconds().toFixed(1)} s`;
  onlookers.end();
  await dataBrowser.close();
  const timesOf = (what: string) => pair(ledger.times.get(what) ?? []);
  return [
    `${people.length}`,
    ...["sign in", "create", "join", "screen", "announced"].map(timesOf),
    memory.join(", "),
    inSeconds(connectedMs),
    `${inSeconds(restartMs)} (${restart})`,
    `${cpuSeconds.toFixed(1)} s`,
  ];
}

/** Signs up or in with a password, as the account with this number. */
async function enter(url: string, flow: "signUp" | "signIn", nth: number) {
  const account = nth % ACCOUNTS;
  const email = `account.${account}@example.in`;
  const name = `Account ${account}`;
  const params = { flow, name, email, password: PASSWORD };
  const client = new ConvexHttpClient(url, { logger: false });
  const called = { provider: "password", params };
  const { tokens } = await client.action(api.auth.signIn, called);
  if (!tokens) throw new Error("signed in without tokens");
}

/** Teams of four form: one creates a team, and three join it one by one. */
async function formTeams(
  acting: readonly Person[],
  { rate, seconds }: { rate: number; seconds: number },
  ledger: Ledger,
): Promise<void> {
  const actions = inOrder(acting.length).slice(0, rate * seconds);
  await atRate(rate, actions, async ([team, place]) => {
    const members = acting.slice(team * TEAM, team * TEAM + place);
    const person = acting[team * TEAM + place];
    const [leader] = members;
    if (person === undefined) return;
    if (leader === undefined)
      await ledger.measured("create", () =>
        person.change(api.teams.create, { name: `Team ${now()}` }),
      );
    else await join(person, leader, members, ledger);
  });
}

/** Pairs of team and place; some teams at a time, each place in all of them. */
function inOrder(people: number): [number, number][] {
  const teams = Array.from({ length: people / TEAM }, (_, team) => team);
  const groups = teams.filter((team) => team % TEAMS_AT_ONCE === 0);
  return groups.flatMap((first) =>
    [0, 1, 2, 3].flatMap((place) =>
      teams
        .slice(first, first + TEAMS_AT_ONCE)
        .map((team): [number, number] => [team, place]),
    ),
  );
}

async function join(
  person: Person,
  leader: Person,
  members: readonly Person[],
  ledger: Ledger,
): Promise<void> {
  await leader.shows(api.teams.mine, {}, (team) => team !== null);
  const { inviteCode = "" } = (await leader.query(api.teams.mine, {})) ?? {};
  const size = members.length + 1;
  const from = now();
  const isIn = (team: TeamView | null) => (team?.members.length ?? 0) >= size;
  const screens = members.map(async (member) =>
    ledger.took(
      "screen",
      (await member.shows(api.teams.mine, {}, isIn)) - from,
    ),
  );
  await ledger.measured("join", () =>
    person.change(api.teams.join, { inviteCode }),
  );
  await Promise.all(screens);
}
