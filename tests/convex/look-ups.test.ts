import { expect, test } from "vitest";
import { api } from "#convex/_generated/api";
import * as Invitations from "#convex/model/invitations";
import * as Teams from "#convex/model/teams";
import { asUser, crowd, formTeam, newBackend } from "./setup";

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
    const backend = newBackend();
    const leaders = await crowd(backend, teamCount);
    for (const leader of leaders) await formTeam([leader]);
    const [first] = leaders;
    if (first === undefined) throw new Error("no leader");
    const team = await first.query(api.teams.mine, {});
    const newcomer = await asUser(backend, "Newcomer");
    return backend.run(async (ctx) => {
      const read = async () => {
        const user = await ctx.db.get("users", newcomer.uid);
        if (user === null) throw new Error("no newcomer");
        return user;
      };
      await Invitations.join(ctx, await read(), team?.inviteCode ?? "");
      await Teams.findOwn(ctx, await read());
      await Teams.leave(ctx, await read());
      await Teams.create(ctx, await read(), { name: "Own", description: "" });
      const { documentsRead, databaseQueries } =
        await ctx.meta.getTransactionMetrics();
      return { documents: documentsRead.used, ranges: databaseQueries.used };
    });
  };
  const few = await readsAmong(2);
  expect(few.documents).toBeGreaterThan(0);
  expect(await readsAmong(200)).toEqual(few);
});
