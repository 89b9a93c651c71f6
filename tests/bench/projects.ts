/**
 * Measures how long a keystroke takes to a teammate's screen while every team writes its description at once: with the
 * page's own code for the description and Convex's client, on the embedded backend.
 *
 *     npm run bench -- --projects [--teams 60] [--seconds 20] [--keys 4] [--profile]
 *
 * `--keys` is what each of the four people of a team types per second. The server has one core and all the people's
 * pages another one; the last columns say how full the two were, because a page that is late looks like a late server.
 * `--profile` leaves a CPU profile of the server in `.cache/profiles/`.
 */
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { ConvexClient } from "convex/browser";
import WebSocket from "ws";
import { api } from "../../convex/_generated/api.js";
import { heartbeatMs } from "#convex/projects/shared/projects";
import { nextAfter, SharedText } from "../../src/routes/project/shared-text";
import { write as writeProject } from "../write-project";
// @ts-expect-error -- plain JavaScript
import { Deployment } from "./deployment.mjs";
import { serve } from "./serve";

const TEAM = 4;
/** One keystroke in this many is a mark, for which the teammates' screens are watched. */
const MARK_EVERY = 8;
/** How long after the last keystroke a mark is waited for. */
const LATEST_MS = 10_000;
const NO_STORAGE = { left: () => () => {}, write: () => {}, clear: () => {} };

type People = {
  admit: (count: number, role: string) => Promise<string[]>;
};

/** Marks that have not been seen on all teammates' screens. */
type Marks = {
  sent: number;
  /** The delays of the marks that were seen, in ms. */
  times: number[];
  /** Those that a page has not shown yet, and when they were typed. */
  waiting: Map<Writer, Map<string, number>>;
};

/** Somebody with the workbench open. */
class Writer {
  readonly client: ConvexClient;
  readonly text: SharedText;
  /** The number of changes sent; one contains all that was typed while the last was being sent. */
  sent = 0;
  #stop = () => {};
  #onText: (text: string) => void = () => {};

  constructor(url: string, token: string) {
    this.client = new ConvexClient(url, {
      webSocketConstructor: WebSocket as never,
      unsavedChangesWarning: false,
    });
    this.client.setAuth(() => Promise.resolve(token));
    this.text = new SharedText({
      kept: NO_STORAGE,
      send: async (edition, update) => {
        this.sent++;
        return this.client.mutation(api.projects.typeDescription, {
          edition,
          update,
        });
      },
    });
  }

  /** Subscribes to what the page shows; resolves with the first text. */
  async open(onText: (text: string) => void): Promise<void> {
    this.#onText = onText;
    this.text.open();
    let readKey: string | null = null;
    const opened = new Promise<void>((resolve) => {
      this.client.onUpdate(api.projects.workbench, {}, (project) => {
        if (project === null || project.textReadKey === readKey) return;
        readKey = project.textReadKey;
        this.client.onUpdate(api.projects.present, { readKey }, () => {});
        this.#follow(readKey, null, resolve);
      });
    });
    this.client.onUpdate(api.projects.pictures, {}, () => {});
    const { arrive } = api.projects;
    await this.client.mutation(arrive, { tab: "1", field: "description" });
    const beat = () => this.client.mutation(arrive, { tab: "1" });
    setInterval(() => void beat().catch(() => undefined), heartbeatMs(false));
    await opened;
  }

  #follow(readKey: string, after: number | null, onFirst = () => {}): void {
    this.#stop();
    this.#stop = this.client.onUpdate(
      api.projects.description,
      { after, readKey },
      (changes) => {
        if (changes === null) return;
        this.text.receive(changes);
        this.#onText(this.text.getView().text);
        onFirst();
        const next = nextAfter(after, changes);
        if (next !== after) queueMicrotask(() => this.#follow(readKey, next));
      },
    );
  }
}

export async function run(): Promise<void> {
  const { values } = parseArgs({
    args: process.argv.slice(2).filter((argument) => argument !== "--projects"),
    options: {
      teams: { type: "string", default: "60" },
      seconds: { type: "string", default: "20" },
      keys: { type: "string", default: "4" },
      profile: { type: "boolean", default: false },
    },
  });
  const [teams, seconds, keys] = [
    values.teams,
    values.seconds,
    values.keys,
  ].map(Number) as [number, number, number];
  const scratch = path.join(process.cwd(), ".cache");
  fs.mkdirSync(scratch, { recursive: true });
  const dataDir = fs.mkdtempSync(path.join(scratch, "projects-"));
  const server = await serve(
    dataDir,
    values.profile
      ? ["--cpu-prof", "--cpu-prof-dir", `${scratch}/profiles`]
      : [],
  );
  try {
    const deployment = new Deployment(server.url, dataDir) as People;
    const writers = await openTeams(server.url, deployment, teams);
    const marks = await openPages(writers);
    const [serverBefore, ownBefore] = [server.cpuSeconds(), ownCpuSeconds()];
    const tookSeconds = await write(writers, marks, { seconds, keys });
    const serverCpu = server.cpuSeconds() - serverBefore;
    const ownCpu = ownCpuSeconds() - ownBefore;
    const times = marks.times.sort((one, other) => one - other);
    const pick = (share: number) =>
      Math.round(times[Math.floor((times.length - 1) * share)] ?? NaN);
    const people = writers.flat();
    const typed = people.length * keys;
    const changes = people.reduce((sum, writer) => sum + writer.sent, 0);
    process.stdout.write(
      [
        `${os.cpus().length} × ${os.cpus()[0]?.model ?? "unknown processor"}, Node ${process.version}`,
        "| teams of four | keystrokes a second | changes a second | keystroke to a teammate's screen, p50 / p99 / most, ms | marks seen of sent | server's CPU a change, a keystroke, ms | server's core | pages' core | server MiB |",
        "|---|---|---|---|---|---|---|---|---|",
        `| ${teams} | ${typed} | ${Math.round(changes / seconds)} | ${pick(0.5)} / ${pick(0.99)} / ${pick(1)} | ${times.length} of ${marks.sent * (TEAM - 1)} | ${((serverCpu / changes) * 1_000).toFixed(1)}, ${((serverCpu / typed / seconds) * 1_000).toFixed(2)} | ${percent(serverCpu / tookSeconds)} | ${percent(ownCpu / tookSeconds)} | ${server.memoryMiB()} |`,
        "",
      ].join("\n"),
    );
    await Promise.all(people.map(({ client }) => client.close()));
  } finally {
    await server.stop();
    fs.rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 });
  }
}

async function openTeams(
  url: string,
  deployment: People,
  teams: number,
): Promise<Writer[][]> {
  const tokens = await deployment.admit(teams * TEAM, "participant");
  const [organiserToken = ""] = await deployment.admit(1, "organiser");
  const organiser = new Writer(url, organiserToken);
  await organiser.client.mutation(api.settings.change, {
    submissionsOpenAt: Date.now() - 1_000,
  });
  await organiser.client.close();
  const writers = tokens.map((token) => new Writer(url, token));
  const byTeam = Array.from({ length: teams }, (_, team) =>
    writers.slice(team * TEAM, (team + 1) * TEAM),
  );
  await Promise.all(
    byTeam.map(async ([leader, ...members], team) => {
      if (leader === undefined) return;
      await leader.client.mutation(api.teams.create, { name: `Team ${team}` });
      const found = await leader.client.query(api.teams.mine, {});
      for (const { client } of members)
        await client.mutation(api.teams.join, {
          inviteCode: found?.inviteCode ?? "",
        });
      await writeProject(leader.client, {
        description: "A description as long as many are. ".repeat(40),
      });
    }),
  );
  return byTeam;
}

/** Opens everybody's page, and watches it for marks. */
async function openPages(byTeam: Writer[][]): Promise<Marks> {
  const marks: Marks = { sent: 0, times: [], waiting: new Map() };
  for (const writer of byTeam.flat()) {
    const awaited = new Map<string, number>();
    marks.waiting.set(writer, awaited);
    await writer.open((text) => {
      for (const [mark, since] of awaited)
        if (text.includes(mark)) {
          awaited.delete(mark);
          marks.times.push(performance.now() - since);
        }
    });
  }
  return marks;
}

/** Everybody types; resolves with the seconds until all marks had arrived, or no more arrived. */
async function write(
  byTeam: Writer[][],
  marks: Marks,
  { seconds, keys }: { seconds: number; keys: number },
): Promise<number> {
  const since = performance.now();
  const until = since + seconds * 1_000;
  const typing = byTeam.flatMap((team) =>
    team.map(async (writer) => {
      await sleep((Math.random() * 1_000) / keys);
      for (let key = 1; performance.now() < until; key++) {
        const isMark = key % MARK_EVERY === 0;
        const mark = isMark ? `<${(marks.sent++).toString(36)}>` : "x";
        if (isMark)
          for (const mate of team)
            if (mate !== writer)
              marks.waiting.get(mate)?.set(mark, performance.now());
        const text = writer.text.getView().text;
        // Before a space, and so never inside a mark.
        const at = Math.max(0, text.indexOf(" ", Math.random() * text.length));
        writer.text.type(text.slice(0, at) + mark + text.slice(at), at);
        await sleep(1_000 / keys);
      }
    }),
  );
  await Promise.all(typing);
  const isAnyAwaited = () =>
    [...marks.waiting.values()].some(({ size }) => size > 0);
  const latest = performance.now() + LATEST_MS;
  while (isAnyAwaited() && performance.now() < latest) await sleep(20);
  return (performance.now() - since) / 1_000;
}

/** Processor time of this process so far. */
function ownCpuSeconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000_000;
}

function percent(share: number): string {
  return `${Math.round(share * 100)} %`;
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
