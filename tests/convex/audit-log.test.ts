import { beforeEach, describe, expect, test } from "vitest";
import { api } from "../../convex/_generated/api";
import * as AuditLog from "../../convex/model/auditLog";
import {
  asUser,
  newBackend,
  refusalOf,
  type Backend,
  type Person,
} from "./setup";

let backend: Backend;
let rita: Person;
beforeEach(async () => {
  backend = newBackend();
  rita = await asUser(backend, "Rita", { role: "organiser" });
});

async function log(reader: Person = rita) {
  return reader.query(api.organiser.auditLog, {});
}

async function takeAway(rows: number) {
  return rita.mutation(api.organiser.recordExport, {
    list: "subscribers",
    rows,
  });
}

/** A message that Rita has dealt with. */
async function dealWithMessage() {
  await backend.mutation(api.contact.send, {
    name: "Asha",
    email: "asha@example.in",
    subject: "Parking",
    message: "Where?",
  });
  const [message] = await rita.query(api.organiser.messages, {
    handled: false,
  });
  if (message === undefined) throw new Error("no message");
  const messageId = message._id;
  await rita.mutation(api.organiser.markMessage, { messageId, handled: true });
  return messageId;
}

describe("the audit log", () => {
  test("tells who marked which message, and what it was before and after", async () => {
    const messageId = await dealWithMessage();
    await rita.mutation(api.organiser.markMessage, {
      messageId,
      handled: false,
    });
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
      {
        ...entry,
        action: "message reopened",
        before: isHandled,
        after: waits,
      },
      { ...entry, action: "message handled", before: waits, after: isHandled },
    ]);
  });

  test("tells who took which list away, and how much of it", async () => {
    expect(await takeAway(12)).toBeNull();
    expect(await log()).toMatchObject([
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
    "takes %d for no number of rows",
    async (rows) => {
      expect(await refusalOf(takeAway(rows))).toMatchObject({
        code: "required",
      });
      expect(await log()).toEqual([]);
    },
  );

  test("shows the last two hundred, the newest first", async () => {
    for (let rows = 1; rows <= 205; rows++) await takeAway(rows);
    const shown = (await log()).map(({ after }) => after?.rows);
    expect(shown).toHaveLength(200);
    expect(shown.slice(0, 2)).toEqual([205, 204]);
    expect(shown.at(-1)).toBe(6);
  });

  test("is written with the action or not at all", async () => {
    const failing = backend.run(async (ctx) => {
      const actor = await ctx.db.get("users", rita.uid);
      await AuditLog.record(ctx, actor, {
        action: "list exported",
        target: "teams",
        before: null,
        after: null,
      });
      throw new Error("the action fails");
    });
    await expect(failing).rejects.toThrow("the action fails");
    expect(await log()).toEqual([]);
  });

  test("keeps the name that somebody had at the time", async () => {
    await takeAway(1);
    await rita.mutation(api.users.rename, { name: "Rita Sen" });
    await takeAway(2);
    expect((await log()).map(({ actorName }) => actorName)).toEqual([
      "Rita Sen",
      "Rita",
    ]);
  });

  test("outlives the account of who acted, as does the name on a message", async () => {
    await dealWithMessage();
    const before = await log();
    await rita.mutation(api.account.remove, {});
    const omar = await asUser(backend, "Omar", { role: "organiser" });
    expect(await log(omar)).toEqual(before);
    expect(
      await omar.query(api.organiser.messages, { handled: true }),
    ).toMatchObject([{ handledBy: "Rita" }]);
  });
});

test("an export of one's data names one's own actions and nobody else", async () => {
  await dealWithMessage();
  const omar = await asUser(backend, "Omar", { role: "organiser" });
  await omar.mutation(api.organiser.recordExport, { list: "teams", rows: 1 });
  const own = await rita.query(api.account.exportData, {});
  expect(own?.organiserActions).toEqual([
    { at: expect.any(Number) as number, action: "message handled" },
  ]);
});

test("only model/auditLog.ts writes to the audit log", () => {
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
    { path: "../../convex/model/auditLog.ts", writes: ["insert"] },
  ]);
});
