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
import { admit } from "./deployment";
import { Ledger } from "./ledger";
import { arrive, CONNECTING_AT_ONCE, LIVE } from "./onlookers";
import { optionsOf } from "./options";
import { atRate, now, pool, sleep, within } from "./pace";
import { Person } from "./person";
import { inScratch, profiling, say, Server, serving } from "./server";
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
  const { people: sizes, ...options } = optionsOf(args, {
    people: [200],
    rate: 12,
    profile: false,
  });
  const rows: string[][] = [];
  for (const people of sizes) {
    if (people <= TEAMS || people > TEAM_SIZE * TEAMS)
      throw new Error(`${people} people do not fit into ${TEAMS} teams`);
    rows.push(
      ...(await inScratch((dataDir) => find(dataDir, { people, ...options }))),
    );
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
  dataDir: string,
  { people, rate, profile }: { people: number; rate: number; profile: boolean },
): Promise<string[][]> {
  const log = (text: string) => say(`[${people}] ${text}`);
  const server = await Server.start(
    serving("convex", dataDir, profiling(profile)),
  );
  const tokens = await admit(server.url, dataDir, people);
  const crowd = tokens.map((token, nth) => new Finder(server.url, token, nth));
  log(`connecting ${people} people`);
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
      `${people}`,
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
  const pairs = seekers.toReversed().map((seeker, nth) => ({
    seeker,
    leader: leaders[nth % TEAMS] ?? seeker,
    besides: leaders[(nth + TEAMS / 2) % TEAMS] ?? seeker,
    isOffer: nth % 2 > 0,
  }));
  await step("requests sent", [
    ...pairs.map(
      (two) => (ledger: Ledger) =>
        two.isOffer
          ? send(two.leader, two.seeker, ledger)
          : send(two.seeker, two.leader, ledger),
    ),
    // These lapse: the person joins another team.
    ...pairs.map(
      ({ seeker, besides }) =>
        (ledger: Ledger) =>
          send(seeker, besides, ledger),
    ),
  ]);
  await step(
    "requests accepted",
    pairs.map((two) => (ledger) => accept(two, crowd, ledger)),
  );
  for (const { person } of seekers)
    await within("a team", person.shows(api.users.me, {}, isInTeam), 10_000);
  for (const { person } of crowd) await person.close();
  await server.stop();
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

  constructor(url: string, token: string, number: number) {
    this.person = new Person(url, { token });
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

/** Resolves with the request between the two, and when it was on this page. */
async function requestOn(
  page: Finder,
  seeker: Finder,
  leader: Finder,
  outcome: "accepted" | null,
) {
  let id: Id<"requests"> | undefined;
  const at = await page.person.shows(api.requests.mine, {}, (rows) => {
    id = rows?.find(
      (row) =>
        row.uid === seeker.id &&
        row.teamId === leader.teamId &&
        row.outcome === outcome,
    )?._id;
    return id !== undefined;
  });
  if (id === undefined) throw new Error("no request");
  return { id, at };
}

async function send(from: Finder, to: Finder, ledger: Ledger): Promise<void> {
  const startedAt = now();
  const [seeker, leader] = from.isLeader ? [to, from] : [from, to];
  const seen = requestOn(to, seeker, leader, null);
  const target = to.isLeader ? to.teamId : to.id;
  await ledger.measured("own", () =>
    from.person.change(api.requests.send, { target, note: "Shall we?" }),
  );
  ledger.took("other", (await seen).at - startedAt);
}

async function accept(
  {
    seeker,
    leader,
    isOffer,
  }: { seeker: Finder; leader: Finder; isOffer: boolean },
  crowd: readonly Finder[],
  ledger: Ledger,
): Promise<void> {
  const [from, to] = isOffer ? [leader, seeker] : [seeker, leader];
  const { id: requestId } = await requestOn(to, seeker, leader, null);
  const listing: Finder[] = [];
  for (const one of crowd) if (await one.lists(seeker.id)) listing.push(one);
  const startedAt = now();
  const seen = requestOn(from, seeker, leader, "accepted");
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
