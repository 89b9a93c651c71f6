/** One team at one project: three screens, a deadline, and a receipt on each. */
import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { HAND_IN_GRACE_MS } from "#convex/settings/shared";
import { paths } from "../../src/paths";
import { sampleOf } from "../thoroughness";
import { expectAccessible, expectFits } from "./accessibility";
import { Operator } from "./operator";
import { expectInSightOnLowScreens } from "./in-sight";
import { Line } from "./line";
import { PHONE, type Person } from "./person";
import { openOwnStage } from "./stage";
import { wrongClock } from "./wrong-clock";

const SECOND = 1000;
const HOUR = 60 * 60 * SECOND;
const HOUR_AHEAD = { offset: HOUR };
const HOUR_BEHIND = { offset: -HOUR };

const { arriveAs, product, signUp } = openOwnStage();

let hand: Operator;
let meera: Person;
let ravi: Person;
let sana: Person;
let team: Person[];
let meerasLine: Line;
let ravisLine: Line;
/**
 * Meera leads; the clocks of Ravi and Sana are an hour wrong; Sana has a phone. All three are on the project's page.
 */
beforeAll(async () => {
  hand = await Operator.of(product());
  const [leader, second, third] = await Promise.all([
    signUp("Meera Pillai"),
    signUp("Ravi Iyer"),
    signUp("Sana Qureshi"),
  ]);
  const code = await leader.createTeam("Night Owls");
  for (const member of [second, third]) await member.joinTeam(code);
  await hand.set({ submissionsOpenAt: Date.now() - HOUR });
  team = [meera, ravi, sana] = await Promise.all([
    arriveAs(leader),
    arriveAs(second),
    arriveAs(third, { viewport: PHONE }),
  ]);
  await Promise.all([
    wrongClock(ravi, HOUR_AHEAD),
    wrongClock(sana, HOUR_BEHIND),
  ]);
  meerasLine = await Line.of(meera.page);
  ravisLine = await Line.of(ravi.page);
  for (const person of team) {
    await person.visit(paths.project);
    await field(person, "Name").waitFor();
  }
});

/** The fields of the current hand-in. */
async function handInNow(): Promise<Record<string, unknown>> {
  const rows = await hand.rows("handIns");
  const handIn = rows.find(({ isCurrent }) => isCurrent);
  const texts = await hand.rows("handInTexts");
  const text = texts.find(({ handInId }) => handInId === handIn?._id);
  return { ...handIn, description: text?.["description"] };
}

const field = ({ page }: Person, label: string) =>
  page.getByLabel(label, { exact: true });
const button = ({ page }: Person, name: string) =>
  page.getByRole("main").getByRole("button", { name, exact: true });

/** Leads to another page of the portal, without a load. */
const go = ({ page }: Person, name: string) =>
  page
    .getByRole("navigation", { name: "Portal" })
    .getByRole("link", { name })
    .click();

async function expectField(label: string, text: string, people: Person[]) {
  for (const person of people)
    await expect.poll(() => field(person, label).inputValue()).toBe(text);
}

test("no bar takes a low screen away from the fields", async () => {
  for (const label of ["Summary", "Demo"])
    await expectInSightOnLowScreens(field(sana, label));
});

test("everyone sees who is where, before they touch a field too, and what they write", async () => {
  const others = ({ page }: Person) =>
    page.locator("p", { hasText: "Also here:" }).locator("[data-seat]").count();
  await expect
    .poll(async () => Promise.all(team.map(others)))
    .toEqual([2, 2, 2]);
  await field(meera, "Name").fill("Arena Radar");
  await expectField("Name", "Arena Radar", team);
  await ravi.page.getByText("Meera Pillai is in this field").waitFor();
  await field(ravi, "Summary").fill("Finds a free table");
  await meera.page.getByText("Ravi Iyer is in this field").waitFor();
  await expectField("Summary", "Finds a free table", team);
  await field(sana, "Demo").focus();
  await ravi.page.getByText("Sana Qureshi is in this field").waitFor();
  await expectAccessible(meera);
  await expectAccessible(sana);
});

test("a screen reader hears who comes and goes, and what others change once they pause", async () => {
  const heard = ({ page }: Person) =>
    page.getByRole("log", { name: "News" }).innerText();
  await expect.poll(() => heard(meera)).toMatch(/Sana Qureshi is here/);
  const { keyboard } = ravi.page;
  await field(ravi, "Description").focus();
  await meera.page.getByText("Ravi Iyer is in this field").waitFor();
  const typed = "Soon, and every key alone.";
  await keyboard.type(typed, { delay: 50 });
  const changes = async () =>
    (await heard(meera)).match(/^Ravi Iyer has changed: Description$/gmu);
  // After each pause: one, or a few on a slow computer, but not one for each key.
  await expect.poll(changes).not.toBeNull();
  expect((await changes())?.length).toBeLessThan(typed.length / 2);
  expect(await heard(ravi)).not.toMatch(/changed: Description|Saved/);
  await go(sana, "Dashboard");
  await expect.poll(() => heard(meera)).toMatch(/Sana Qureshi has left$/m);
  await go(sana, "Project");
  await field(sana, "Name").waitFor();
});

test.each(sampleOf(["One. ", ""]))(
  "what three people type at one place is whole on every screen, after '%s'",
  async (before) => {
    const sentences = ["Meera sees maps. ", "Ravi is here. ", "Sana lies. "];
    await field(meera, "Description").fill(before);
    await expectField("Description", before, team);
    for (const person of team)
      await field(person, "Description").press("Control+End");
    await Promise.all(
      team.map(async ({ page }, place) =>
        page.keyboard.type(sentences[place] ?? "", { delay: 130 }),
      ),
    );
    const { length } = before + sentences.join("");
    const text = async (person: Person) =>
      field(person, "Description").inputValue();
    await expect.poll(async () => (await text(sana)).length).toBe(length);
    const written = await text(sana);
    for (const sentence of sentences) expect(written).toContain(sentence);
    await expectField("Description", written, team);
  },
);

test("a word that a keyboard composes stays whole while others type", async () => {
  const before = "## Radar\n\nIt is bright. Four.";
  await field(meera, "Description").fill(`${before} It is calm.`);
  await expectField("Description", `${before} It is calm.`, team);
  const keyboard = await sana.context.newCDPSession(sana.page);
  const compose = async (text: string) =>
    keyboard.send("Input.imeSetComposition", {
      text,
      selectionStart: text.length,
      selectionEnd: text.length,
    });
  await putCursor(sana, "calm.");
  await compose("ni");
  await expectField("Description", `${before} It is calm.ni`, team);
  await putCursor(meera, "Four.");
  await meera.page.keyboard.type(" And");
  await expectField("Description", `${before} And It is calm.ni`, [ravi]);
  await compose("日");
  await keyboard.send("Input.insertText", { text: "日本" });
  await expectField("Description", `${before} And It is calm.日本`, team);
});

async function putCursor(person: Person, after: string): Promise<void> {
  const area = field(person, "Description");
  await area.focus();
  await area.evaluate((element: HTMLTextAreaElement, word) => {
    const at = element.value.indexOf(word) + word.length;
    element.setSelectionRange(at, at);
  }, after);
}

test("what is typed and ticked without a connection is named by a logout, outlasts a new load, and is kept beside a teammate's", async () => {
  const tick = ({ page }: Person) =>
    page.getByRole("checkbox", { name: "Best Freshers" });
  const before = await field(meera, "Description").inputValue();
  await ravisLine.breakOff();
  await field(ravi, "Summary").fill("Ravi's line");
  await field(ravi, "Description").press("Control+End");
  await ravi.page.keyboard.type(" Offline.");
  await tick(ravi).check();
  await ravi.page.getByText("Not saved: you are offline").nth(2).waitFor();
  const log = ravi.page.getByRole("log", { name: "News" });
  await log.getByText("Summary: Not saved: you are offline").waitFor();
  await ravi.page.getByRole("button", { name: "Logout" }).first().click();
  const question = ravi.page.getByRole("dialog");
  await question
    .getByText(
      "Not sent yet: Tracks, 2 texts of your project. It stays on this device",
    )
    .waitFor();
  await question.getByRole("button", { name: "Cancel" }).click();
  await field(meera, "Summary").fill("Meera's line");
  await putCursor(meera, "Radar");
  await meera.page.keyboard.type(" Zero");
  await expectField("Summary", "Meera's line", [sana]);
  await ravi.page.reload();
  await ravi.page.locator("html[data-alive]").waitFor();
  expect(await tick(meera).isChecked()).toBe(false);
  await ravisLine.mend();
  for (const person of team)
    await expect.poll(() => tick(person).isChecked()).toBe(true);
  const both = `${before.replace("Radar", "Radar Zero")} Offline.`;
  await expectField("Description", both, team);
  for (const { page } of team)
    await page.getByText("2 versions · choose").waitFor();
  await expectField("Summary", "Ravi's line", [ravi]);
  await meera.page.getByText("2 versions · choose").click();
  await expectAccessible(meera);
  await button(meera, "Use this: Ravi Iyer’s").click();
  await expectField("Summary", "Ravi's line", team);
  await sana.page
    .getByText("2 versions · choose")
    .waitFor({ state: "detached" });
});

test("what was there before comes back from the history, on every screen", async () => {
  await sana.page.getByText("More: names, history").click();
  await sana.page
    .getByRole("listitem")
    .filter({ hasText: "Meera Pillai brought back the summary" })
    .getByRole("button", { name: /^Bring back the summary from before / })
    .click();
  await expectField("Summary", "Meera's line", team);
  await sana.page.getByText("Sana Qureshi brought back the summary").waitFor();
  await button(sana, "Preview").click();
  await sana.page
    .getByRole("heading", { name: "Radar Zero", level: 2 })
    .waitFor();
  // A laptop shows it beside the text.
  await meera.page
    .getByRole("heading", { name: "Radar Zero", level: 3 })
    .waitFor();
  expect(await button(meera, "Preview").count()).toBe(0);
  await expectAccessible(sana);
});

test("the leader's hand-in names what is missing, and leaves a receipt on every screen", async () => {
  await button(meera, "Hand in").click();
  await meera.sees("Still missing: repository or demo.");
  await field(ravi, "Repository").fill("javascript:alert(1)");
  await field(ravi, "Demo").focus();
  await ravi.sees("Not saved");
  await field(ravi, "Repository").fill("github.com/owls/radar");
  await field(ravi, "Demo").focus();
  await expectField("Repository", "https://github.com/owls/radar", [meera]);
  await meera.page.getByText(/^Still missing/).waitFor({ state: "detached" });
  expect(await button(ravi, "Hand in").count()).toBe(0);
  await button(meera, "Hand in").click();
  const receipts = await Promise.all(team.map(receiptOf));
  expect(new Set(receipts).size).toBe(1);
  await expectAccessible(ravi);
  await go(sana, "Dashboard");
  await sana.page.getByRole("tab", { name: "Submissions" }).click();
  expect(await receiptOf(sana)).toBe(receipts[0]);
  await sana.page.getByRole("link", { name: "Open the project" }).click();
  await field(sana, "Name").waitFor();
});

const receiptOf = ({ page }: Person) =>
  page.getByText(/^Receipt \d{4} \d{4}$/).innerText();

test("without a line nobody hands in, and the bar says why", async () => {
  await field(meera, "Name").fill("Arena Radar 1");
  await button(meera, "Hand in again").waitFor();
  await meerasLine.breakOff();
  await meera.sees("You are offline. Hand in when the connection is back.");
  await field(meera, "Summary").fill("Finds a chair offline");
  const press = button(meera, "Hand in again");
  expect(await press.getAttribute("aria-disabled")).toBe("true");
  await press.click({ force: true });
  await expectFits(meera);
  await meerasLine.mend();
  await expect.poll(() => press.getAttribute("aria-disabled")).toBeNull();
  await press.click();
  await expect
    .poll(async () => (await handInNow())["summary"])
    .toBe("Finds a chair offline");
  await meera.page.getByText(/^Handed in \d/).waitFor();
});

const CLOSED =
  /^Handed in at .+\. What you handed in is what will be judged\.$/u;

async function expectClocks(digits: RegExp): Promise<void> {
  for (const { page } of team)
    await expect
      .poll(() => page.getByText(/^\d\d:\d\d:\d\d$/).innerText())
      .toMatch(digits);
}

test("a hand-in that is stored in the last seconds counts, though its answer comes after the deadline", async () => {
  const before = await receiptOf(meera);
  await field(meera, "Name").fill("Arena Radar 2");
  await button(meera, "Hand in again").waitFor();
  // Whatever the device's clock says.
  await hand.set({ submissionsCloseAt: Date.now() + HOUR / 2 });
  await expectClocks(/^00:(29|30):/);
  await hand.set({ submissionsCloseAt: Date.now() + 50 * SECOND });
  await expectClocks(/^00:00:/);
  meerasLine.hold("back");
  await button(meera, "Hand in again").click();
  for (const person of [ravi, sana])
    await expect.poll(() => receiptOf(person)).not.toBe(before);
  expect(await receiptOf(meera)).toBe(before);
  await closeNow();
  // The answer is lost; the page asks again, after the deadline.
  await meerasLine.breakOff();
  await meerasLine.mend();
  await meera.page.getByText(CLOSED).waitFor();
  expect(new Set(await Promise.all(team.map(receiptOf))).size).toBe(1);
  expect(await meera.page.getByText(/Too late/).count()).toBe(0);
  expect(await button(meera, "Withdraw").count()).toBe(0);
  expect(await field(ravi, "Name").getAttribute("readonly")).not.toBeNull();
});

/** The deadline passes, and everybody but Meera sees it. */
async function closeNow(inMs = SECOND): Promise<void> {
  await hand.set({ submissionsCloseAt: Date.now() + inMs });
  await expectClosed();
}

async function expectClosed(): Promise<void> {
  for (const person of [ravi, sana])
    await person.page.getByText(CLOSED).waitFor();
}

test("a hand-in that arrives after the deadline says so, and when it was", async () => {
  await hand.set({ submissionsCloseAt: Date.now() + 50 * SECOND });
  await field(meera, "Name").fill("Arena Radar 3");
  await button(meera, "Hand in again").waitFor();
  const before = await receiptOf(meera);
  meerasLine.hold("there");
  await button(meera, "Hand in again").click();
  await closeNow(-HAND_IN_GRACE_MS);
  meerasLine.release();
  await meera.page.getByText(CLOSED).waitFor();
  // It stays, though the bar's time is over.
  await meera.page
    .getByText(
      /^Too late: not handed in\. Submissions closed on .+, \d+:\d\d [AP]M IST\.$/,
    )
    .waitFor();
  expect(await receiptOf(meera)).toBe(before);
  await expectFits(meera);
  // An extension opens it again.
  await hand.set({ submissionsCloseAt: Date.now() + HOUR });
  await button(meera, "Hand in again").waitFor();
  expect(await meera.page.getByText(/Too late/).count()).toBe(0);
});

test("what two tabs of one person kept without a connection is all there after both were closed", async () => {
  const tabs: Page[] = [];
  await field(meera, "Summary").fill("Before the tabs");
  await expectField("Summary", "Before the tabs", team);
  await go(ravi, "Dashboard");
  for (const nth of ["first", "second"]) {
    const page = await ravi.context.newPage();
    const line = await Line.of(page);
    await page.goto(paths.project);
    const here = (label: string) => page.getByLabel(label, { exact: true });
    await page.locator("#project-description:read-write").waitFor();
    await line.breakOff();
    await here("Summary").fill(`From the ${nth} tab`);
    await here("Description").press("Control+End");
    await page.keyboard.type(` The ${nth} tab.`);
    await page.getByText("Not saved: you are offline").nth(1).waitFor();
    tabs.push(page);
  }
  for (const page of tabs) await page.close();
  ravi.forgiveComplaints();
  await go(ravi, "Project");
  const text = async () => field(meera, "Description").inputValue();
  for (const nth of ["first", "second"])
    await expect.poll(text).toContain(` The ${nth} tab.`);
  await expectField("Description", await text(), team);
  const choice = meera.page
    .getByRole("group")
    .filter({ hasText: "2 versions · choose" });
  await choice.getByText("2 versions · choose").click();
  for (const nth of ["first", "second"])
    await choice.getByText(`From the ${nth} tab`).waitFor();
  await button(meera, "Use this: The team’s").click();
  await choice.waitFor({ state: "detached" });
  await expect
    .poll(() =>
      ravi.page.evaluate(() =>
        Object.keys(localStorage).filter((key) => key.startsWith("project:")),
      ),
    )
    .toEqual([]);
});
