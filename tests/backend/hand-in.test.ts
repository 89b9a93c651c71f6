/** Handing in while the team types: with Convex's retries, a mutation fails after five conflicts. */
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import * as Y from "yjs";
import { api } from "#convex/_generated/api";
import {
  HEALTH_PATH,
  type DeploymentHealth,
} from "../../packages/embedded-convex/src/admin/admin-api";
import { COMMIT_MS } from "../../packages/embedded-convex/src/functions/execution/transaction-runner";
import {
  startServer,
  type TestServer,
} from "../../packages/embedded-convex/tests/engine/test-server";
import { byHand } from "./by-hand";
import { enter, quickFunctions } from "./stage";

/** Holds the next commit, which is otherwise made as late as on Convex. */
function holdCommit() {
  let commit: (() => void) | undefined;
  const inTime = globalThis.setTimeout;
  const spy = vi.spyOn(globalThis, "setTimeout");
  spy.mockImplementation(((callback: () => void, delay?: number) => {
    if (delay !== COMMIT_MS) return inTime(callback, delay);
    commit = callback;
    spy.mockRestore();
    return inTime(() => {});
  }) as typeof setTimeout);
  onTestFinished(() => spy.mockRestore());
  return { isHeld: () => commit !== undefined, release: () => commit?.() };
}

async function conflictsOn({ url, engine }: TestServer): Promise<number> {
  const headers = { authorization: `Convex ${engine.keys.adminKey}` };
  const answer = await fetch(url + HEALTH_PATH, { headers });
  return ((await answer.json()) as DeploymentHealth).conflicts.total;
}

test("what teammates type meanwhile does not conflict with a hand-in, which has what came before", async () => {
  const server = await startServer({
    functions: await quickFunctions(),
    conflicts: "convex",
  });
  const { client: rita } = await enter(server, "Rita", "organiser");
  const { client: leader } = await enter(server, "Leader");
  const { client: member } = await enter(server, "Member");
  await rita.mutation(api.settings.change, { submissionsOpenAt: 1 });
  await leader.mutation(api.teams.create, { name: "Nova" });
  const team = await leader.query(api.teams.mine, {});
  await member.mutation(api.teams.join, { inviteCode: team?.inviteCode ?? "" });
  await leader.mutation(api.projects.edit, {
    name: "Radar",
    summary: "Finds a free table.",
    repositoryUrl: "https://example.in/radar",
  });
  const doc = new Y.Doc();
  const type = async (word: string) => {
    const made: Uint8Array[] = [];
    const note = (update: Uint8Array) => made.push(update);
    doc.on("update", note);
    const text = doc.getText("description");
    text.insert(text.length, word);
    doc.off("update", note);
    const update = Y.mergeUpdates(made).slice().buffer as ArrayBuffer;
    return member.mutation(api.projects.typeDescription, {
      edition: 0,
      update,
    });
  };
  const typed = await type("In time.");
  if (typed.status !== "synced") throw new Error("not taken");
  const { seq } = typed;

  const before = await conflictsOn(server);
  const commit = holdCommit();
  const handingIn = leader.mutation(api.projects.handIn, { seq });
  await expect.poll(commit.isHeld).toBe(true);
  for (const word of [" Late", " and", " later."]) await type(word);
  commit.release();
  expect(await handingIn).toBeGreaterThan(0);
  expect(await conflictsOn(server)).toBe(before);
  const [text] = await byHand(server).rows("handInTexts");
  expect(text?.description).toBe("In time.");
  const changes = async () =>
    (await leader.query(api.projects.workbench, {}))?.changedSince;
  await expect.poll(changes).toEqual(["Description"]);
  // The server must not be closed while it writes the receipts.
  const outbox = join(server.dataDir, "outbox");
  await expect.poll(() => readdir(outbox).catch(() => [])).toHaveLength(2);
});
