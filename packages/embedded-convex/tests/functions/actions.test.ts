import { randomUUID } from "node:crypto";
import { readdir, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, expect, test } from "vitest";
import { temporaryFolder } from "../base/afterwards";
import { nobody, person } from "./person";
import { openWorkbench, SITE_URL, valueOf, type Workbench } from "./workbench";

let bench: Workbench;
beforeEach(async () => {
  bench = await openWorkbench();
});

const DAY_MS = 24 * 60 * 60_000;

const user = (subject: string) => person(subject, { name: `The ${subject}` });

test("an action calls queries, mutations and actions as its caller", async () => {
  const titles = await bench.action(
    "outside:addThrough",
    { title: "t" },
    user("ann"),
  );
  expect(titles).toEqual(["t for The ann"]);
});

test("the log lines of called functions reach the caller's", async () => {
  const { logLines } = await bench.runAction("outside:addThrough", {
    title: "t",
  });
  expect(logLines).toEqual(["[LOG] 'helping'"]);
});

test("a called mutation's ConvexError keeps its data", async () => {
  const id = await bench.mutation("tasks:add", { title: "t" });
  expect(await bench.action("outside:finishTwice", { id })).toEqual({
    code: "already_done",
  });
});

test("an action is warned of calls that it did not await", async () => {
  const { logLines } = await bench.runAction("promises:leaveCalls");
  expect(logLines).toEqual([
    expect.stringMatching(
      /^\[WARN\] 2 unawaited operations: \[action\]\. Async/,
    ),
  ]);
});

test("actions that overlap each have their own identity", async () => {
  const names = ["ann", null, "bob", null, "eve"];
  const seen = await Promise.all(
    names.map((name) =>
      bench.action("outside:whoAmI", {}, name === null ? nobody : user(name)),
    ),
  );
  expect(seen).toEqual(names);
});

test('a "use node" module has Node\'s own modules', async () => {
  expect(await bench.action("node:sha1", { text: "a" })).toBe(
    "86f7e437faa5a7fce15d1ddcb9eaeaea377667b8",
  );
});

test("a query is marked as depending on who asks only if it does", async () => {
  const outcome = await bench.runQuery(
    "people:me",
    {},
    { caller: user("ann") },
  );
  expect(outcome.usedIdentity).toBe(true);
  expect(valueOf(outcome)).toEqual({
    tokenIdentifier: "https://issuer.example|ann",
    issuer: "https://issuer.example",
    subject: "ann",
    name: "The ann",
  });
});

test("a file is stored, read, described and deleted", async () => {
  const filesFolder = await temporaryFolder();
  bench = await openWorkbench("workshop", { filesFolder });
  const stored = await bench.action("outside:store", { text: "content" });
  const { id, url, ...rest } = stored as { id: string; url: string };
  expect(rest).toEqual({
    text: "content",
    type: "text/plain",
    metadata: {
      storageId: url.slice(url.lastIndexOf("/") + 1),
      sha256:
        "ed7002b439e9ac845f22357d822bac1444730fbdb6016d3ec9432297b9ec9f73",
      size: 7,
      contentType: "text/plain",
    },
  });
  expect(url).toMatch(new RegExp(`^${SITE_URL}/api/storage/[0-9a-f-]{36}$`));
  expect(await bench.action("outside:forget", { id })).toBe(null);
  expect(await readdir(filesFolder)).toEqual([]);
});

test("at start, bodies that no document has described for a month are deleted", async () => {
  const filesFolder = await temporaryFolder();
  const first = await openWorkbench("workshop", { filesFolder });
  await first.action("outside:store", { text: "described" });
  const described = await readdir(filesFolder);
  await first.close();
  const [old, recent] = [randomUUID(), `${randomUUID()}.tmp`];
  for (const name of [old, recent, "notes.txt"]) {
    await writeFile(join(filesFolder, name), "left by a crash, or by somebody");
  }
  for (const [name, days] of [
    [old, 31],
    [recent, 29],
    ["notes.txt", 31],
  ] as const) {
    const written = new Date(first.time.now() - days * DAY_MS);
    await utimes(join(filesFolder, name), written, written);
  }
  const second = await openWorkbench("workshop", {
    filesFolder,
    disk: first.disk,
  });
  await second.functions.start();
  const kept = [...described, recent, "notes.txt"];
  expect(new Set(await readdir(filesFolder))).toEqual(new Set(kept));
});

test("an upload address takes three files within an hour", async () => {
  const filesFolder = await temporaryFolder();
  bench = await openWorkbench("workshop", { filesFolder });
  const { storage } = bench.functions;
  const token = new URL(storage.uploadUrl("")).searchParams.get("token") ?? "";
  const id = await storage.upload(token, Buffer.from("body"), "text/html");
  const transaction = bench.database.beginRead();
  const file = storage.find(transaction, "", id);
  transaction.close();
  expect(file).toMatchObject({ size: 4, contentType: "text/html" });
  expect(file && String(await storage.bodies.read(file))).toBe("body");
  await expect(async () =>
    storage.upload(`x${token}`, Buffer.from(""), null),
  ).rejects.toMatchObject({ status: 401 });
  await storage.upload(token, Buffer.from(""), null);
  await storage.upload(`${token}.x`, Buffer.from(""), null);
  await expect(async () =>
    storage.upload(token, Buffer.from(""), null),
  ).rejects.toMatchObject({ status: 403 });
  const other = new URL(storage.uploadUrl("")).searchParams.get("token") ?? "";
  await storage.upload(other, Buffer.from(""), null);
  await bench.time.advance(61 * 60 * 1000);
  for (const old of [token, other])
    await expect(async () =>
      storage.upload(old, Buffer.from(""), null),
    ).rejects.toMatchObject({ status: 401 });
});

test("a file is asked for by an id of a file and by nothing else", async () => {
  const find = (id: string) => bench.action("outside:findFile", { id });
  const noId = await find("nonsense");
  for (const [i, call] of [
    "getUrl",
    "getMetadata",
    "get",
    "delete",
  ].entries()) {
    expect((noId as string[])[i]).toContain(
      `Invalid argument \`storageId\` for \`storage.${call}\`: Invalid storage ID: "nonsense".`,
    );
  }
  expect((noId as string[])[4]).toContain("Invalid storage ID");
  const task = await bench.mutation("tasks:add", { title: "t" });
  const ofTask = await find(task as string);
  for (const refusal of ofTask as string[]) {
    expect(refusal).toContain("any table other than '_storage'");
  }
  const missing = await find(randomUUID());
  expect(missing).toEqual([
    null,
    null,
    null,
    expect.stringContaining("not found"),
    null,
  ]);
});
