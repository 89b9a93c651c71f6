/** One team at one project: four screens, a deadline, and a receipt on each. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { adminApi } from "../../packages/embedded-convex/src/admin/admin-api";
import { paths } from "../../src/paths";
import { findViolations } from "./accessibility";
import { Line } from "./line";
import { Operator } from "./operator";
import type { Person } from "./person";
import { openOwnStage } from "./stage";

const SECOND = 1000;
const HOUR = 60 * 60 * SECOND;
const HOUR_AHEAD = { offset: HOUR };
const HOUR_BEHIND = { offset: -HOUR };
const PHONE = { viewport: { width: 360, height: 740 } };

const { arriveAs, product, signUp } = openOwnStage();

let operator: Operator;
let meera: Person;
let ravi: Person;
let sana: Person;
let kabir: Person;
let team: Person[];
let meerasLine: Line;
let ravisLine: Line;
/**
 * Meera leads; the clocks of Ravi and Sana are an hour wrong; Kabir has a phone. All four are on the project's page.
 */
beforeAll(async () => {
  operator = await Operator.of(product());
  const [leader, second, third, fourth] = await Promise.all([
    signUp("Meera Pillai"),
    signUp("Ravi Iyer"),
    signUp("Sana Qureshi"),
    signUp("Kabir Rao"),
  ]);
  const code = await leader.createTeam("Night Owls");
  for (const member of [second, third, fourth]) await member.joinTeam(code);
  await set({ submissionsOpenAt: Date.now() - HOUR });
  team = [meera, ravi, sana, kabir] = await Promise.all([
    arriveAs(leader),
    arriveAs(second),
    arriveAs(third),
    arriveAs(fourth, PHONE),
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
afterAll(async () => {
  for (const person of team) await person.goHome();
});

/** What an organiser sets. */
async function set(fields: Record<string, number | null>): Promise<void> {
  const place = { componentId: null, table: "settings" };
  const { page } = await operator.client.query(adminApi.documents, {
    ...place,
    filters: null,
    paginationOpts: { numItems: 1, cursor: null },
  });
  const ids = page.map(({ _id }) => String(_id));
  await operator.client.mutation(adminApi.patchDocuments, {
    ...place,
    ids,
    fields,
  });
}

async function wrongClock({ page }: Person, { offset }: { offset: number }) {
  await page.addInitScript((wrongBy) => {
    const RightDate = Date;
    const now = () => RightDate.now() + wrongBy;
    globalThis.Date = new Proxy(RightDate, {
      construct: (target, args: []) =>
        args.length === 0 ? new target(now()) : new target(...args),
      get: (target, key) =>
        key === "now" ? now : (Reflect.get(target, key) as unknown),
    });
  }, offset);
}

const field = ({ page }: Person, label: string) =>
  page.getByLabel(label, { exact: true });
const button = ({ page }: Person, name: string) =>
  page.getByRole("main").getByRole("button", { name, exact: true });

async function expectField(label: string, text: string, people: Person[]) {
  for (const person of people)
    await expect.poll(() => field(person, label).inputValue()).toBe(text);
}

test("everyone sees who is where, and what they write", async () => {
  await field(meera, "Name").fill("Arena Radar");
  await expectField("Name", "Arena Radar", team);
  await ravi.page.getByText("Meera Pillai is in this field").waitFor();
  await field(ravi, "Summary").fill("Finds a free table");
  await meera.page.getByText("Ravi Iyer is in this field").waitFor();
  await expectField("Summary", "Finds a free table", team);
  await field(sana, "Demo").focus();
  await kabir.page.getByText("Sana Qureshi is in this field").waitFor();
  await field(kabir, "Video").focus();
  await sana.page.getByText("Kabir Rao is in this field").waitFor();
  expect(await findViolations(meera.page)).toEqual([]);
  expect(await findViolations(kabir.page)).toEqual([]);
});

test("what four people type in the description at once is all there", async () => {
  await field(meera, "Description").fill("## Radar\n\nOne. Two. Three. Four.");
  await expectField("Description", "## Radar\n\nOne. Two. Three. Four.", team);
  const typeAfter = async (person: Person, word: string, text: string) => {
    await putCursor(person, word);
    await person.page.keyboard.type(text, { delay: 20 });
  };
  await Promise.all([
    typeAfter(meera, "One.", " It is bright."),
    typeAfter(ravi, "Two.", " It is quick."),
    typeAfter(sana, "Three.", " It is kind."),
    typeAfter(kabir, "Four.", " It is calm."),
  ]);
  await expectField("Description", `${THREE} Four. It is calm.`, team);
});

const THREE =
  "## Radar\n\nOne. It is bright. Two. It is quick. Three. It is kind.";

test("a word that a keyboard composes stays whole while others type", async () => {
  const keyboard = await kabir.context.newCDPSession(kabir.page);
  const compose = async (text: string) =>
    keyboard.send("Input.imeSetComposition", {
      text,
      selectionStart: text.length,
      selectionEnd: text.length,
    });
  await putCursor(kabir, "calm.");
  await compose("ni");
  await expectField("Description", `${THREE} Four. It is calm.ni`, team);
  await putCursor(meera, "Four.");
  await meera.page.keyboard.type(" And");
  await expectField("Description", `${THREE} Four. And It is calm.ni`, [ravi]);
  await compose("日");
  await keyboard.send("Input.insertText", { text: "日本" });
  await expectField("Description", `${THREE} Four. And It is calm.日本`, team);
});

async function putCursor(person: Person, after: string): Promise<void> {
  const area = field(person, "Description");
  await area.focus();
  await area.evaluate((element: HTMLTextAreaElement, word) => {
    const at = element.value.indexOf(word) + word.length;
    element.setSelectionRange(at, at);
  }, after);
}

test("what is typed without a connection outlasts a new load, and both texts are kept", async () => {
  const before = await field(meera, "Description").inputValue();
  await ravisLine.breakOff();
  await field(ravi, "Summary").fill("Ravi's line");
  await field(ravi, "Description").press("Control+End");
  await ravi.page.keyboard.type(" Offline.");
  await ravi.page.getByText("Not saved: you are offline").nth(1).waitFor();
  await field(meera, "Summary").fill("Meera's line");
  await putCursor(meera, "Radar");
  await meera.page.keyboard.type(" Zero");
  await expectField("Summary", "Meera's line", [sana, kabir]);
  await ravi.page.reload();
  await ravi.page.locator("html[data-alive]").waitFor();
  await ravisLine.mend();
  const both = `${before.replace("Radar", "Radar Zero")} Offline.`;
  await expectField("Description", both, team);
  for (const person of team)
    await person.page.getByText("Two of you changed: Summary").waitFor();
  await expectField("Summary", "Ravi's line", [ravi]);
  await button(sana, "Take Ravi Iyer’s").click();
  await expectField("Summary", "Ravi's line", team);
  await meera.page
    .getByText("Two of you changed: Summary")
    .waitFor({ state: "detached" });
});

test("what was there before comes back from the history, on every screen", async () => {
  await kabir.page.getByText("History", { exact: true }).click();
  await kabir.page
    .getByRole("listitem")
    .filter({ hasText: "Sana Qureshi brought back the summary" })
    .getByRole("button", { name: /^Bring back the summary from before / })
    .click();
  await expectField("Summary", "Meera's line", team);
  await kabir.page.getByText("Kabir Rao brought back the summary").waitFor();
  await button(kabir, "Preview").click();
  await kabir.page
    .getByRole("heading", { name: "Radar Zero", level: 2 })
    .waitFor();
  expect(await findViolations(kabir.page)).toEqual([]);
});

test("what is ticked and listed shows before the deployment has it, and then to everyone", async () => {
  const { page } = meera;
  const tick = (person: Person) =>
    person.page.getByRole("checkbox", { name: "All Girls Team" });
  const things = (person: Person) =>
    person.page.getByRole("list", { name: "Built with" }).innerText();
  meerasLine.hold("there");
  await tick(meera).check();
  await page.getByRole("textbox", { name: "Built with" }).fill("Rust, ESP32");
  await page.keyboard.press("Enter");
  expect(await things(meera)).toMatch(/^Rust\s+ESP32$/);
  expect(await tick(ravi).isChecked()).toBe(false);
  meerasLine.release();
  for (const person of team) {
    await expect.poll(() => tick(person).isChecked()).toBe(true);
    await expect.poll(() => things(person)).toMatch(/^Rust\s+ESP32$/);
  }
  await ravi.page.getByRole("button", { name: "Take away ESP32" }).click();
  await expect.poll(() => things(sana)).toBe("Rust");
});

test("the leader's hand-in names what is missing, and leaves a receipt on every screen", async () => {
  await button(meera, "Hand in").click();
  await meera.sees("Still missing: repository or demo");
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
  expect(await findViolations(ravi.page)).toEqual([]);
  await sana.visit(paths.dashboard);
  await sana.page.getByRole("tab", { name: "Submissions" }).click();
  expect(await receiptOf(sana)).toBe(receipts[0]);
  // The name stands in one line, not in a letter each.
  const name = await sana.page
    .getByRole("heading", { name: "Arena Radar", level: 2 })
    .boundingBox();
  expect(name?.width).toBeGreaterThan(3 * (name?.height ?? 0));
  await sana.page.getByRole("link", { name: "Open the project" }).click();
  await field(sana, "Name").waitFor();
});

const receiptOf = ({ page }: Person) =>
  page.getByText(/^Receipt \d{4} \d{4}$/).innerText();

const CLOSED =
  "Submissions are closed. What you handed in is what will be judged.";

test("every clock counts down to the same second, whatever the device says", async () => {
  await set({ submissionsCloseAt: Date.now() + HOUR / 2 });
  await expectClocks(/^00:(29|30):/);
});

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
  await set({ submissionsCloseAt: Date.now() + 50 * SECOND });
  await expectClocks(/^00:00:/);
  meerasLine.hold("back");
  await button(meera, "Hand in again").click();
  for (const person of [ravi, sana, kabir])
    await expect.poll(() => receiptOf(person)).not.toBe(before);
  expect(await receiptOf(meera)).toBe(before);
  await closeNow();
  // The answer is lost; the page asks again, after the deadline.
  await meerasLine.breakOff();
  await meerasLine.mend();
  await meera.sees(CLOSED);
  expect(new Set(await Promise.all(team.map(receiptOf))).size).toBe(1);
  expect(await meera.page.getByText(/Too late/).count()).toBe(0);
  expect(await button(meera, "Withdraw").count()).toBe(0);
  expect(await field(ravi, "Name").getAttribute("readonly")).not.toBeNull();
});

/** The deadline passes, and everybody but Meera sees it. */
async function closeNow(): Promise<void> {
  await set({ submissionsCloseAt: Date.now() + SECOND });
  for (const person of [ravi, sana, kabir]) await person.sees(CLOSED);
}

test("a hand-in that arrives after the deadline says so, and when it was", async () => {
  await set({ submissionsCloseAt: Date.now() + 50 * SECOND });
  await field(meera, "Name").fill("Arena Radar 3");
  await button(meera, "Hand in again").waitFor();
  const before = await receiptOf(meera);
  meerasLine.hold("there");
  await button(meera, "Hand in again").click();
  await closeNow();
  meerasLine.release();
  await meera.page
    .getByText(
      /^Too late: not handed in\. Submissions closed on .+, \d\d:\d\d IST\.$/,
    )
    .waitFor();
  await meera.sees(CLOSED);
  expect(await receiptOf(meera)).toBe(before);
  expect(await findViolations(meera.page)).toEqual([]);
  // An extension opens it again.
  await set({ submissionsCloseAt: Date.now() + HOUR });
  await button(meera, "Hand in again").waitFor();
  expect(await meera.page.getByText(/Too late/).count()).toBe(0);
});
