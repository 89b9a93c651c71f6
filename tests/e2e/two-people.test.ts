import { expect, test } from "vitest";
import type { Person } from "./person";
import { openOwnStage } from "./stage";

// As `npm start` runs it, passwords hashed at their cost.
const { arrive, product } = openOwnStage(() => ({
  NODE_OPTIONS: process.env.NODE_OPTIONS ?? "",
}));

/** Waits until a person's roster shows exactly these members. */
async function expectRoster(person: Person, members: string[]) {
  const free = Array<string>(4 - members.length).fill("waiting for a teammate");
  await expect
    .poll(async () =>
      (await person.roster()).map((slot) =>
        slot.includes("waiting") ? "waiting for a teammate" : slot,
      ),
    )
    .toEqual([...members, ...free]);
}

test("a teammate who joins appears on the other screen at once, after the server was away too, and leaving passes the lead on", async () => {
  /** As most people have it. */
  const moving = { reducedMotion: "no-preference" } as const;
  const [asha, ravi] = [
    await arrive("Asha Rao", moving),
    await arrive("Ravi Iyer", moving),
  ];
  await asha.register();
  await asha.sees("You are not part of any team yet");
  const code = await asha.createTeam("Night Owls");
  expect(code).toMatch(/^[A-Z0-9]{6}$/);
  await expectRoster(asha, ["Asha Rao, Team Leader"]);

  await ravi.register();
  await ravi.page.goto("/team");
  await ravi.fill("Invite code", ` ${code} `);
  await product().stop("SIGKILL");
  await product().restart();
  // Pressed without a reload: the page sends it when the connection is back.
  await ravi.page.getByRole("button", { name: "Join Team" }).click();
  await ravi.sees("Successfully joined team!");
  const both = ["Asha Rao, Team Leader", "Ravi Iyer, Member"];
  await expectRoster(asha, both);
  await expectRoster(ravi, both);
  for (const person of [asha, ravi]) person.forgiveComplaints();

  await asha.leaveTeam();
  await expectRoster(ravi, ["Ravi Iyer, Team Leader"]);
  await asha.sees("Join Existing Team");

  await ravi.leaveTeam();
  await asha.joinTeam(code);
  await asha.sees("Invalid invite code");
  expect(await asha.field("Invite code").inputValue()).toBe(code);
});
