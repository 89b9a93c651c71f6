/**
 * The live team list: people in teams of four, a connection each, and the time until a join is on every teammate's screen.
 * Then races for the last places, and what a kill under load loses.
 *
 *     npm run bench -- [--sizes 240,1000,4000] [--peers bare,embedded] [--rate 50] [--seconds 10] [--profile]
 *
 * `bare` is a server for this one workload (bare-server.mjs). No durable server for Convex's protocol can be much faster, so
 * the distance to it is the cost of the engine. Both are driven by the same people, one after the other, size by size.
 */
import { resolve } from "node:path";
import { makeFunctionReference } from "convex/server";
import { optionsOf } from "./options";
import { atRate, now, pool, sleep, within } from "./pace";
import { Person } from "./person";
import { inScratch, profiling, say, Server, serving } from "./server";
import { pair, tableOf } from "./statistics";

const BENCH = resolve("packages/embedded-convex/bench");
const members = makeFunctionReference<"query", { teamId: string }, string[]>(
  "bench:members",
);
type Place = { teamId: string; userId: string };
const join = makeFunctionReference<"mutation", Place, null>("bench:join");
const leave = makeFunctionReference<"mutation", Place, null>("bench:leave");

const RACES = 20;
const PLACES_LEFT = 3;
const ASKING = 8;
const MOST_JOINS = 3_000;
const WRITERS = 16;
/** The server is killed after so many joins of a storm. */
const KILL_AFTER = 400;

const COMMANDS: Record<string, (dataDir: string, flags: string[]) => string[]> =
  {
    bare: () => [process.execPath, resolve(BENCH, "bare-server.mjs")],
    embedded: (dataDir, flags) =>
      serving(resolve(BENCH, "functions"), dataDir, flags),
  };

type Options = { rate: number; seconds: number; profile: boolean };

export async function run(args: readonly string[]): Promise<string> {
  const { sizes, peers, ...options } = optionsOf(args, {
    sizes: [240, 1_000, 4_000],
    peers: "bare,embedded",
    rate: 50,
    seconds: 10,
    profile: false,
  });
  const rows: (string | number)[][] = [];
  for (const size of sizes)
    for (const peer of peers.split(",")) {
      const command = COMMANDS[peer];
      if (command === undefined) throw new Error(`There is no peer ${peer}`);
      await inScratch(async (dataDir) => {
        const server = await Server.start(
          command(dataDir, profiling(options.profile)),
          { environment: { DIR: dataDir }, isPinned: true },
        );
        const log = (text: string) => say(`[${peer} ${size}] ${text}`);
        rows.push([peer, size, ...(await measure(server, size, options, log))]);
        await server.stop();
      });
    }
  return tableOf(
    [
      "server",
      "people",
      "joins/s",
      "teammate's screen p50 / p99 ms",
      "acknowledged p50 / p99 ms",
      "MiB connected",
      "over-full of 20",
      "lost after kill -9",
    ],
    rows,
  );
}

/** Latency at a fixed rate, throughput, races for the last places, and losses after kill -9 under load. */
async function measure(
  server: Server,
  people: number,
  { rate, seconds, profile }: Options,
  log: (text: string) => void,
): Promise<(string | number)[]> {
  const teams = Math.floor(people / 4);
  log(`connecting ${people} people in ${teams} teams`);
  const crowd = await Crowd.seated(server.url, teams);
  const memoryMiB = server.memoryMiB();
  // By place, then by team, so that consecutive joins are in different teams.
  const seats = [1, 2, 3].flatMap((place) =>
    Array.from({ length: teams }, (_, team): Seat => [team, place]),
  );
  await pool(seats.slice(0, 100), 8, (seat) => crowd.join(seat, record()));
  await crowd.emptySeats();

  log(`latency at ${rate} joins/s`);
  const paced = record();
  for (let left = rate * seconds; left > 0;) {
    const batch = seats.slice(0, left);
    left -= batch.length;
    await atRate(rate, batch, (seat, from) => crowd.join(seat, paced, from));
    await crowd.emptySeats();
  }

  log("throughput, 32 joins under way");
  const closed = record();
  const end = now() + seconds * 1_000;
  let busyMs = 0;
  let done = 0;
  while (now() < end && done < MOST_JOINS) {
    const from = now();
    await pool(seats, 32, async (seat) => {
      if (now() > end || done >= MOST_JOINS) return;
      await crowd.join(seat, closed);
      done++;
    });
    busyMs += closed.lastAt - from;
    await crowd.emptySeats();
  }

  log(`${ASKING} people for ${PLACES_LEFT} places, ${RACES} times`);
  const overfull = await crowd.race();

  log("kill -9 in a storm of joins");
  // A process that is killed does not write its profile.
  const acknowledged = await crowd.storm(() =>
    profile ? server.stop() : server.kill(),
  );
  await crowd.close();
  await server.start();
  const lost = await missing(server.url, acknowledged);
  return [
    Math.round((done / busyMs) * 1_000),
    pair(paced.seen),
    pair(paced.acknowledged),
    memoryMiB,
    overfull,
    `${lost} of ${acknowledged.length}`,
  ];
}

type Seat = readonly [team: number, place: number];
type Times = ReturnType<typeof record>;

function record() {
  return { seen: [] as number[], acknowledged: [] as number[], lastAt: 0 };
}

const nameOf = (team: number) => ({ teamId: `team${team}` });
const userOf = ([team, place]: Seat) => `team${team}.${place}`;

/** Each has the list of one team open. */
class Crowd {
  /** By team and place. */
  readonly #teams: Person[][];
  #taken: Seat[] = [];

  private constructor(teams: Person[][]) {
    this.#teams = teams;
  }

  /** Opens the list of each team on four pages; the first of the four joins beforehand. */
  static async seated(url: string, count: number): Promise<Crowd> {
    const teams = Array.from({ length: count }, () =>
      [0, 1, 2, 3].map(() => new Person(url)),
    );
    const crowd = new Crowd(teams);
    await pool([...teams.entries()], 16, async ([team, pages]) => {
      await pages[0]?.change(join, {
        ...nameOf(team),
        userId: userOf([team, 0]),
      });
      for (const page of pages) page.watch(members, nameOf(team));
      const shown = Promise.all(crowd.#screens(team, userOf([team, 0]), true));
      await within("a subscription", shown);
    });
    return crowd;
  }

  /** Measures from `from` until a join's acknowledgement, and until it is on each teammate's screen. */
  async join(seat: Seat, times: Times, from = now()): Promise<void> {
    const [team, place] = seat;
    const userId = userOf(seat);
    const screens = this.#screens(team, userId, true).map(
      async (shown, nth) => {
        const at = await shown;
        if (nth !== place) times.seen.push(at - from);
        times.lastAt = Math.max(times.lastAt, at);
      },
    );
    const call = this.#page(team, place)
      .change(join, { ...nameOf(team), userId })
      .then(() => times.acknowledged.push(now() - from));
    await within(`join of ${userId}`, Promise.all([call, ...screens]));
    this.#taken.push(seat);
  }

  /** All who joined leave again; resolves when every screen shows it. */
  async emptySeats(): Promise<void> {
    await pool(this.#taken.splice(0), 32, async (seat) => {
      const [team, place] = seat;
      const userId = userOf(seat);
      const gone = this.#screens(team, userId, false);
      const call = this.#page(team, place).change(leave, {
        ...nameOf(team),
        userId,
      });
      await within(`leave of ${userId}`, Promise.all([call, ...gone]));
    });
    await sleep(300);
  }

  /** @returns how many races admitted more people than there were places */
  async race(): Promise<number> {
    const races = Array.from({ length: RACES }, async (_, nth) => {
      const teamId = `race${nth}`;
      await this.#page(0, 0).change(join, { teamId, userId: "first" });
      const answers = await Promise.allSettled(
        Array.from({ length: ASKING }, (_racer, racer) =>
          this.#page(racer, 0).change(join, {
            teamId,
            userId: `racer${racer}`,
          }),
        ),
      );
      return answers.filter(({ status }) => status === "fulfilled").length;
    });
    return (await Promise.all(races)).filter((got) => got > PLACES_LEFT).length;
  }

  /**
   * Many join at once, until enough are acknowledged and the server is killed.
   * @returns the acknowledged ones
   */
  async storm(kill: () => Promise<void>): Promise<Place[]> {
    const acknowledged: Place[] = [];
    let end = () => {};
    const over = new Promise<"over">((ended) => (end = () => ended("over")));
    const writers = Array.from({ length: WRITERS }, async (_, writer) => {
      for (let nth = 0; acknowledged.length < KILL_AFTER; nth++) {
        const place = {
          teamId: `storm${writer}.${nth >> 2}`,
          userId: `user${nth & 3}`,
        };
        const call = this.#page(writer, 0).change(join, place);
        if ((await Promise.race([call, over])) === "over") return;
        if (acknowledged.length < KILL_AFTER) acknowledged.push(place);
      }
      end();
    });
    await over;
    await kill();
    await Promise.all(writers);
    return acknowledged;
  }

  async close(): Promise<void> {
    await Promise.all(this.#teams.flat().map((person) => person.close()));
  }

  /** Somebody, also where there are fewer teams. */
  #page(team: number, place: number): Person {
    const page = this.#teams[team % this.#teams.length]?.[place];
    if (page === undefined) throw new Error("no such seat");
    return page;
  }

  /** When each of the team's four pages shows somebody, or no more. */
  #screens(team: number, userId: string, isThere: boolean): Promise<number>[] {
    return [0, 1, 2, 3].map((place) =>
      this.#page(team, place).shows(
        members,
        nameOf(team),
        (users) => users.includes(userId) === isThere,
      ),
    );
  }
}

/** @returns how many of the places are not taken on the server */
async function missing(url: string, places: readonly Place[]): Promise<number> {
  const reader = new Person(url);
  let lost = 0;
  for (const { teamId, userId } of places)
    if (!(await reader.query(members, { teamId })).includes(userId)) lost++;
  await reader.close();
  return lost;
}
