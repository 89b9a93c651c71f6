import { expect, test, vi } from "vitest";
import { internal } from "../../convex/_generated/api";
import { asUser, newBackend } from "./setup";

/** Reverses the text after it. */
const REVERSE = "\u202e";

test("names from before hidden characters were refused are mended", async () => {
  vi.useFakeTimers();
  const backend = newBackend();
  const { uid: userId } = await asUser(backend, "Asha");
  const others = 120;
  await backend.run(async (ctx) => {
    const teamId = await ctx.db.insert("teams", {
      name: `${REVERSE}${REVERSE}`,
      description: "",
      inviteCode: "ABC123",
      createdBy: userId,
      createdAt: 0,
      members: [
        { uid: userId, name: `Asha${REVERSE}oaR`, role: "leader", joinedAt: 0 },
      ],
    });
    const name = `Asha${REVERSE}oaR`;
    await ctx.db.patch("users", userId, {
      name,
      displayName: name,
      teamId,
      teamRole: "leader",
    });
    for (let n = 0; n < others; n++) {
      await ctx.db.insert("users", {
        name: REVERSE,
        displayName: REVERSE,
        email: `b${n}@example.in`,
        createdAt: 0,
        role: "participant",
        isProfileComplete: false,
        teamId: null,
        teamRole: null,
      });
    }
    await ctx.db.insert("contactMessages", {
      name: `Ravi${REVERSE}`,
      email: "r@example.in",
      subject: REVERSE,
      message: `kept${REVERSE}`,
      createdAt: new Date(0).toISOString(),
    });
  });
  await backend.mutation(internal.tasks.hiddenText.mend, {});
  await backend.finishAllScheduledFunctions(vi.runAllTimers);
  vi.useRealTimers();
  await backend.run(async (ctx) => {
    const [first, ...rest] = await ctx.db.query("users").collect();
    expect(first).toMatchObject({ name: "AshaoaR", displayName: "AshaoaR" });
    expect(rest.map(({ name }) => name)).toEqual(
      Array.from({ length: others }, (_, n) => `b${n}`),
    );
    expect(await ctx.db.query("teams").unique()).toMatchObject({
      name: "Team",
      members: [{ name: "AshaoaR" }],
    });
    expect(await ctx.db.query("contactMessages").unique()).toMatchObject({
      name: "Ravi",
      subject: "(no subject)",
    });
  });
});
