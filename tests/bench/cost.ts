/**
 * `npm run bench -- --cost`: what a day of the event costs on Convex Cloud. Counts the bytes that each function reads and
 * writes on the embedded backend, which are those of documents in Convex's measure without index keys, and multiplies
 * them by how often 240 people in 60 teams call it in 36 hours (docs/deployment.md says what is assumed).
 */
import fs from "node:fs";
import path from "node:path";
import { ConvexHttpClient } from "convex/browser";
import { api } from "../../convex/_generated/api.js";
import {
  countCosts,
  FIELD_ENTERED,
  Meter,
  prepare,
  type Usage,
} from "../count-costs";
// @ts-expect-error -- plain JavaScript
import { Deployment } from "./deployment.mjs";
import { serve } from "./serve";

const TEAMS = 60;
const MEMBERS = 4;
const PEOPLE = TEAMS * MEMBERS;
type Row = { what: string; calls: number; bytes: number };

/** What the functions cost on the day that docs/deployment.md assumes. */
function dayOf(costs: Record<string, Usage>): Row[] {
  const io = (name: string) => {
    const { readBytes = 0, writeBytes = 0 } = costs[name] ?? {};
    return readBytes + writeBytes;
  };
  const typed = TEAMS * UPDATES;
  const beats = (PEOPLE * 6 * 3_600) / BEAT_SECONDS;
  const entered = PEOPLE * 60;
  const written = TEAMS * WRITES_OF_ROW;
  return [
    {
      what: "typing, and the description on four pages",
      calls: typed * (1 + MEMBERS),
      bytes:
        typed * (io("projects:typeDescription") + io("projects:description")),
    },
    { what: "heartbeats", calls: beats, bytes: beats * io("projects:arrive") },
    {
      what: "fields entered, and who is present on four pages",
      calls: entered * (1 + MEMBERS),
      bytes: entered * (io(FIELD_ENTERED) + MEMBERS * io("projects:present")),
    },
    {
      what: "changes of the project's row, and what runs again on four pages",
      calls: written * (1 + MEMBERS),
      bytes:
        written * (io("projects:edit") + MEMBERS * io("projects:workbench")),
    },
    {
      what: "searches in the gallery",
      calls: 2_000,
      bytes: 2_000 * io("projects:gallery"),
    },
    {
      what: "judging: 180 marks, a desk and three organisers' pages",
      calls: 180 * 5,
      bytes:
        180 *
        (io("judging:score") + io("judging:desk") + 3 * io("judging:progress")),
    },
    // Modelled, not counted: nothing in them changed.
    { what: "page loads (25 each)", calls: 120_000, bytes: 0.2e9 },
    { what: "/find, cards, joins", calls: 100_000, bytes: 0.1e9 },
    { what: "the clock, files, tokens, jobs", calls: 146_000, bytes: 0 },
  ];
}

/** Of the description, by each team; `bench -- --projects`: 80 keystrokes a second are 37 updates. */
const UPDATES = Math.round((3_000 * 37) / 80);
const BEAT_SECONDS = 30;
/** By each team: 200 saves of fields, one note in ten minutes of writing, and the hand-ins. */
const WRITES_OF_ROW = 200 + 36 + 4;

export async function run(): Promise<void> {
  const scratch = path.join(process.cwd(), ".cache");
  fs.mkdirSync(scratch, { recursive: true });
  const dataDir = fs.mkdtempSync(path.join(scratch, "cost-"));
  const server = await serve(dataDir);
  try {
    const deployment = new Deployment(server.url, dataDir) as People;
    const clientsOf = async (count: number, role: string) =>
      (await deployment.admit(count, role)).map((token) => {
        const client = new ConvexHttpClient(server.url, { logger: false });
        client.setAuth(token);
        return client;
      });
    const people = await clientsOf(PEOPLE, "participant");
    const [organiser] = await clientsOf(1, "organiser");
    const [judge] = await clientsOf(1, "judge");
    if (!organiser || !judge) throw new Error("nobody");
    await organiser.mutation(api.settings.change, {
      submissionsOpenAt: Date.now() - 1_000,
    });
    const teams = Array.from({ length: TEAMS }, (_, nth) =>
      people.slice(nth * MEMBERS, (nth + 1) * MEMBERS),
    );
    for (const [nth, team] of teams.entries()) await prepare(team, nth);
    const meter = new Meter(server.url, deployment.adminKey);
    const costs = await countCosts(meter, { organiser, judge, teams });
    print(costs, dayOf(costs));
  } finally {
    await server.stop();
    fs.rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 });
  }
}

type People = {
  adminKey: string;
  admit(count: number, role: string): Promise<string[]>;
};

function print(costs: Record<string, Usage>, rows: Row[]): void {
  const sum = { what: "sum", calls: 0, bytes: 0 };
  for (const { calls, bytes } of rows) {
    sum.calls += calls;
    sum.bytes += bytes;
  }
  const lines = [
    "| function | documents read | bytes read | bytes written |",
    "|---|---|---|---|",
    ...Object.entries(costs)
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(
        ([name, { documents, readBytes, writeBytes }]) =>
          `| ${name} | ${documents.toFixed(1)} | ${Math.round(readBytes)} | ${Math.round(writeBytes)} |`,
      ),
    "",
    "| what | calls | database I/O |",
    "|---|---|---|",
    ...[...rows, sum].map(
      ({ what, calls, bytes }) =>
        `| ${what} | ${Math.round(calls / 1_000)} k | ${(bytes / 1e9).toFixed(2)} GB |`,
    ),
    "",
  ];
  process.stdout.write(lines.join("\n"));
}
