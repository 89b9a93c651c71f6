import { ConvexClient } from "convex/browser";
import { makeFunctionReference } from "convex/server";
import WebSocket from "ws";
import { pool, sleep, within } from "./measure.mjs";

const MEMBERS = makeFunctionReference("bench:members");
const JOIN = makeFunctionReference("bench:join");
const LEAVE = makeFunctionReference("bench:leave");
const PATIENCE_MS = 60_000;

class QuietSocket extends WebSocket {
  constructor(url, protocols) {
    super(url, protocols, { perMessageDeflate: false });
    this.on("error", () => {});
  }
}

/**
 * The users: each has an unmodified ConvexClient and subscribes to one live
 * member list.
 */
export class Audience {
  #url;
  #clients = new Map();
  #screens = new Map();
  #taken = [];

  constructor(url) {
    this.#url = url;
  }

  /**
   * Subscribes four people to each team's list; the first of them joins the
   * team beforehand.
   */
  async fillSeats(teams) {
    const director = this.#client("director");
    const seats = Array.from({ length: teams }, (_, team) => team);
    await pool(seats, 50, (team) =>
      director.mutation(JOIN, { teamId: name(team), userId: person(team, 0) }),
    );
    const everyone = [0, 1, 2, 3].flatMap((place) =>
      seats.map((team) => [team, place]),
    );
    await pool(everyone, 32, ([team, place]) =>
      within(
        PATIENCE_MS,
        this.#watch(team, person(team, place)),
        "a subscription",
      ),
    );
    await Promise.all(
      everyone.map(([team, place]) =>
        this.#until(person(team, place), person(team, 0), true),
      ),
    );
  }

  /**
   * One join. Measures the time from `from` until its acknowledgement, and
   * until it is on each teammate's screen.
   */
  async join([team, place], times, from = performance.now()) {
    const who = person(team, place);
    const screens = [0, 1, 2, 3].map(async (seat) => {
      const at = await this.#until(person(team, seat), who, true);
      if (seat !== place) times.seen.push(at - from);
      times.lastAt = Math.max(times.lastAt, at);
    });
    const call = this.#client(who)
      .mutation(JOIN, { teamId: name(team), userId: who })
      .then(() => times.acknowledged.push(performance.now() - from));
    await within(
      PATIENCE_MS,
      Promise.all([call, ...screens]),
      `join of ${who}`,
    );
    this.#taken.push([team, who]);
  }

  /** All who joined leave again; resolves when every screen shows it. */
  async emptySeats() {
    await pool(this.#taken.splice(0), 32, async ([team, who]) => {
      const gone = [0, 1, 2, 3].map((seat) =>
        this.#until(person(team, seat), who, false),
      );
      const call = this.#client(who).mutation(LEAVE, {
        teamId: name(team),
        userId: who,
      });
      await within(
        PATIENCE_MS,
        Promise.all([call, ...gone]),
        `leave of ${who}`,
      );
    });
    await sleep(300);
  }

  /** @returns number of races that admitted more people than places */
  async race(races, asking, places) {
    const counts = Array.from({ length: races }, async (_, race) => {
      await this.#client("director").mutation(JOIN, {
        teamId: `race${race}`,
        userId: "first",
      });
      const answers = await Promise.allSettled(
        Array.from({ length: asking }, (_, k) =>
          this.#client(person(k, 0)).mutation(JOIN, {
            teamId: `race${race}`,
            userId: `racer${k}`,
          }),
        ),
      );
      return answers.filter((answer) => answer.status === "fulfilled").length;
    });
    return (await Promise.all(counts)).filter((count) => count > places).length;
  }

  /**
   * Joins from 16 clients concurrently; after 400 acknowledgements calls
   * `kill`, which ends the server.
   * @returns the acknowledged [team, user] pairs
   */
  async storm(kill) {
    const acknowledged = [];
    let isOver = false;
    const killAt = 400;
    const writers = Array.from({ length: 16 }, async (_, writer) => {
      for (let k = 0; !isOver; k++) {
        const pair = [`storm${writer}.${k >> 2}`, `user${k & 3}`];
        const call = this.#client(person(writer, 0)).mutation(JOIN, {
          teamId: pair[0],
          userId: pair[1],
        });
        const result = await Promise.race([
          call.then(() => "ok"),
          untilTrue(() => isOver),
        ]);
        if (result === "ok" && !isOver) acknowledged.push(pair);
        if (acknowledged.length >= killAt && !isOver) {
          isOver = true;
          await kill();
        }
      }
    });
    await Promise.all(writers);
    return acknowledged;
  }

  /** @returns number of pairs that are missing on the server */
  async missing(pairs) {
    const teams = [...new Set(pairs.map(([team]) => team))];
    const lists = new Map();
    await pool(teams, 16, async (team) =>
      lists.set(
        team,
        await this.#client("reader").query(MEMBERS, { teamId: team }),
      ),
    );
    return pairs.filter(([team, user]) => !lists.get(team).includes(user))
      .length;
  }

  async close() {
    await Promise.all(
      [...this.#clients.values()].map((client) => client.close()),
    );
  }

  #client(who) {
    const known = this.#clients.get(who);
    if (known) return known;
    const client = new ConvexClient(this.#url, {
      webSocketConstructor: QuietSocket,
      unsavedChangesWarning: false,
      logger: false,
    });
    this.#clients.set(who, client);
    return client;
  }

  #watch(team, who) {
    const screen = { members: new Set(), waiting: [] };
    this.#screens.set(who, screen);
    return new Promise((resolve, reject) => {
      const show = (list) => {
        const now = performance.now();
        screen.members = new Set(list);
        screen.waiting = screen.waiting.filter((wait) => {
          const isThere = screen.members.has(wait.whom) === wait.present;
          if (isThere) wait.resolve(now);
          return !isThere;
        });
        resolve();
      };
      this.#client(who).onUpdate(MEMBERS, { teamId: name(team) }, show, reject);
    });
  }

  /** @returns performance.now() when `whom` was (not) on the viewer's screen */
  #until(viewer, whom, present) {
    const screen = this.#screens.get(viewer);
    if (screen.members.has(whom) === present)
      return Promise.resolve(performance.now());
    return new Promise((resolve) =>
      screen.waiting.push({ whom, present, resolve }),
    );
  }
}

const name = (team) => `team${team}`;
const person = (team, place) => `team${team}.${place}`;

function untilTrue(condition) {
  return new Promise((resolve) => {
    const timer = setInterval(() => {
      if (!condition()) return;
      clearInterval(timer);
      resolve("over");
    }, 5);
  });
}
