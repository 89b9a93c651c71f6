import { expect, test } from "vitest";
import type { Person } from "./person";
import { openOwnStage } from "./stage";

// As `npm start` runs it, passwords hashed at their cost.
const { arrive, arriveSignedUp, product } = openOwnStage(() => ({
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

test("a teammate who joins appears on the other screen at once, and leaving passes the lead on", async () => {
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
  await ravi.joinTeam(` ${code} `);
  await ravi.sees("Successfully joined team!");
  const both = ["Asha Rao, Team Leader", "Ravi Iyer, Member"];
  await expectRoster(asha, both);
  await expectRoster(ravi, both);

  await asha.leaveTeam();
  await expectRoster(ravi, ["Ravi Iyer, Team Leader"]);
  await asha.sees("Join Existing Team");

  await ravi.leaveTeam();
  await asha.joinTeam(code);
  await asha.sees("Invalid invite code");
  expect(await asha.field("Invite code").inputValue()).toBe(code);
});

test("both pages recover by themselves when the server restarts", async () => {
  const [maya, dev] = [
    await arriveSignedUp("Maya Sen"),
    await arriveSignedUp("Dev Nair"),
  ];
  const code = await maya.createTeam("Comeback");
  await dev.page.goto("/team");
  await dev.field("Invite code").fill(code);

  await product().stop("SIGKILL");
  await product().restart();

  // Pressed without a reload: the page sends it when the connection is back.
  await dev.page.getByRole("button", { name: "Join Team" }).click();
  await expectRoster(maya, ["Maya Sen, Team Leader", "Dev Nair, Member"]);
  await expectRoster(dev, ["Maya Sen, Team Leader", "Dev Nair, Member"]);
  for (const person of [maya, dev]) person.forgiveComplaints();
});
