import {
  pool,
  sleep,
  summary,
  within,
} from "../../packages/embedded-convex/bench/measure.mjs";
import { Deployment } from "./deployment.mjs";
import { Guest, now } from "./guest.mjs";

/** Generous, for a machine that does other work as well. */
const PATIENCE_MS = 120_000;
const TEAMS = 60;
const TEAM_SIZE = 4;
const FIRST_PAGE = 24;
const SKILLS = ["React", "Rust", "Unity", "Python", "Robotics", "UI design"];
/** One person in this many filters the list by a skill. */
const ONE_FILTERS = 4;

/**
 * A crowd on `/find`: sixty leaders publish openings, everyone else publishes a card. Half of these
 * send a request to a team, the other half get an offer, and everyone sends a request to a second
 * team. The first ones are accepted until everyone has a team; the others lapse. Every page holds
 * the queries that `/find` has open.
 * @param start starts the server
 * @param people more than there are leaders, and as many as their teams have room for
 * @param rate changes per second
 * @returns figures in ms, and the server's processor time for each change in ms
 */
export async function finding({ start, dataDir, people, rate, log }) {
  if (people <= TEAMS || people > TEAM_SIZE * TEAMS)
    throw new Error(`${people} people do not fit into ${TEAMS} teams`);
  const server = await start();
  const deployment = new Deployment(server.url, dataDir);
  const tokens = await deployment.admit(people, "participant");
  const crowd = tokens.map((value, k) => new Finder(server.url, value, k));
  log(`connecting ${people} people`);
  await pool(crowd, 64, (finder) => finder.connect());
  const leaders = crowd.slice(0, TEAMS);
  const seekers = crowd.slice(TEAMS);
  await Promise.all(leaders.map((leader) => leader.found()));
  await leaders[0].mutate("openings:show", { building: "A game for one" });
  await within(PATIENCE_MS, turnToLists(crowd), "the pass on every page");
  await sleep(1000);

  const steps = {};
  const step = async (name, actions) => {
    log(name);
    const times = { own: [], other: [], lists: [] };
    const cpuBefore = server.cpuSeconds();
    await atRate(rate, actions, (action) => action(times));
    steps[name] = {
      changes: actions.length,
      own: summary(times.own),
      other: times.other.length > 0 ? summary(times.other) : null,
      lists: times.lists.length > 0 ? summary(times.lists) : null,
      cpuMs: ((server.cpuSeconds() - cpuBefore) * 1000) / actions.length,
    };
    await sleep(1000);
  };
  await step(
    "openings shown",
    leaders.map((leader) => (times) => showOpening(leader, crowd, times)),
  );
  await step(
    "cards shown",
    seekers.map((seeker) => (times) => showCard(seeker, crowd, times)),
  );
  // The newest card first, as it stands first on the page.
  const pairs = seekers.toReversed().map((seeker, k) => {
    const sides = [seeker, leaders[k % TEAMS]];
    return {
      sides: k % 2 === 0 ? sides : sides.toReversed(),
      besides: leaders[(k + TEAMS / 2) % TEAMS],
    };
  });
  await step("requests sent", [
    ...pairs.map(
      ({ sides }) =>
        (times) =>
          send(sides[0], sides[1], times),
    ),
    // These lapse: the person joins another team.
    ...pairs.map(
      ({ sides, besides }) =>
        (times) =>
          send(sides.find(isSeeker), besides, times),
    ),
  ]);
  await step(
    "requests accepted",
    pairs.map(
      ({ sides }) =>
        (times) =>
          accept(sides[0], sides[1], crowd, times),
    ),
  );
  const withoutTeam = crowd.filter(({ me }) => me.teamId === null);
  if (withoutTeam.length > 0)
    throw new Error(`${withoutTeam.length} people got into no team`);
  const memory = { after: server.memoryMiB(), peak: server.peakMiB() };
  for (const finder of crowd) finder.close();
  await server.stop();
  return { people, steps, memory };
}

/** Someone with `/find` open. */
class Finder {
  #guest;
  #answers = new Map();
  #waiting = new Set();
  #number;

  constructor(url, value, number) {
    const at = Date.now() + number;
    const queries = [
      ["users:me", {}],
      ["teams:mine", {}],
      ["settings:current", {}],
      // Each page asks with the time at which it was opened.
      ["settings:teamChanges", { at }],
      ["announcements:list", { at }],
      ["resources:list", { at }],
      ["events:list", {}],
      ["requests:mine", {}],
      ["find:hidden", {}],
      ["find:pass", {}],
    ];
    this.#number = number;
    this.skill =
      number % ONE_FILTERS === 0 ? SKILLS[number % SKILLS.length] : undefined;
    this.#guest = new Guest(url, { tokenType: "User", value }, queries);
    this.#guest.onAnswer = (path, answer) => this.#onAnswer(path, answer);
  }

  get me() {
    return this.#answers.get("users:me");
  }

  get name() {
    return `Finder ${this.#number}`;
  }

  get openings() {
    return this.#answers.get("openings:list")?.openings ?? [];
  }

  /** This person's card or opening, as an entry with one of the skills. */
  get skills() {
    return [SKILLS[this.#number % SKILLS.length]];
  }

  connect() {
    return this.#guest.connect();
  }

  close() {
    this.#guest.close();
  }

  mutate(udfPath, args) {
    return this.#guest.mutate(udfPath, args);
  }

  async found() {
    await this.mutate("teams:create", { name: `Team ${this.#number}` });
    await this.until(() => this.me.teamId !== null);
  }

  /** Shows the list that stands first for this person. Resolves when it is there. */
  async turnToList() {
    await this.until(() => typeof this.#answers.get("find:pass") === "string");
    const pass = this.#answers.get("find:pass");
    const filter = { pass, limit: FIRST_PAGE };
    if (this.skill !== undefined) filter.skill = this.skill;
    const isSeeking = this.me.teamId === null;
    const listed = isSeeking ? "openings:list" : "cards:list";
    const opened = [[listed, filter]];
    if (isSeeking) opened.push(["cards:mine", {}]);
    if (!isSeeker(this)) opened.push(["openings:mine", {}]);
    const closed = ["openings:list", "cards:list", "cards:mine"];
    for (const path of closed) this.#answers.delete(path);
    this.#guest.turn(closed, opened);
    await this.until(() => this.#answers.has(listed));
  }

  showsCardOf(uid) {
    const cards = this.#answers.get("cards:list")?.cards ?? [];
    return cards.some((card) => card.uid === uid);
  }

  /** The request between this side and the other, if it is under way or ended so. */
  requestWith(other, outcome = null) {
    const [person, leader] = isSeeker(this) ? [this, other] : [other, this];
    return this.#answers
      .get("requests:mine")
      ?.find(
        (row) =>
          row.uid === person.me._id &&
          row.teamId === leader.me.teamId &&
          row.outcome === outcome,
      );
  }

  /** Resolves with the time when the condition holds on this page. */
  until(condition) {
    return new Promise((resolve) => {
      const look = () => {
        if (!condition()) return;
        this.#waiting.delete(look);
        resolve(now());
      };
      this.#waiting.add(look);
      look();
    });
  }

  #onAnswer(path, answer) {
    this.#answers.set(path, answer);
    for (const look of this.#waiting) look();
  }
}

/** The first `TEAMS` lead, and stay leaders. */
function isSeeker({ me }) {
  return me.teamRole !== "leader";
}

async function turnToLists(crowd) {
  await Promise.all(crowd.map((finder) => finder.turnToList()));
}

async function showOpening(leader, crowd, times) {
  const { teamId } = leader.me;
  const building = `A game for ${Math.random()}`;
  const from = now();
  const screens = crowd
    .filter((one) => isSeeker(one) && matches(one, leader))
    .map(async (one) => {
      const isThere = (opening) =>
        opening.teamId === teamId && opening.building === building;
      const at = await one.until(() => one.openings.some(isThere));
      times.lists.push(at - from);
    });
  await leader.mutate("openings:show", { building, skills: leader.skills });
  times.own.push(now() - from);
  await Promise.all(screens);
}

async function showCard(seeker, crowd, times) {
  const { _id: uid } = seeker.me;
  const from = now();
  const screens = crowd
    .filter((one) => !isSeeker(one) && matches(one, seeker))
    .map(async (one) => {
      const at = await one.until(() => one.showsCardOf(uid));
      times.lists.push(at - from);
    });
  const line = `I am ${seeker.name} and I bring chai`;
  await seeker.mutate("cards:show", { line, skills: seeker.skills });
  times.own.push(now() - from);
  await Promise.all(screens);
}

function matches({ skill }, { skills }) {
  return skill === undefined || skills.includes(skill);
}

async function send(from, to, times) {
  const startedAt = now();
  const seen = to.until(() => to.requestWith(from) !== undefined);
  const target = isSeeker(to) ? { uid: to.me._id } : { teamId: to.me.teamId };
  await from.mutate("requests:send", { ...target, note: "Shall we?" });
  times.own.push(now() - startedAt);
  times.other.push((await seen) - startedAt);
}

async function accept(from, to, crowd, times) {
  const { _id: requestId } = to.requestWith(from);
  const person = isSeeker(from) ? from : to;
  const { _id: uid } = person.me;
  const startedAt = now();
  const seen = from.until(() => from.requestWith(to, "accepted") !== undefined);
  const lists = crowd
    .filter((one) => one.showsCardOf(uid))
    .map(async (one) => {
      const at = await one.until(() => !one.showsCardOf(uid));
      times.lists.push(at - startedAt);
    });
  const entered = person.until(() => person.me.teamId !== null);
  await to.mutate("requests:accept", { requestId });
  times.own.push(now() - startedAt);
  times.other.push((await seen) - startedAt);
  await entered;
  await Promise.all([person.turnToList(), ...lists]);
}

/** Starts the actions one after the other at this rate per second, and waits for all. */
async function atRate(rate, actions, run) {
  const from = now();
  const running = [];
  for (const [k, action] of actions.entries()) {
    const waitMs = from + (k * 1000) / rate - now();
    if (waitMs > 0) await sleep(waitMs);
    running.push(within(PATIENCE_MS, run(action), `action ${k}`));
  }
  await Promise.all(running);
}
