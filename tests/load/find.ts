/**
 * A crowd on `/find`: sixty leaders publish openings, everybody else publishes a card. Half of these send a request to a team,
 * the other half get an offer, and everybody sends a request to a second team. The first ones are accepted until everybody
 * has a team; the others lapse. Every page holds the queries that `/find` has open.
 *
 *     npm run bench:crowd -- --find [--people 200] [--rate 12] [--profile]
 *
 * `--rate` is the number of changes per second. The last column is the server's processor time for each.
 */
import type { FunctionArgs, FunctionReturnType } from "convex/server";
import { api } from "#convex/_generated/api";
import type { Id } from "#convex/_generated/dataModel";
import { onProduct, type Place } from "./deployment";
import { Ledger } from "./ledger";
import { arrive, CONNECTING_AT_ONCE, LIVE } from "./onlookers";
import { optionsOf } from "./options";
import { atRate, now, pool, sleep, within } from "./pace";
import type { Person } from "./person";
import { pair, tableOf } from "./statistics";

const TEAMS = 60;
const TEAM_SIZE = 4;
const FIRST_PAGE = 24;
const SKILLS = ["React", "Rust", "Unity", "Python", "Robotics", "UI design"];
/** One person in this many filters the list by a skill. */
const ONE_FILTERS = 4;

type Listed = FunctionReturnType<typeof api.listings.list>;
type Asked = FunctionArgs<typeof api.listings.list>;

export async function run(args: readonly string[]): Promise<string> {
  const {
    people: sizes,
    rate,
    profile,
  } = optionsOf(args, {
    people: [200],
    rate: 12,
    profile: false,
  });
  const rows: string[][] = [];
  for (const people of sizes) {
    if (people <= TEAMS || people > TEAM_SIZE * TEAMS)
      throw new Error(`${people} people do not fit into ${TEAMS} teams`);
    const play = (place: Place) => find(place, rate);
    rows.push(...(await onProduct({ people, profile }, play)));
  }
  return tableOf(
    [
      "people",
      "change",
      "times",
      "own page",
      "other side",
      "lists of the others",
      "server's CPU per change",
    ],
    rows,
  );
}

async function find(
  { server, people, log }: Place,
  rate: number,
): Promise<string[][]> {
  const crowd = people.map((person, nth) => new Finder(person, nth));
  log("everybody opens /find");
  await pool(crowd, CONNECTING_AT_ONCE, (finder) => finder.open());
  const leaders = crowd.slice(0, TEAMS);
  const seekers = crowd.slice(TEAMS);
  await Promise.all(leaders.map((leader) => leader.lead()));
  // Without a card or an opening of their own, nobody may read the lists.
  const [first] = leaders;
  await first?.person.change(api.listings.showOpening, {
    text: "A game for one",
  });
  const lists = Promise.all(crowd.map((finder) => finder.turnToList()));
  await within("the lists on every page", lists);
  await sleep(1_000);

  const rows: string[][] = [];
  const step = async (
    name: string,
    actions: readonly ((ledger: Ledger) => Promise<void>)[],
  ) => {
    log(name);
    const ledger = new Ledger();
    const cpuBefore = server.cpuSeconds();
    await atRate(rate, actions, (action) => action(ledger));
    const cpuMs = (server.cpuSeconds() - cpuBefore) * 1_000;
    rows.push([
      `${people.length}`,
      name,
      `${actions.length}`,
      ...["own", "other", "lists"].map((what) =>
        pair(ledger.times.get(what) ?? []),
      ),
      `${(cpuMs / actions.length).toFixed(0)} ms`,
    ]);
    await sleep(1_000);
  };
  await step(
    "openings shown",
    leaders.map((leader) => (ledger) => showOpening(leader, seekers, ledger)),
  );
  await step(
    "cards shown",
    seekers.map((seeker) => (ledger) => showCard(seeker, leaders, ledger)),
  );
  // The newest card first, as it stands first on the page.
  const leaderOf = (nth: number) => leaders[nth % TEAMS] as Finder;
  const pairs = seekers.toReversed().map((seeker, nth): [Finder, Finder] => {
    const leader = leaderOf(nth);
    return nth % 2 > 0 ? [leader, seeker] : [seeker, leader];
  });
  // These lapse: the person joins another team.
  const besides = seekers
    .toReversed()
    .map((seeker, nth): [Finder, Finder] => [
      seeker,
      leaderOf(nth + TEAMS / 2),
    ]);
  await step(
    "requests sent",
    [...pairs, ...besides].map((two) => (ledger) => send(two, ledger)),
  );
  await step(
    "requests accepted",
    pairs.map((two) => (ledger) => accept(two, crowd, ledger)),
  );
  for (const { person } of seekers)
    await within("a team", person.shows(api.users.me, {}, isInTeam), 10_000);
  return rows;
}

const isInTeam = (me: FunctionReturnType<typeof api.users.me>) =>
  me !== null && me.teamId !== null;

/** Someone with `/find` open. The first `TEAMS` lead a team. */
class Finder {
  readonly person: Person;
  /** Of this person's card or opening. */
  readonly skills: string[];
  readonly #number: number;
  /** The list that is open. */
  #list: Asked = { kind: "person" };
  #close = () => {};
  id = "" as Id<"users">;
  teamId = "" as Id<"teams">;

  constructor(person: Person, number: number) {
    this.person = person;
    this.#number = number;
    this.skills = [SKILLS[number % SKILLS.length] ?? ""];
  }

  get isLeader(): boolean {
    return this.#number < TEAMS;
  }

  async open(): Promise<void> {
    await arrive(this.person, [
      ...LIVE,
      // Each page asks with the time at which it was opened.
      [api.settings.teamChanges, { at: Date.now() + this.#number }],
      [api.requests.mine, {}],
      [api.listings.hidden, {}],
      [api.listings.mine, {}],
      [api.listings.readKey, {}],
    ]);
    const me = await this.person.query(api.users.me, {});
    if (me !== null) this.id = me._id;
  }

  async lead(): Promise<void> {
    const name = `Team ${this.#number}`;
    this.teamId = await this.person.change(api.teams.create, { name });
  }

  /** Shows the list that stands first for this person. Resolves when it is there. */
  async turnToList(kind: Asked["kind"] = this.isLeader ? "person" : "team") {
    const { person } = this;
    await person.shows(api.listings.readKey, {}, (key) => key !== null);
    const readKey = (await person.query(api.listings.readKey, {})) ?? "";
    const [skill = ""] = this.skills;
    const filter = this.#number % ONE_FILTERS === 0 ? { skill } : {};
    this.#close();
    this.#list = { kind, readKey, limit: FIRST_PAGE, ...filter };
    this.#close = person.watch(api.listings.list, this.#list);
    await person.query(api.listings.list, this.#list);
  }

  /** Whether what this person has published is in the other's list, by its skill. */
  isSeenBy(other: Finder): boolean {
    const { skill } = other.#list;
    return skill === undefined || this.skills.includes(skill);
  }

  /** Notes how long it takes from a press until a list shows something, or no more. */
  async notes(
    ledger: Ledger,
    from: number,
    isAwaited: (listings: NonNullable<Listed>["listings"]) => boolean,
  ): Promise<void> {
    const at = await this.person.shows(
      api.listings.list,
      this.#list,
      (answer) => answer !== null && isAwaited(answer.listings),
    );
    ledger.took("lists", at - from);
  }

  async lists(subject: string): Promise<boolean> {
    const answer = await this.person.query(api.listings.list, this.#list);
    return isAmong(subject)(answer?.listings ?? []);
  }
}

const isAmong =
  (subject: string, text?: string) =>
  (listings: readonly { subject: string; text: string }[]) =>
    listings.some(
      (one) => one.subject === subject && one.text === (text ?? one.text),
    );

async function showOpening(
  leader: Finder,
  seekers: readonly Finder[],
  ledger: Ledger,
): Promise<void> {
  const { person, teamId, skills } = leader;
  const text = `A game for ${Math.random()}`;
  const from = now();
  const screens = seekers
    .filter((one) => leader.isSeenBy(one))
    .map((one) => one.notes(ledger, from, isAmong(teamId, text)));
  await ledger.measured("own", () =>
    person.change(api.listings.showOpening, { text, skills }),
  );
  await Promise.all(screens);
}

async function showCard(
  seeker: Finder,
  leaders: readonly Finder[],
  ledger: Ledger,
): Promise<void> {
  const { person, id, skills } = seeker;
  const text = "I bring chai";
  const from = now();
  const screens = leaders
    .filter((one) => seeker.isSeenBy(one))
    .map((one) => one.notes(ledger, from, isAmong(id)));
  await ledger.measured("own", () =>
    person.change(api.listings.showCard, { text, skills }),
  );
  await Promise.all(screens);
}

/** Resolves with the request between the two once it is on this page, and when it was. */
async function requestOn(
  page: Finder,
  [one, other]: readonly [Finder, Finder],
  outcome: "accepted" | null,
) {
  const [seeker, leader] = one.isLeader ? [other, one] : [one, other];
  let id = "" as Id<"requests">;
  const at = await page.person.shows(api.requests.mine, {}, (rows) => {
    const row = rows?.find(
      ({ uid, teamId, outcome: ended }) =>
        uid === seeker.id && teamId === leader.teamId && ended === outcome,
    );
    id = row?._id ?? id;
    return row !== undefined;
  });
  return { id, at };
}

async function send(two: [Finder, Finder], ledger: Ledger): Promise<void> {
  const [from, to] = two;
  const startedAt = now();
  const seen = requestOn(to, two, null);
  const target = to.isLeader ? to.teamId : to.id;
  await ledger.measured("own", () =>
    from.person.change(api.requests.send, { target, note: "Shall we?" }),
  );
  ledger.took("other", (await seen).at - startedAt);
}

async function accept(
  two: [Finder, Finder],
  crowd: readonly Finder[],
  ledger: Ledger,
): Promise<void> {
  const [from, to] = two;
  const seeker = from.isLeader ? to : from;
  const { id: requestId } = await requestOn(to, two, null);
  const listing: Finder[] = [];
  for (const one of crowd) if (await one.lists(seeker.id)) listing.push(one);
  const startedAt = now();
  const seen = requestOn(from, two, "accepted");
  const screens = listing.map((one) =>
    one.notes(ledger, startedAt, (listings) => !isAmong(seeker.id)(listings)),
  );
  await ledger.measured("own", () =>
    to.person.change(api.requests.accept, { requestId }),
  );
  ledger.took("other", (await seen).at - startedAt);
  await seeker.turnToList("person");
  await Promise.all(screens);
}
