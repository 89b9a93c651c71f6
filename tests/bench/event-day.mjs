import { fork } from "node:child_process";
import path from "node:path";
import {
  pool,
  sleep,
  summary,
  within,
} from "../../packages/embedded-convex/bench/measure.mjs";
import { Deployment } from "./deployment.mjs";
import {
  DATA_BROWSER_QUERIES,
  Guest,
  now,
  ORGANISER_QUERIES,
} from "./guest.mjs";

/** Ample for a machine that does other work besides. */
const PATIENCE_MS = 180_000;
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

/**
 * Event day: everyone's page is open, and an organiser's overview and a data
 * browser. Teams form at a steady rate, and every six seconds an announcement
 * reaches everyone. Then the server is killed and started again.
 *
 * @param start starts the server
 * @param end ends it before the restart
 * @returns figures in ms, MiB and processor seconds
 */
export async function eventDay({
  start,
  dataDir,
  people,
  rate,
  seconds,
  log,
  end,
}) {
  let server = await start();
  const deployment = new Deployment(server.url, dataDir);
  const tokens = await deployment.admit(people, "participant");
  const [organiserToken] = await deployment.admit(1, "organiser");
  const signsIn = people <= MOST_WHO_SIGN_IN;
  if (signsIn) await deployment.signUp(ACCOUNTS);
  const memory = { start: server.memoryMiB() };

  const actors = Math.min(people, TEAM * Math.ceil((rate * seconds) / TEAM));
  const acting = tokens
    .slice(0, actors)
    .map((value) => new Guest(server.url, { tokenType: "User", value }));
  const organiser = new Guest(
    server.url,
    { tokenType: "User", value: organiserToken },
    ORGANISER_QUERIES,
  );
  const dataBrowser = new Guest(
    server.url,
    { tokenType: "Admin", value: deployment.adminKey },
    DATA_BROWSER_QUERIES,
  );
  const onlookers = new Onlookers();
  log(`connecting ${people} people`);
  const connectingFrom = now();
  await Promise.all([
    pool([...acting, organiser, dataBrowser], 64, (guest) => guest.connect()),
    onlookers.ask("connect", {
      url: server.url,
      tokens: tokens.slice(actors),
    }),
  ]);
  const connectedMs = now() - connectingFrom;
  await sleep(2000);
  memory.connected = server.memoryMiB();

  log("teams form");
  const times = { create: [], join: [], screen: [], announced: [], signIn: [] };
  const cpuBefore = server.cpuSeconds();
  const startedAt = now();
  const everyone = [...acting, organiser];
  const announcing = repeatedly(ANNOUNCE_EVERY_MS, async (n) => {
    const title = `Bench ${process.pid}.${n}.`;
    const seen = onlookers.ask("see", { text: title });
    const here = everyone.map((guest) => guest.sees(title));
    await sleep(100);
    const from = now();
    await within(
      PATIENCE_MS,
      organiser.mutate("announcements:add", {
        title,
        body: "Lunch is served in the hall. Bring your badge, please.",
        pinned: false,
        publishAt: null,
      }),
      "an announcement",
    );
    const at = await within(
      PATIENCE_MS,
      Promise.all([...here, seen]),
      "an announcement on every screen",
    );
    times.announced.push(...at.flat().map((time) => time - from));
  });
  const signingIn = !signsIn
    ? null
    : repeatedly(SIGN_IN_EVERY_MS, async (n) => {
        if (n >= SIGN_INS) return;
        const from = now();
        await deployment.signIn(n % ACCOUNTS);
        times.signIn.push(now() - from);
      });
  await formTeams(acting, { rate, seconds }, times);
  const lastsMs = seconds * 1000 - (now() - startedAt);
  if (lastsMs > 0) await sleep(lastsMs);
  await announcing.stop();
  await signingIn?.stop();
  const cpuSeconds = server.cpuSeconds() - cpuBefore;
  memory.after = server.memoryMiB();
  memory.peak = server.peakMiB();

  log(
    `joins ${JSON.stringify(summary(times.join))}, screens ${JSON.stringify(summary(times.screen))}, ${JSON.stringify(memory)} MiB, processor ${cpuSeconds} s; the server is killed and started again`,
  );
  const back = [...acting, organiser, dataBrowser].map((guest) =>
    guest.reconnected(),
  );
  const othersBack = onlookers.ask("reconnected");
  await end(server);
  const restartedAt = now();
  server = await start();
  const startMs = now() - restartedAt;
  const backAt = await within(
    PATIENCE_MS,
    Promise.all([...back, othersBack]),
    "everyone's return",
  );
  const restartMs = Math.max(...backAt.flat()) - restartedAt;
  memory.afterRestart = server.memoryMiB();
  const restartCpuSeconds = server.cpuSeconds();

  for (const guest of [...everyone, dataBrowser]) guest.close();
  await onlookers.end();
  await server.stop();
  return {
    people,
    connectedMs,
    create: summary(times.create),
    join: summary(times.join),
    screen: summary(times.screen),
    announced: summary(times.announced),
    signIn: signsIn ? summary(times.signIn) : null,
    memory,
    cpuSeconds,
    startMs,
    restartMs,
    restartCpuSeconds,
  };
}

/** Teams of four form: one creates a team, and three join it one by one. */
async function formTeams(acting, { rate, seconds }, times) {
  const from = now();
  const running = [];
  const actions = inOrder(acting.length);
  const last = Math.min(actions.length, rate * seconds);
  for (let k = 0; k < last; k++) {
    const waitMs = from + (k * 1000) / rate - now();
    if (waitMs > 0) await sleep(waitMs);
    const [team, place] = actions[k];
    const members = acting.slice(team * TEAM, team * TEAM + place);
    const action =
      place === 0
        ? create(acting[team * TEAM], times)
        : join(acting[team * TEAM + place], members, times);
    running.push(within(PATIENCE_MS, action, `action ${k}`));
  }
  await Promise.all(running);
}

/** Pairs of team and place; some teams at a time, each place in all of them. */
function inOrder(people) {
  const teams = Array.from({ length: people / TEAM }, (_, team) => team);
  const groups = teams.filter((team) => team % TEAMS_AT_ONCE === 0);
  return groups.flatMap((first) =>
    [0, 1, 2, 3].flatMap((place) =>
      teams.slice(first, first + TEAMS_AT_ONCE).map((team) => [team, place]),
    ),
  );
}

async function create(leader, times) {
  const from = now();
  await leader.mutate("teams:create", { name: `Team ${from}` });
  times.create.push(now() - from);
}

async function join(guest, members, times) {
  const [leader] = members;
  await until(leader, () => leader.team !== null);
  const { inviteCode } = leader.team;
  const size = members.length + 1;
  const from = now();
  const screens = members.map(async (member) => {
    await until(member, () => member.team?.members.length >= size);
    times.screen.push(now() - from);
  });
  await guest.mutate("teams:join", { inviteCode });
  times.join.push(now() - from);
  await Promise.all(screens);
}

/** Resolves when the condition holds for the team on the guest's screen. */
function until(guest, condition) {
  return new Promise((resolve) => {
    const previous = guest.onTeam;
    guest.onTeam = () => {
      previous();
      if (condition()) resolve();
    };
    guest.onTeam();
  });
}

/** Starts `work` at intervals until `stop`, which waits for what has begun. */
function repeatedly(everyMs, work) {
  const running = [];
  const timer = setInterval(() => running.push(work(running.length)), everyMs);
  return {
    stop: () => {
      clearInterval(timer);
      return Promise.all(running);
    },
  };
}

/** The process of those who only look on. */
class Onlookers {
  #child = fork(path.join(import.meta.dirname, "onlookers.mjs"));
  #waiting = new Map();
  #asked = 0;

  constructor() {
    this.#child.on("message", ({ id, answer }) => {
      this.#waiting.get(id)(answer);
      this.#waiting.delete(id);
    });
  }

  ask(command, args = {}) {
    const id = this.#asked++;
    this.#child.send({ id, command, ...args });
    return new Promise((resolve) => this.#waiting.set(id, resolve));
  }

  async end() {
    await this.ask("close");
    this.#child.disconnect();
  }
}
