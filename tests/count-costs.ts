/** Counts what functions read and write, by the function log of a deployment on the embedded backend. */
import { ConvexHttpClient } from "convex/browser";
import { api } from "#convex/_generated/api";
import { listProjects } from "./list-projects";
import { readDesk } from "./read-desk";
import { changed, write } from "./write-project";

const TEXT = "A paragraph that says what it does, and why it does it so. ";
/** A heartbeat that says the field. */
export const FIELD_ENTERED = "projects:arrive, with a field";
const ARRIVE = "projects:arrive";
/** 4,000 characters. */
const DESCRIPTION = TEXT.repeat(Math.ceil(4_000 / TEXT.length));

/** What the calls of one function have used, by its name. */
export type Usage = {
  calls: number;
  documents: number;
  readBytes: number;
  writeBytes: number;
};
export type Costs = ReadonlyMap<string, Usage>;
type Client = Pick<ConvexHttpClient, "query" | "mutation">;

/** Reads the function log of a deployment. */
export class Meter {
  #cursor = 0;
  readonly #url: string;
  readonly #adminKey: string;
  readonly #client: Client;

  constructor(url: string, adminKey: string) {
    this.#url = url;
    this.#client = new ConvexHttpClient(url, { logger: false });
    this.#adminKey = adminKey;
  }

  /** @returns what ran during `act`, by function */
  async count(act: () => Promise<unknown>): Promise<Costs> {
    await this.#read();
    await act();
    const costs = new Map<string, Usage>();
    for (const {
      identifier,
      usageStats,
      componentPath,
    } of await this.#read()) {
      if (componentPath !== null || identifier === "projects:get") continue;
      const { calls, documents, readBytes, writeBytes } = costs.get(
        identifier,
      ) ?? { calls: 0, documents: 0, readBytes: 0, writeBytes: 0 };
      costs.set(identifier, {
        calls: calls + 1,
        documents: documents + (usageStats.databaseReadDocuments ?? 0),
        readBytes: readBytes + (usageStats.databaseReadBytes ?? 0),
        writeBytes: writeBytes + (usageStats.databaseWriteBytes ?? 0),
      });
    }
    return costs;
  }

  async #read(): Promise<Entry[]> {
    // Without anything new the log waits for a minute.
    await this.#client
      .query(api.projects.get, { projectId: "" })
      .catch(() => null);
    const url = `${this.#url}/api/stream_function_logs?cursor=${this.#cursor}`;
    const answer = await fetch(url, {
      headers: { authorization: `Convex ${this.#adminKey}` },
    });
    const { entries, newCursor } = (await answer.json()) as {
      entries: Entry[];
      newCursor: number;
    };
    this.#cursor = newCursor;
    return entries.filter(({ kind }) => kind === "Completion");
  }
}

type Entry = {
  kind: string;
  identifier: string;
  componentPath: string | null;
  usageStats: Record<string, number | undefined>;
};

/** What is counted: each case gives the cost of one call of each function in it. */
export async function countCosts(
  meter: Meter,
  {
    organiser,
    judge,
    teams,
  }: { organiser: Client; judge: Client; teams: Client[][] },
): Promise<Record<string, Usage>> {
  const [leader, member] = teams[0] ?? [];
  if (leader === undefined || member === undefined) throw new Error("nobody");
  const costs: Record<string, Usage> = {};
  const note = async (times: number, act: () => Promise<unknown>) => {
    for (const [name, usage] of await meter.count(act))
      costs[name] = {
        calls: usage.calls,
        documents: usage.documents / times,
        readBytes: usage.readBytes / times,
        writeBytes: usage.writeBytes / times,
      };
  };
  const arrive = api.projects.arrive;
  await leader.mutation(arrive, { tab: "1", field: "name" });
  await member.mutation(arrive, { tab: "1", field: null });
  const entered = await meter.count(async () =>
    member.mutation(arrive, { tab: "1", field: "summary" }),
  );
  for (const usage of entered.values()) costs[FIELD_ENTERED] = usage;
  // By chance one in eight is counted towards a limit, and reads that too; of twelve one is not.
  const beats: Usage[] = [];
  for (let nth = 0; nth < 12; nth++) {
    const beat = await meter.count(async () =>
      member.mutation(arrive, { tab: "1" }),
    );
    const usage = beat.get(ARRIVE);
    if (usage !== undefined) beats.push(usage);
  }
  beats.sort((one, other) => one.documents - other.documents);
  if (beats[0] !== undefined) costs[ARRIVE] = beats[0];
  const TYPED = 64;
  let seq = 0;
  const typed = async () => {
    const update = await changed(leader, (text) => text.insert(200, "word "));
    const outcome = await leader.mutation(api.projects.typeDescription, update);
    if (outcome.status === "synced") seq = outcome.seq;
  };
  await typed();
  const typing = await meter.count(async () => {
    for (let nth = 0; nth < TYPED; nth++) await typed();
  });
  const {
    readBytes = 0,
    documents = 0,
    writeBytes = 0,
  } = typing.get("projects:typeDescription") ?? {};
  costs["projects:typeDescription"] = {
    calls: TYPED,
    documents: documents / TYPED,
    readBytes: readBytes / TYPED,
    writeBytes: writeBytes / TYPED,
  };
  const bench = await leader.query(api.projects.workbench, {});
  const readKey = bench?.textReadKey ?? "";
  await note(1, async () =>
    leader.query(api.projects.description, { after: seq - 8, readKey }),
  );
  // So many texts of the history as a team has in the end.
  const passage =
    "A passage that is written and taken out again, now and then.";
  for (let nth = 0; nth < 30; nth++)
    await note(1, async () =>
      leader
        .mutation(api.projects.edit, { summary: `${passage} ${nth}` })
        .then(async () =>
          member.mutation(api.projects.edit, { summary: passage }),
        ),
    );
  await note(1, async () => {
    await leader.mutation(api.projects.edit, { name: "Counted" });
    await member.query(api.projects.workbench, {});
    await member.query(api.projects.present, { readKey });
    await member.query(api.projects.pictures, {});
    await member.query(api.projects.history, {});
    await listProjects(organiser);
  });
  await note(1, async () => leader.mutation(api.projects.handIn, {}));
  await note(1, async () => organiser.query(api.projects.gallery, {}));
  await organiser.mutation(api.judging.assign, { perProject: 1 });
  const { criteria, cards } = await readDesk(judge);
  const marks = Object.fromEntries(criteria.map(({ id }) => [id, 3]));
  const [{ projectId } = { projectId: null }] = cards;
  if (projectId === null) throw new Error("nothing to judge");
  await note(1, async () => {
    await judge.mutation(api.judging.score, { projectId, marks });
    await judge.query(api.judging.desk, {});
    await judge.query(api.judging.projects, {});
    await organiser.query(api.judging.progress, {});
  });
  return costs;
}

/** Forms a team that has written and handed in a project. */
export async function prepare(team: Client[], nth: number): Promise<void> {
  const [leader, ...members] = team;
  if (leader === undefined) return;
  await leader.mutation(api.teams.create, { name: `Team ${nth}` });
  const found = await leader.query(api.teams.mine, {});
  const inviteCode = found?.inviteCode ?? "";
  for (const one of members) await one.mutation(api.teams.join, { inviteCode });
  await write(leader, {
    name: `Project ${nth}`,
    summary: "What it does in one line, as long as most of them are.",
    repositoryUrl: "https://example.in/code",
    builtWith: ["Convex", "React", "Rust"],
    description: DESCRIPTION,
  });
  await leader.mutation(api.projects.handIn, {});
}
