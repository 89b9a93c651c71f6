/** What a day of the event costs on Convex Cloud: what a rehearsal has counted, and what its clock leaves out. */
import { MAX_PICTURES } from "#convex/projects/shared/pictures";
import { heartbeatMs } from "#convex/projects/shared/projects";
import { MAX_TEAM_SIZE } from "#convex/teams/shared/teams";
import type { Usage } from "../deployment";

const HOUR_MS = 3_600_000;
const HOURS = 36;
/** For how long each person has the project's page visible; for half of it nobody else of the team has. */
const VISIBLE_MS = 6 * HOUR_MS;
const FIELDS_ENTERED = 60;
const PAGES_LOADED = 25;
/** Of a picture: itself and its smaller version. */
const FILES = 2;
/** Of each team, with the notes that its history makes. */
const FIELDS_SAVED = 240;
/** Of each team's description: its keystrokes, collected for 0.3 s in company and for 1.5 s alone. */
const UPDATES = { inCompany: 700, alone: 140 };

/** Read and written by a heartbeat; tests/backend/cost.test.ts bounds it. */
const HEARTBEAT_BYTES = 1_450;
/** The component's worker wakes when the first of all sessions could end, which is 1.5 heartbeats after the last. */
const PRESENCE_JOBS = (2 * HOURS * HOUR_MS) / (1.5 * heartbeatMs(false));
/** Read of each uploaded file by all sweeps that look at it; tests/backend/day-of-jobs.test.ts bounds it. */
const SWEPT_BYTES = 700;
/** How many runs the sweeps of an hour with uploads take. */
const SWEEPS = 9;
/**
 * A participant's page in a browser, over HTTP and over the socket: tests/e2e/page-cost.test.ts bounds the mean of eight.
 * A slow device asks for notices before it knows the read key, and again with it.
 * What all pages share (settings, schedule, announcements) is answered from Cloud's cache, which costs calls and no I/O.
 */
export const PAGE = { calls: 21, bytes: 15_000 };
/** A list of cards or openings of sixty. */
const LIST_BYTES = 20_000;

/**
 * Cloud bills the keys of indexes too, which the embedded backend does not count. Measured once, in November 2026: 38 %
 * of a heartbeat's documents, 25 % of typing's, 13 % of a saved field's.
 */
const WITH_KEYS = 1.2;

type Row = Usage & { what: string };

/** @param usage what the rehearsal has counted, by function */
export function dayOf(
  usage: ReadonlyMap<string, Usage>,
  people: number,
): Row[] {
  const teams = people / MAX_TEAM_SIZE;
  const rest = new Map(usage);
  /** What those functions cost if the first is called so often. */
  const scaled = (amount: number, ...names: [string, ...string[]]): Usage => {
    const factor = amount / Math.max(1, usage.get(names[0])?.calls ?? 0);
    for (const name of names) rest.delete(name);
    const { calls, bytes } = sumOf(
      names.flatMap((name) => usage.get(name) ?? []),
    );
    return { calls: calls * factor, bytes: bytes * factor };
  };
  const typed = scaled(
    teams * (UPDATES.inCompany + UPDATES.alone),
    "projects:typeDescription",
    "projects:description",
  );
  const beats =
    people *
    (VISIBLE_MS / 2) *
    (1 / heartbeatMs(false) + 1 / heartbeatMs(true));
  const hourly = scaled(
    HOURS,
    "upkeep/jobs:removeExpired",
    "upkeep/jobs:replaceReadKey",
  );
  const rows = [
    {
      what: "typing, and the description on four pages, or one",
      bytes: typed.bytes,
      calls:
        teams * (UPDATES.inCompany * (1 + MAX_TEAM_SIZE) + UPDATES.alone * 2),
    },
    { what: "heartbeats", calls: beats, bytes: beats * HEARTBEAT_BYTES },
    {
      what: "jobs that look who has gone",
      ...scaled(PRESENCE_JOBS, "components"),
    },
    {
      what: "hourly jobs, and sweeps of uploads",
      calls: hourly.calls + HOURS * SWEEPS,
      bytes: hourly.bytes + teams * MAX_PICTURES * FILES * SWEPT_BYTES,
    },
    {
      what: "fields entered, and who is present on four pages",
      ...scaled(people * FIELDS_ENTERED, "projects:arrive", "projects:present"),
      calls: people * FIELDS_ENTERED * (1 + MAX_TEAM_SIZE),
    },
    {
      what: "fields saved, and the project on four pages",
      ...scaled(teams * FIELDS_SAVED, "projects:edit", "projects:workbench"),
      calls: teams * FIELDS_SAVED * (1 + MAX_TEAM_SIZE),
    },
    {
      what: "pages loaded",
      calls: people * PAGES_LOADED * PAGE.calls,
      bytes: people * PAGES_LOADED * PAGE.bytes,
    },
    {
      what: "/find, open by a quarter while 400 cards and openings change",
      calls: (people / 4) * 400,
      bytes: 400 * LIST_BYTES,
    },
    {
      what: "the clock, renewed tokens and pictures",
      calls: people * 100,
      bytes: people * 20_000,
    },
  ];
  const all = [
    ...rows,
    { what: "everything else, as rehearsed", ...sumOf([...rest.values()]) },
  ].map((row) => ({ ...row, bytes: row.bytes * WITH_KEYS }));
  return [...all, { what: "sum", ...sumOf(all) }];
}

export function sumOf(all: readonly Usage[]): Usage {
  return all.reduce(
    (sum, { calls, bytes }) => ({
      calls: sum.calls + calls,
      bytes: sum.bytes + bytes,
    }),
    { calls: 0, bytes: 0 },
  );
}
