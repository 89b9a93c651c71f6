/** What calls read and write: Convex Cloud is paid by it, and queries run again when what they read changes. */
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { ConvexHttpClient } from "convex/browser";
import { expect, test } from "vitest";
import { api } from "#convex/_generated/api";
import { manualClock } from "../../packages/embedded-convex/tests/base/manual-clock";
import { startServer } from "../../packages/embedded-convex/tests/engine/test-server";
import { Meter, type Usage } from "../count-costs";
import { listProjects } from "../list-projects";
import { readDesk } from "../read-desk";
import { changed, write } from "../write-project";
import { enter, quickFunctions } from "./stage";

const TEXT = "A paragraph that says what it does, and why it does it so. ";
/** 4,000 characters; a document with its history is longer. */
const DESCRIPTION = TEXT.repeat(Math.ceil(4_000 / TEXT.length));
/** A heartbeat that says the field. */
const FIELD_ENTERED = "projects:arrive, with a field";
const TYPED = 64;

test("calls read what they show: a description only where it is read, a judge's projects not at each mark", async () => {
  const server = await startServer({
    functions: await quickFunctions(),
    // Time stands still: a heartbeat that comes late on a loaded machine reads more.
    clock: manualClock(Date.now()),
  });
  const entered = async (name: string, role?: "organiser" | "judge") => {
    const { token } = await enter(server, name, role);
    const client = new ConvexHttpClient(server.url, { logger: false });
    client.setAuth(token);
    return client;
  };
  const organiser = await entered("rita", "organiser");
  const judge = await entered("dev", "judge");
  await organiser.mutation(api.settings.change, { submissionsOpenAt: 1 });
  const leader = await entered("asha");
  await leader.mutation(api.teams.create, { name: "Nova" });
  const inviteCode = (await leader.query(api.teams.mine, {}))?.inviteCode ?? "";
  const member = await entered("ravi");
  for (const one of [member, await entered("ela"), await entered("omar")])
    await one.mutation(api.teams.join, { inviteCode });
  await write(leader, {
    name: "Radar",
    summary: "What it does in one line, as long as most of them are.",
    repositoryUrl: "https://example.in/code",
    builtWith: ["Convex", "React", "Rust"],
    description: DESCRIPTION,
  });
  await leader.mutation(api.projects.handIn, {});

  const meter = new Meter(server.url, server.engine.keys.adminKey);
  const costs = new Map<string, Usage>();
  const note = async (act: () => Promise<unknown>) => {
    for (const [name, usage] of await meter.count(act)) costs.set(name, usage);
  };
  const { arrive, edit } = api.projects;
  const costOf = async (name: string, act: () => Promise<unknown>) => {
    const usage = (await meter.count(act)).get(name);
    if (usage === undefined) throw new Error(`${name} has not run`);
    return usage;
  };
  await leader.mutation(arrive, { tab: "1", field: "name" });
  await member.mutation(arrive, { tab: "1", field: null });
  const moved = () => member.mutation(arrive, { tab: "1", field: "summary" });
  costs.set(FIELD_ENTERED, await costOf("projects:arrive", moved));
  // By chance one in eight is counted towards a limit, and reads that too; of twelve one is not.
  const beats: Usage[] = [];
  const beat = () => member.mutation(arrive, { tab: "1" });
  for (let nth = 0; nth < 12; nth++)
    beats.push(await costOf("projects:arrive", beat));
  const [least] = beats.toSorted((a, b) => a.documents - b.documents);
  if (least) costs.set("projects:arrive", least);
  let seq = 0;
  const typed = async () => {
    const update = await changed(leader, (text) => text.insert(200, "word "));
    const outcome = await leader.mutation(api.projects.typeDescription, update);
    if (outcome.status === "synced") seq = outcome.seq;
  };
  await typed();
  const { documents, readBytes, writeBytes } = await costOf(
    "projects:typeDescription",
    async () => {
      for (let nth = 0; nth < TYPED; nth++) await typed();
    },
  );
  const bench = await leader.query(api.projects.workbench, {});
  const readKey = bench?.textReadKey ?? "";
  await note(() =>
    leader.query(api.projects.description, { after: seq - 8, readKey }),
  );
  // So many texts of the history as a team has in the end.
  const passage =
    "A passage that is written and taken out again, now and then.";
  for (let nth = 0; nth < 30; nth++) {
    await leader.mutation(edit, { summary: `${passage} ${nth}` });
    await member.mutation(edit, { summary: passage });
  }
  await note(async () => {
    await leader.mutation(edit, { name: "Counted" });
    await member.query(api.projects.workbench, {});
    await member.query(api.projects.present, { readKey });
    await member.query(api.projects.pictures, {});
    await member.query(api.projects.history, {});
    await listProjects(organiser);
  });
  await leader.mutation(api.projects.handIn, {});
  await note(() => organiser.query(api.projects.gallery, {}));
  await organiser.mutation(api.judging.assign, { perProject: 1 });
  const { criteria, cards } = await readDesk(judge);
  const marks = Object.fromEntries(criteria.map(({ id }) => [id, 3]));
  const [{ projectId } = { projectId: null }] = cards;
  if (projectId === null) throw new Error("nothing to judge");
  await note(async () => {
    await judge.mutation(api.judging.score, { projectId, marks });
    await judge.query(api.judging.desk, {});
    await judge.query(api.judging.projects, {});
    await organiser.query(api.judging.progress, {});
  });
  costs.set("projects:typeDescription", {
    runs: 1,
    documents: documents / TYPED,
    readBytes: readBytes / TYPED,
    writeBytes: writeBytes / TYPED,
  });
  // Two receipts for four members: afterwards nothing is being written.
  const outbox = join(server.dataDir, "outbox");
  const mails = async () => (await readdir(outbox)).length;
  await expect.poll(mails, { timeout: 20_000 }).toBe(8);
  const bounds = [
    ["projects:arrive", 8, 1_800],
    [FIELD_ENTERED, 14, 3_500],
    ["projects:typeDescription", 8, 4_500],
    ["projects:description", 18, 3_500],
    ["projects:workbench", 5, 6_500],
    ["projects:present", 8, 2_500],
    ["projects:pictures", 4, 1_500],
    ["projects:edit", 12, 3_500],
    ["projects:listed", 6, 3_000],
    ["projects:gallery", 6, 2_500],
    ["judging:progress", 12, 5_000],
    ["judging:score", 8, 4_000],
    ["judging:desk", 5, 1_500],
    // With the description.
    ["judging:projects", 9, 8_000],
  ] as const;
  const over = bounds.filter(([name, documents, bytes]) => {
    const cost = costs.get(name);
    return (
      !cost?.readBytes || cost.documents > documents || cost.readBytes > bytes
    );
  });
  expect(over).toEqual([]);
});
