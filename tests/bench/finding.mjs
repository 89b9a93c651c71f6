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
  await leaders[0].mutate("listings:showOpening", { text: "A game for one" });
  await within(PATIENCE_MS, turnToLists(crowd), "the read key on every page");
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
      ["schedule:list", {}],
      ["requests:mine", {}],
      ["listings:hidden", {}],
      ["listings:mine", {}],
      ["listings:readKey", {}],
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

  /** The cards or openings in the list that is open. */
  get listings() {
    return this.#answers.get("listings:list")?.listings ?? [];
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
    const keyOf = () => this.#answers.get("listings:readKey");
    await this.until(() => typeof keyOf() === "string");
    const kind = this.me.teamId === null ? "team" : "person";
    const filter = { kind, readKey: keyOf(), limit: FIRST_PAGE };
    if (this.skill !== undefined) filter.skill = this.skill;
    this.#answers.delete("listings:list");
    this.#guest.turn(["listings:list"], [["listings:list", filter]]);
    await this.until(() => this.#answers.has("listings:list"));
  }

  showsCardOf(uid) {
    return this.listings.some(({ subject }) => subject === uid);
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
  const text = `A game for ${Math.random()}`;
  const from = now();
  const screens = crowd
    .filter((one) => isSeeker(one) && matches(one, leader))
    .map(async (one) => {
      const isThere = (opening) =>
        opening.subject === teamId && opening.text === text;
      const at = await one.until(() => one.listings.some(isThere));
      times.lists.push(at - from);
    });
  const { skills } = leader;
  await leader.mutate("listings:showOpening", { text, skills });
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
  const text = `I am ${seeker.name} and I bring chai`;
  const { skills } = seeker;
  await seeker.mutate("listings:showCard", { text, skills });
  times.own.push(now() - from);
  await Promise.all(screens);
}

function matches({ skill }, { skills }) {
  return skill === undefined || skills.includes(skill);
}

async function send(from, to, times) {
  const startedAt = now();
  const seen = to.until(() => to.requestWith(from) !== undefined);
  const target = isSeeker(to) ? to.me._id : to.me.teamId;
  await from.mutate("requests:send", { target, note: "Shall we?" });
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
