/** Rows that an organiser has deleted in the data browser: whoever they belonged to goes on. */
import { register as registerPresence } from "@convex-dev/presence/test";
import { register as registerRateLimiter } from "@convex-dev/rate-limiter/test";
import { convexTest } from "convex-test";
import { makeFunctionReference } from "convex/server";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { api } from "#convex/_generated/api";
import type { Doc, Id, TableNames } from "#convex/_generated/dataModel";
import type { MutationCtx } from "#convex/_generated/server";
import schema from "#convex/schema";
import { isAppError } from "#convex/platform/shared/errors";
import { readPictures } from "../../demo/pictures.mjs";
import { publicQueries } from "../public-queries";
import { sampleOf } from "../thoroughness";
import { openSubmissions, startProject } from "./projects";
import {
  asUser,
  deleteAll,
  deleteRow,
  expectIntegrity,
  expectRefusal,
  firstOf,
  formTeam,
  integrityFindings,
  modules,
  must,
  people,
  teamIdOf,
  teamSeenBy,
  useSigningKeys,
  type Person,
} from "./setup";

const gone = (table: TableNames, id: Id<TableNames>) => deleteRow(table, id);

beforeAll(useSigningKeys);

describe("a team that is deleted by hand", () => {
  let asha: Person;
  let ravi: Person;
  beforeEach(async () => {
    [asha, ravi] = await people("Asha", "Ravi");
    await formTeam([asha, ravi]);
    await gone("teams", await teamIdOf(asha));
  });

  test("leaves its people without one, and says so", async () => {
    expect(await asha.teams.mine()).toBeNull();
    expect(await asha.users.me()).toMatchObject({
      teamId: null,
      teamRole: null,
      lostTeam: { name: "your team", how: "removed by organiser" },
    });
    expect(await asha.checkIns.pass()).toMatchObject({ teamName: null });
    await asha.account.exportData();
    await asha.teams.forgetLost();
    expect(await asha.users.me()).toMatchObject({
      teamId: null,
      lostTeam: null,
    });
  });

  test("lets them create and join the next one", async () => {
    const inviteCode = await formTeam([asha], "Second");
    await ravi.teams.join({ inviteCode });
    expect(await teamSeenBy(ravi)).toEqual(["Asha, leader", "Ravi, member"]);
    await expectIntegrity();
  });

  test("lets them show a card, rename and delete their accounts", async () => {
    await asha.listings.showCard({ text: "Looking" });
    await ravi.users.rename({ name: "Ravi Rao" });
    await expectIntegrity();
    for (const one of [asha, ravi]) await one.account.remove();
  });

  test("refuses what only members do by the same words as anybody else", async () => {
    const { leave, edit, renewCode } = api.teams;
    await expectRefusal(ravi.mutation(leave, {}), "not_in_team");
    await expectRefusal(asha.mutation(edit, { name: "X" }), "not_in_team");
    await expectRefusal(asha.mutation(renewCode, {}), "not_in_team");
  });

  test("lets organisers put them into another one, and decide about their requests", async () => {
    const rita = await asUser("Rita", { role: "organiser" });
    await formTeam([rita], "Mended");
    await rita.organiser.mendTeam({
      teamId: await teamIdOf(rita),
      change: { kind: "add", userId: ravi.uid },
    });
    expect(await teamSeenBy(ravi)).toEqual(["Rita, leader", "Ravi, member"]);
  });

  test("is what the organisers' overview finds", async () => {
    expect(await integrityFindings()).toEqual([
      expect.stringMatching(/Asha .* says leader of team .* no longer exists/),
      expect.stringMatching(/Ravi .* says member of team .* no longer exists/),
    ]);
  });
});

test("a change request from a team that was deleted by hand can be read and declined", async () => {
  const rita = await asUser("Rita", { role: "organiser" });
  const [asha] = await people("Asha");
  await formTeam([asha]);
  await asha.changeRequests.send({ kind: "leave", reason: "Moving" });
  await gone("teams", await teamIdOf(asha));
  const request = firstOf(await rita.changeRequests.list());
  expect(request.obstacle).toBe("Team Nova no longer exists.");
  await rita.changeRequests.decline({
    requestId: request._id,
    answer: "The team has ended.",
  });
});

describe("a member whose account is deleted by hand", () => {
  let asha: Person;
  let ravi: Person;
  let maya: Person;
  beforeEach(async () => {
    [asha, ravi, maya] = await people("Asha", "Ravi", "Maya");
    await formTeam([asha, ravi, maya]);
  });

  test("is taken out by the leader", async () => {
    await gone("users", ravi.uid);
    await asha.teams.removeMember({ uid: ravi.uid });
    expect(await teamSeenBy(asha)).toEqual(["Asha, leader", "Maya, member"]);
    await expectIntegrity();
  });

  test("does not keep the leader from ending the team", async () => {
    await gone("users", ravi.uid);
    await asha.teams.disband({ name: "Nova" });
    expect(await maya.users.me()).toMatchObject({ teamId: null });
    await expectIntegrity();
  });

  test("leaves the lead to the next one, as soon as somebody goes or an organiser looks after it", async () => {
    const rita = await asUser("Rita", { role: "organiser" });
    const teamId = await teamIdOf(ravi);
    await gone("users", asha.uid);
    await rita.organiser.mendTeam({
      teamId,
      change: { kind: "remove", userId: asha.uid },
    });
    expect(await teamSeenBy(maya)).toEqual(["Ravi, leader", "Maya, member"]);
    await expectIntegrity();
  });

  test("passes the lead on when the next one leaves", async () => {
    await gone("users", asha.uid);
    await ravi.teams.leave();
    expect(await teamSeenBy(maya)).toEqual(["Maya, leader"]);
    await expectIntegrity();
  });
});

test("a team's read key that is deleted by hand comes back with the next sign of life of its page, and the description with it", async () => {
  await openSubmissions();
  const [asha] = await people("Asha");
  await formTeam([asha]);
  const arrive = async () => asha.projects.arrive({ tab: "one", field: null });
  const projectId = await startProject(asha);
  await arrive();
  await deleteAll("readKeys");
  const readKey = async () =>
    (await asha.projects.workbench())?.textReadKey ?? "";
  expect(await readKey()).toBe("");
  await arrive();
  const args = { readKey: await readKey(), after: null };
  const told = await asha.projects.description(args);
  expect(told).toMatchObject({ edition: 0, projectId });
});

type Damage = (
  ctx: MutationCtx,
  table: TableNames,
  row: Doc<TableNames>,
) => Promise<unknown>;

test.each<[string, Damage]>([
  ["deleted", (ctx, table, { _id }) => ctx.db.delete(table, _id)],
  [
    "doubled",
    (ctx, table, { _id, _creationTime, ...copy }) =>
      ctx.db.insert(table, copy as never),
  ],
])("no page fails when a row of any table is %s by hand", async (_, damage) => {
  const filled = convexTest(schema, {
    ...modules,
    "../../convex/fill.ts": () => import("../../demo/functions/fill"),
  });
  registerRateLimiter(filled);
  registerPresence(filled);
  type SignIns = Record<"organiser" | "leader" | "judge", string>;
  const fill = makeFunctionReference<
    "action",
    { password: string; moment: string; pictures: Record<string, ArrayBuffer> },
    SignIns
  >("fill:event");
  const signIns = await filled.action(fill, {
    password: "open sesame",
    moment: "judging",
    pictures: readPictures(),
  });
  const { callers, seen } = await filled.run(async (ctx) => {
    const find = async (email: string) => {
      const user = must(
        await ctx.db
          .query("users")
          .withIndex("email", (q) => q.eq("email", email))
          .unique(),
      );
      const sessionId = await ctx.db.insert("authSessions", {
        userId: user._id,
        expirationTime: Date.now() + 60_000,
      });
      return { ...user, subject: `${user._id}|${sessionId}` };
    };
    const leader = await find(signIns.leader);
    const { teamId } = leader;
    const projects = await ctx.db.query("projects").collect();
    const project = projects.find((one) => one.teamId === teamId);
    const others = [await find(signIns.organiser), await find(signIns.judge)];
    return {
      callers: [leader, ...others],
      seen: {
        teamId,
        uid: leader._id,
        userId: leader._id,
        projectId: project?._id,
        kind: "team",
      },
    };
  });
  const calls = await publicQueries(seen);
  /** The queries that fail for these people. */
  async function failing(change: (ctx: MutationCtx) => Promise<unknown>) {
    const failed: string[] = [];
    for (const { subject } of sampleOf(callers))
      await filled
        .withIdentity({ subject })
        .run(async (ctx) => {
          await change(ctx);
          for (const { name, args } of calls)
            await ctx
              .runQuery(makeFunctionReference<"query">(name), args)
              .catch((error: unknown) => {
                if (!isAppError(error)) failed.push(name);
              });
          throw new Error("undone");
        })
        .catch((error: unknown) => {
          if (!String(error).includes("undone")) throw error;
        });
    return failed;
  }
  // Those that want other arguments than these.
  const before = await failing(async () => {});
  const found: string[] = [];
  for (const table of Object.keys(schema.tables) as TableNames[]) {
    const rows = await filled.run((ctx) => ctx.db.query(table).collect());
    const own = rows.filter((row) =>
      [seen.teamId, seen.uid, seen.projectId].some(
        (id) => id && JSON.stringify(row).includes(id),
      ),
    );
    const row = own[0] ?? rows[0];
    // Secrets are the deployment's own, which nobody finds among the rows of the event.
    if (row === undefined || table === "secrets") continue;
    const failed = await failing((ctx) => damage(ctx, table, row));
    for (const name of new Set(failed.filter((it) => !before.includes(it))))
      found.push(`${table}: ${name}`);
  }
  expect(found).toEqual([]);
});
