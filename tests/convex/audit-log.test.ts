import { beforeEach, expect, test } from "vitest";
import { asUser, backend, expectRefusal, firstOf, type Person } from "./setup";

let rita: Person;
beforeEach(async () => {
  rita = await asUser("Rita", { role: "organiser" });
});

async function log(reader: Person = rita) {
  return reader.organiser.auditLog();
}

async function recordExport(rows: number, form: "file" | "addresses" = "file") {
  return rita.organiser.recordExport({ list: "subscribers", form, rows });
}

/** Adds a message that Rita has handled. @returns its id */
async function handleMessage() {
  await backend.contact.send({
    name: "Asha",
    email: "asha@example.in",
    subject: "Parking",
    message: "Where?",
  });
  const message = firstOf(await rita.organiser.messages({ handled: false }));
  const messageId = message._id;
  await rita.organiser.markMessage({ messageId, handled: true });
  return messageId;
}

test("the audit log records who marked which message, before and after", async () => {
  const messageId = await handleMessage();
  await rita.organiser.markMessage({ messageId, handled: false });
  const waits = { messageId, handledAt: null, handledBy: null };
  const isHandled = {
    messageId,
    handledAt: expect.any(Number) as number,
    handledBy: "Rita",
  };
  const entry = {
    _id: expect.any(String) as string,
    at: expect.any(Number) as number,
    actorId: rita.uid,
    actorName: "Rita",
    target: "Parking",
  };
  expect(await log()).toEqual([
    { ...entry, action: "message reopened", before: isHandled, after: waits },
    { ...entry, action: "message handled", before: waits, after: isHandled },
  ]);
});

test("the audit log records who exported or copied which list, with the number of rows", async () => {
  expect(await recordExport(12)).toBeNull();
  await recordExport(3, "addresses");
  expect(await log()).toMatchObject([
    { action: "addresses copied", target: "subscribers", after: { rows: 3 } },
    {
      actorName: "Rita",
      action: "list exported",
      target: "subscribers",
      before: null,
      after: { rows: 12 },
    },
  ]);
});

test.each([NaN, Infinity, -1, 1.5, 5_001, 1e300])(
  "the audit log refuses %d as a number of rows",
  async (rows) => {
    await expectRefusal(recordExport(rows), "required");
    expect(await log()).toEqual([]);
  },
);

test("the audit log shows the last two hundred, the newest first", async () => {
  for (let rows = 1; rows <= 205; rows++) await recordExport(rows);
  const shown = (await log()).map(({ after }) => after?.rows);
  expect(shown).toHaveLength(200);
  expect(shown.slice(0, 2)).toEqual([205, 204]);
  expect(shown.at(-1)).toBe(6);
});

test("the audit log keeps the actor's name at the time", async () => {
  await recordExport(1);
  await rita.users.rename({ name: "Rita Sen" });
  await recordExport(2);
  expect((await log()).map(({ actorName }) => actorName)).toEqual([
    "Rita Sen",
    "Rita",
  ]);
});

test("the audit log outlives the actor's account, and so does the name on a message", async () => {
  await handleMessage();
  const before = await log();
  await rita.account.remove();
  const omar = await asUser("Omar", { role: "organiser" });
  expect(await log(omar)).toEqual(before);
  expect(await omar.organiser.messages({ handled: true })).toMatchObject([
    { handledBy: "Rita" },
  ]);
});

test("an export of personal data contains only the person's own actions", async () => {
  await handleMessage();
  const omar = await asUser("Omar", { role: "organiser" });
  await omar.organiser.recordExport({ list: "teams", form: "file", rows: 1 });
  const own = await rita.account.exportData();
  expect(own?.organiserActions).toEqual([
    { at: expect.any(Number) as number, action: "message handled" },
  ]);
});

test("only platform/auditLog.ts writes to the audit log", () => {
  const sources = import.meta.glob<string>(
    ["../../convex/**/*.ts", "!../../convex/_generated/**"],
    { query: "?raw", import: "default", eager: true },
  );
  const writers = Object.entries(sources)
    .filter(([, source]) =>
      /\.(?:insert|patch|replace|delete)\(\s*"auditLog"/.test(source),
    )
    .map(([path, source]) => ({
      path,
      writes: [...source.matchAll(/\.(insert|patch|replace|delete)\(/g)].map(
        ([, verb]) => verb,
      ),
    }));
  expect(writers).toEqual([
    { path: "../../convex/platform/auditLog.ts", writes: ["insert"] },
  ]);
});
