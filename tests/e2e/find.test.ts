import type { Locator } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { paths } from "../../src/paths";
import { addressOf } from "../../src/routes/organiser/frame/sections";
import { expectAccessible, expectFits } from "./accessibility";
import { LAPTOP, PHONE, type Person } from "./person";
import { openOwnStage } from "./stage";

const { arriveAs, arriveSignedUp, signUp } = openOwnStage();

const SIZES = [PHONE, LAPTOP, { width: 768, height: 1024 }];

let omar: Person;
beforeAll(async () => {
  omar = await arriveAs(await signUp("Omar Khan", "organiser"));
});

const SCREENS = [PHONE, { width: 1440, height: 900 }];
/** At least as high as the portal's navigation, which is at the bottom of a phone's screen. */
const BAR = 64;

/** What the page is about is on the first screen, whole. */
async function expectOnFirstScreen(what: Locator): Promise<void> {
  for (const screen of SCREENS) {
    await what.page().setViewportSize(screen);
    await expect
      .poll(() =>
        what.evaluate(
          (shown) => shown.getBoundingClientRect().bottom + scrollY,
        ),
      )
      .toBeLessThan(screen.height - BAR);
  }
}

const firstCard = ({ page }: Person) => page.getByRole("article").first();

test("two strangers find each other, and both see every step", async () => {
  const asha = await arriveSignedUp("Asha Rao");
  await asha.createTeam("Night Owls");
  await asha.press("More");
  await asha.page.getByRole("link", { name: "Find teammates" }).click();
  await asha.press("Show an opening");
  await asha.fill("What you are building", "A cricket game for the blind");
  await asha.page.getByLabel("Skills you look for").fill("Godot");
  await expectAccessible(asha, SIZES);
  await asha.press("Show the opening");
  await asha.sees("A cricket game for the blind");

  const ravi = await arriveSignedUp("Ravi Iyer");
  await ravi.page.goto(paths.team);
  await ravi.page.getByRole("link", { name: "Look for a team" }).click();
  const teams = ravi.page.getByRole("list", { name: "Teams" });
  await teams.getByRole("heading", { name: "Night Owls" }).waitFor();
  await teams.getByText("3 free slots").waitFor();
  await expectOnFirstScreen(firstCard(ravi));
  await expectAccessible(ravi, SIZES);

  await ravi.press("Show a card");
  await ravi.page.getByLabel("One line about you").fill("I do servers");
  await ravi.page.getByLabel("Your skills").fill("Rust");
  await ravi.press("Show your card");
  await ravi.button("Edit your card").waitFor();
  const people = asha.page.getByRole("list", { name: "People" });
  await people.getByRole("heading", { name: "Ravi Iyer" }).waitFor();
  await expectOnFirstScreen(firstCard(asha));
  await asha.page.setViewportSize(LAPTOP);
  await asha.page.getByLabel("Skill", { exact: true }).selectOption("React");
  await asha.page.getByText("No one shows a card here").waitFor();
  await asha.page.getByLabel("Skill", { exact: true }).selectOption("Rust");
  await people.getByText("I do servers").waitFor();

  await ravi.press("Ask to join");
  const dialog = ravi.page.getByRole("dialog");
  await dialog.getByRole("textbox").fill("Take me in?");
  await expectAccessible(ravi);
  await dialog.getByRole("button", { name: "Send the request" }).click();
  await ravi.sees("Request sent. You see the answer here.");
  await ravi.sees("You asked Night Owls");
  await asha.sees("1 request to answer");
  await asha.sees("“Take me in?”");
  // The list begins there also if there is something to answer first.
  await expectOnFirstScreen(firstCard(asha).getByRole("heading"));
  await expectAccessible(asha, SIZES);
  await asha.press("Accept");
  await asha.press("Take them in");
  await ravi.sees("You are in a team. Your card and your requests are gone.");
  await people.getByText("Not looking any more").waitFor();
  await expectFits(ravi, SIZES);
  await ravi.page.getByRole("link", { name: "Open your team" }).click();
  await expect.poll(() => ravi.roster()).toContain("Ravi Iyer, Member");
});

test("after the freeze an organiser approves a change, and both sides see it", async () => {
  const [leader, zoya] = [await signUp("Mira Sen"), await signUp("Zoya Ali")];
  await zoya.joinTeam(await leader.createTeam("Steady"));
  const [mira, zoyasScreen] = [await arriveAs(leader), await arriveAs(zoya)];
  for (const { page } of [mira, zoyasScreen]) await page.goto(paths.team);
  await mira.press("Leave Team");
  await omar.page.setViewportSize(LAPTOP);
  await omar.page.goto(addressOf("settings"));
  await omar.press("Set: Team changes close");
  await expectAccessible(omar, SIZES);
  await omar.page
    .getByRole("button", { name: "Set the time", exact: true })
    .click();
  await omar.press("Close team changes");
  await omar.sees("Closed since 26 June 2025, 12:00 AM IST.");

  await zoyasScreen.page
    .getByText("locked since 26 June 2025, 12:00 AM IST")
    .waitFor();
  // Whoever is in the middle of leaving stays.
  const leaving = mira.page.getByRole("dialog", { name: "Leave Steady?" });
  await leaving.getByText(/^Team changes are closed\./u).waitFor();
  await expectFits(mira);
  await leaving.getByRole("button", { name: "Stay in the team" }).click();
  await expectFits(zoyasScreen, SIZES);
  await zoyasScreen.press("Request a change");
  const dialog = zoyasScreen.page.getByRole("dialog");
  await dialog.getByRole("textbox").fill("I am ill");
  await expectAccessible(zoyasScreen);
  await dialog.getByRole("button", { name: "Send the request" }).click();
  await zoyasScreen.page.getByText("Waiting for the organisers").waitFor();

  await omar.page.goto(addressOf("teams/requests"));
  await omar.sees("I am ill");
  await expectAccessible(omar, [PHONE, LAPTOP]);
  await omar.press("Approve");
  const answer = omar.page.getByRole("dialog");
  await answer.getByRole("textbox").fill("Get well");
  await answer.getByRole("button", { name: "Approve" }).click();
  await zoyasScreen.sees("“Get well”");
  await zoyasScreen.sees(
    "You are in no team. The organisers can still place you.",
  );
  await mira.page.getByText("Zoya Ali: Leave Steady").waitFor();
  await expect.poll(() => mira.roster()).toContain("Mira Sen, Team Leader");
});
