import { expect, test } from "vitest";
import type { Doc, Id } from "#convex/_generated/dataModel";
import type { MutationCtx } from "#convex/_generated/server";
import * as Asking from "#convex/listings/asking";
import * as Listings from "#convex/listings/listings";
import type { NotingCtx } from "#convex/platform/facts";
import * as Projects from "#convex/projects/projects";
import * as Gallery from "#convex/gallery/gallery";
import * as History from "#convex/projects/history";
import * as Invitations from "#convex/teams/invitations";
import * as Teams from "#convex/teams/teams";
import { MAX_HISTORY } from "#convex/projects/shared/projects";
import { TRACKS } from "#edition/tracks";
import { insertHandedIn, publishAwards } from "./projects";
import {
  asUser,
  backend,
  crowd,
  firstOf,
  formTeam,
  must,
  newBackend,
  noting,
  people,
  teamIdOf,
} from "./setup";

const sources = import.meta.glob<string>(
  ["../../convex/**/*.ts", "!../../convex/_generated/**"],
  { query: "?raw", import: "default", eager: true },
);

test("every look-up goes through an index", () => {
  const lookUps = Object.values(sources).flatMap((source) =>
    [...source.matchAll(/\.query\("\w+"\)\s*\.(\w+)/g)].map(([, next]) => next),
  );
  expect(lookUps.length).toBeGreaterThan(0);
  expect(new Set(lookUps)).toEqual(new Set(["withIndex"]));
});

test("calls read as much among two hundred teams as among two", async () => {
  const readsAmong = async (teamCount: number) => {
    await newBackend();
    const leaders = await crowd(teamCount);
    for (const [nth, leader] of leaders.entries())
      await formTeam([leader], `Nova ${nth}`);
    const first = firstOf(leaders);
    const team = await first.teams.mine();
    const newcomer = await asUser("Newcomer");
    return backend.run(async (plain) => {
      const ctx = noting(plain);
      const read = async () => {
        const user = must(await ctx.db.get("users", newcomer.uid));
        return user;
      };
      await Invitations.join(ctx, await read(), team?.inviteCode ?? "");
      await Teams.findOwn(ctx, await read());
      const ending = { byMembers: true, withProject: false };
      const mayEnd = Projects.mayEndTeam(ctx, ending);
      await Teams.leave(ctx, await read(), mayEnd);
      await Teams.create(ctx, await read(), { name: "Own", description: "" });
      await ctx.follow();
      const { documentsRead, databaseQueries } =
        await ctx.meta.getTransactionMetrics();
      return { documents: documentsRead.used, ranges: databaseQueries.used };
    });
  };
  const few = await readsAmong(2);
  expect(few.documents).toBeGreaterThan(0);
  expect(await readsAmong(200)).toEqual(few);
});

test("finding reads as much among two hundred as among forty", async () => {
  const readsAmong = async (crowdSize: number) => {
    await newBackend();
    for (const person of await crowd(crowdSize))
      await person.listings.showCard({ text: "", skills: ["Rust"] });
    const [leader, ravi] = await people("Asha", "Ravi");
    await formTeam([leader]);
    await leader.listings.showOpening({ text: "A game" });
    const card = { text: "", skills: ["Rust", "Go"] };
    await ravi.listings.showCard(card);
    const offer = await leader.requests.send({ target: ravi.uid });
    /** The documents that one transaction reads besides Ravi's row. */
    const reads = (run: (ctx: NotingCtx, by: Doc<"users">) => unknown) =>
      backend.run(async (plain) => {
        const ctx = noting(plain);
        const user = must(await ctx.db.get("users", ravi.uid));
        await run(ctx, user);
        await ctx.follow();
        const { documentsRead } = await ctx.meta.getTransactionMetrics();
        return documentsRead.used - 1;
      });
    const kind = "person";
    return {
      list: await reads((ctx) => Listings.list(ctx, { kind }, 24)),
      bySkill: await reads((ctx) =>
        Listings.list(ctx, { kind, skill: "rust" }, 24),
      ),
      change: await reads((ctx, by) => Listings.show(ctx, by, card)),
      mine: await reads((ctx, by) => Asking.listOf(ctx, by)),
      accept: await reads((ctx, by) => Asking.accept(ctx, by, offer)),
    };
  };
  const few = await readsAmong(40);
  expect(Math.max(...Object.values(few))).toBeLessThanOrEqual(50);
  expect(await readsAmong(200)).toEqual(few);
});

test("a page of the gallery reads as much among two hundred projects as among forty", async () => {
  const readsAmong = async (projectCount: number) => {
    await newBackend();
    const leader = await asUser("Asha");
    await formTeam([leader]);
    const teamId = await teamIdOf(leader);
    return backend.run(async (ctx) => {
      const ids = [];
      for (let nth = 0; nth < projectCount; nth++)
        ids.push(await addHandedIn(ctx, teamId, `N${1000 + nth}`));
      await publishAwards(
        ctx,
        ids.slice(10, 13).map((projectId) => ({
          projectId,
          award: TRACKS[0],
          isTied: true,
        })),
      );
      const before = await ctx.meta.getTransactionMetrics();
      const { projects, hasMore } = await Gallery.list(ctx, 24);
      expect([projects.length, hasMore]).toEqual([24, true]);
      expect(projects.slice(0, 4).map(({ name }) => name)).toEqual([
        "N1010",
        "N1011",
        "N1012",
        "N1000",
      ]);
      const after = await ctx.meta.getTransactionMetrics();
      return after.documentsRead.used - before.documentsRead.used;
    });
  };
  const few = await readsAmong(40);
  expect(few).toBeLessThanOrEqual(60);
  expect(await readsAmong(200)).toBe(few);
});

test("an entry of a full history replaces the oldest without reading the others", async () => {
  const leader = firstOf(await crowd(1));
  await formTeam([leader]);
  const teamId = await teamIdOf(leader);
  const { reads, left } = await backend.run(async (ctx) => {
    const user = must(await ctx.db.get("users", leader.uid));
    const projectId = await addHandedIn(ctx, teamId, "Kite");
    const used = async () =>
      (await ctx.meta.getTransactionMetrics()).documentsRead.used;
    const counted: number[] = [];
    for (let nth = 0; nth <= MAX_HISTORY; nth++) {
      const before = await used();
      await History.record(ctx, projectId, user, {
        field: "name",
        kind: "restored",
        before: `Name ${nth}`,
      });
      counted.push((await used()) - before);
    }
    const rows = await ctx.db.query("projectHistory").collect();
    return { reads: counted, left: rows.map(({ before }) => before) };
  });
  expect(left).toHaveLength(MAX_HISTORY);
  expect(left[0]).toBe("Name 1");
  expect(Math.max(...reads)).toBeLessThanOrEqual(4);
});

/** A project that a team of four has handed in. */
async function addHandedIn(
  ctx: MutationCtx,
  teamId: Id<"teams">,
  name: string,
) {
  const memberNames = ["Asha", "Ravi", "Dev", "Lila"];
  const content = { name, summary: "It helps people." };
  const ids = await insertHandedIn(ctx, teamId, content, { memberNames });
  return ids.projectId;
}
