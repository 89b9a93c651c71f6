/** A leader's tools, with a member watching. */
import { beforeAll, expect, test } from "vitest";
import { paths } from "../../src/paths";
import { expectAccessible, expectFits } from "./accessibility";
import type { Person } from "./person";
import { openStage } from "./stage";

const { arriveAs, signUp } = openStage();

let meera: Person;
let ravi: Person;
/** Meera leads Night Owls; she and Ravi are on the team page. */
beforeAll(async () => {
  const [leader, second] = await Promise.all([
    signUp("Meera Pillai"),
    signUp("Ravi Iyer"),
  ]);
  await second.joinTeam(await leader.createTeam("Night Owls"));
  [meera, ravi] = await Promise.all([arriveAs(leader), arriveAs(second)]);
  for (const person of [meera, ravi]) {
    await person.visit(paths.team);
    await person.page.getByRole("heading", { name: "Night Owls" }).waitFor();
    await person.press("More");
  }
});

const tools =
  /^(Edit name|Manage |New code|Close the team|Open the team|End the team)/;
const toolsOf = ({ page }: Person) =>
  page.getByRole("main").getByRole("button", { name: tools });

/** The answer in the dialog that is open on top. */
const answer = ({ page }: Person, name: string) =>
  page
    .getByRole("dialog")
    .last()
    .getByRole("button", { name, exact: true })
    .click();

async function expectRoster(roster: string[], people: Person[]) {
  for (const person of people)
    await expect
      .poll(async () => (await person.roster()).slice(0, roster.length))
      .toEqual(roster);
}

test("only the leader has tools; everyone sees a new name, a new code and a closed team at once", async () => {
  await expect.poll(() => toolsOf(meera).count()).toBe(5);
  expect(await toolsOf(ravi).count()).toBe(0);
  await expectAccessible(meera);
  await meera.press("Edit name and description");
  await meera.fill("Team name", "");
  await answer(meera, "Save");
  await meera.sees("Team name is required");
  await meera.fill("Team name", "Early Birds");
  await answer(meera, "Save");
  for (const person of [meera, ravi])
    await person.page.getByRole("heading", { name: "Early Birds" }).waitFor();

  const old = await ravi.inviteCode();
  await meera.press("New code");
  await answer(meera, "Make a new code");
  await ravi.page
    .getByText(old, { exact: true })
    .waitFor({ state: "detached" });
  const fresh = await ravi.inviteCode();
  expect(fresh).not.toBe(old);
  await ravi.page.getByRole("button", { name: "QR code" }).click();
  await ravi.page.getByText(`/join/${fresh}`).waitFor();
  await answer(ravi, "Close");

  await meera.press("Close the team");
  await answer(meera, "Close it");
  await ravi.page.getByText("The Team Leader has closed the team").waitFor();
  expect(await ravi.button("Invite").count()).toBe(0);
});

test("the lead is handed over by name, and comes back", async () => {
  await meera.press("Manage Ravi Iyer");
  await answer(meera, "Make Team Leader");
  await expectAccessible(meera);
  await answer(meera, "Hand over the lead");
  await expectRoster(
    ["Meera Pillai, Member", "Ravi Iyer, Team Leader"],
    [meera, ravi],
  );
  expect(await toolsOf(meera).count()).toBe(0);
  await ravi.press("Manage Meera Pillai");
  await answer(ravi, "Make Team Leader");
  await answer(ravi, "Hand over the lead");
  await expect.poll(() => toolsOf(meera).count()).toBe(5);
});

test("whoever is taken out reads it at once, wherever they are, with a way on", async () => {
  await ravi.visit(paths.account);
  await ravi.sees("Your data");
  await meera.press("Open the team");
  const old = await meera.inviteCode();
  await meera.press("Manage Ravi Iyer");
  await answer(meera, "Remove from team");
  await expectFits(meera);
  await answer(meera, "Remove");
  await meera.page
    .getByText(old, { exact: true })
    .waitFor({ state: "detached" });
  await expect
    .poll(async () => (await meera.roster())[1])
    .toContain("waiting for a teammate");
  const news = ravi.page.getByText(
    "The Team Leader has taken you out of Early Birds.",
  );
  await news.waitFor();
  await expect
    .poll(() => ravi.page.locator(":focus").getByText("Early Birds").count())
    .toBe(1);
  await expectAccessible(ravi);
  await ravi.page.getByRole("link", { name: "Create or join" }).first().click();
  await ravi.sees("Join Existing Team");
  await ravi.press("Close this notice");
  await news.waitFor({ state: "detached" });
});

test("a team ends once its name is typed", async () => {
  await meera.press("End the team");
  const field = meera.page.getByLabel("Type Early Birds to confirm");
  await field.fill("early birds");
  await answer(meera, "End the team");
  await meera.sees("Type the team's name exactly as it is shown.");
  await field.fill("Early Birds");
  await answer(meera, "End the team");
  await meera.sees("Join Existing Team");
  expect(await meera.page.getByText("has ended: its Team Leader").count()).toBe(
    0,
  );
});
