/**
 * What goes with a team that ends: each question says it, and follows what happens to the project while it is open.
 */
import { beforeAll, expect, test } from "vitest";
import { paths } from "../../src/paths";
import { addressOf } from "../../src/routes/organiser/frame/sections";
import { expectAccessible, expectFocused } from "./accessibility";
import { Operator } from "./operator";
import { PHONE, type Person } from "./person";
import { openOwnStage } from "./stage";
import type { Teammate } from "./teammate";

const { arriveAs, product, signUp } = openOwnStage();

const HOUR = 60 * 60 * 1000;
const GOES = /Its project, pictures and history are deleted too\./;
const STAYS = /What it has handed in stays, in judging and in the gallery\./;
const WITHDRAW = "Your team has handed in its project. Withdraw it first.";

let organiser: Teammate;
let leela: Person;
/** Leads Night Owls, alone, on a phone. */
let leader: Teammate;
let meera: Person;

beforeAll(async () => {
  const operator = await Operator.of(product());
  organiser = await signUp("Leela Krishnan");
  await operator.appoint(organiser.email);
  await organiser.changeSettings({ submissionsOpenAt: Date.now() - HOUR });
  leader = await begin("Meera Pillai", "Night Owls");
  [leela, meera] = await Promise.all([
    arriveAs(organiser),
    arriveAs(leader, { viewport: PHONE }),
  ]);
  await leela.visit(addressOf("projects"));
});

/** Leads the organiser to a section of their area. */
async function go(section: "Teams" | "Projects") {
  await leela.page
    .getByRole("navigation", { name: "Organiser area" })
    .getByRole("link", { name: section })
    .click();
}

/** Somebody who is alone in a team, with a project that can be handed in. */
async function begin(name: string, team: string): Promise<Teammate> {
  const alone = await signUp(name);
  await alone.createTeam(team);
  await alone.writeProject({
    name: `Radar of ${team}`,
    summary: "Finds a free table.",
    description: "It works.",
    repositoryUrl: "https://example.in/radar",
  });
  return alone;
}

const question = ({ page }: Person, title: string | RegExp) =>
  page.getByRole("dialog", { name: title });
const buttonIn = (dialog: ReturnType<typeof question>, name: string) =>
  dialog.getByRole("button", { name, exact: true });

test("leaving says that the draft goes, and is impossible once it is handed in", async () => {
  await meera.visit(paths.team);
  await meera.press("Leave Team");
  const dialog = question(meera, "Leave Night Owls?");
  await dialog.getByText(GOES).waitFor();
  const leave = buttonIn(dialog, "Leave Team");
  expect(await leave.isEnabled()).toBe(true);
  await leader.handIn();
  await dialog.getByText(WITHDRAW).waitFor();
  expect(await leave.isDisabled()).toBe(true);
  await expectAccessible(meera);
  await buttonIn(dialog, "Stay in the team").click();
});

test("ending the team is impossible too, until the project is withdrawn", async () => {
  await meera.press("More");
  await meera.press("End the team");
  const dialog = question(meera, "End Night Owls?");
  await dialog.getByText(WITHDRAW).waitFor();
  expect(await dialog.getByRole("textbox").count()).toBe(0);
  await leader.withdraw();
  await dialog.getByText(GOES).waitFor();
  await dialog.getByLabel("Type Night Owls to confirm").fill("Night Owls");
  await leader.handIn();
  await dialog.getByText(WITHDRAW).waitFor();
  const keep = buttonIn(dialog, "Cancel");
  await expectFocused(keep);
  await keep.click();
});

test("a deleted account leaves what is handed in, and takes a draft", async () => {
  await meera.visit(`${paths.account}#delete`);
  await meera.press("Delete account");
  const dialog = question(meera, /^Delete the account/);
  await dialog.getByText(STAYS).waitFor();
  await dialog.getByText("Your name is taken out of").waitFor();
  await leader.withdraw();
  await dialog.getByText(GOES).waitFor();
  await leader.handIn();
  await dialog.getByText(STAYS).waitFor();
  await expectAccessible(meera);
  await dialog.getByLabel("Type DELETE to confirm").fill("DELETE");
  await buttonIn(dialog, "Delete for good").click();
  await meera.page.waitForURL((url) => url.pathname === "/");
  const row = leela.page.getByRole("row", { name: "Radar of Night Owls" });
  await expect
    .poll(() => row.innerText())
    .toMatch(/Night Owls[\s\S]*Handed in/);
  expect(await row.innerText()).not.toContain("Meera");
});

test("an organiser reads it before the last member is taken out", async () => {
  const sana = await begin("Sana Qureshi", "Comets");
  await go("Teams");
  await leela.press("Edit Comets");
  await leela.page.getByRole("button", { name: "Remove Sana Qureshi" }).click();
  const dialog = question(leela, "Remove Sana Qureshi?");
  await dialog.getByText(GOES).waitFor();
  await sana.handIn();
  await dialog.getByText(STAYS).waitFor();
  await buttonIn(dialog, "Remove").click();
  const gone = question(leela, "no longer exists");
  await buttonIn(gone, "Close").click();
  await go("Projects");
  const row = leela.page.getByRole("row", { name: "Radar of Comets" });
  await expect.poll(() => row.innerText()).toMatch(/Comets[\s\S]*Handed in/);
});

test("and before a request is approved", async () => {
  const ravi = await begin("Ravi Iyer", "Meteors");
  await organiser.changeSettings({ teamChangesOpen: false });
  await ravi.askToLeave("I am ill.");
  await leela.visit(addressOf("teams/requests"));
  await leela.page.getByRole("button", { name: "Approve" }).click();
  const dialog = question(leela, "Approve for Ravi Iyer?");
  await dialog
    .getByText(/Ravi Iyer is the last member of Meteors, which is deleted\./)
    .waitFor();
  await dialog.getByText(GOES).waitFor();
  await ravi.handIn();
  await dialog.getByText(STAYS).waitFor();
  await ravi.withdraw();
  await dialog.getByText(GOES).waitFor();
  await buttonIn(dialog, "Approve").click();
  await leela.sees("Approved and done");
  await go("Projects");
  await leela.page.getByRole("row", { name: "Radar of Comets" }).waitFor();
  const row = leela.page.getByRole("row", { name: "Radar of Meteors" });
  expect(await row.count()).toBe(0);
});
