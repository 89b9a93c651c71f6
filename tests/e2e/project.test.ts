/** One team at one project: three screens, a deadline, and a receipt on each. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { adminApi } from "../../packages/embedded-convex/src/admin/admin-api";
import { paths } from "../../src/paths";
import { findViolations } from "./accessibility";
import { Operator } from "./operator";
import type { Person } from "./person";
import { openOwnStage } from "./stage";

const HOUR = 60 * 60 * 1000;
const HOUR_AHEAD = { offset: HOUR };
const HOUR_BEHIND = { offset: -HOUR };

const { arriveAs, product, signUp } = openOwnStage();

let operator: Operator;
let meera: Person;
let ravi: Person;
let sana: Person;
/** Meera leads; the clocks of the others are an hour wrong. All three are on the project's page. */
beforeAll(async () => {
  operator = await Operator.of(product());
  const [leader, second, third] = await Promise.all([
    signUp("Meera Pillai"),
    signUp("Ravi Iyer"),
    signUp("Sana Qureshi"),
  ]);
  const code = await leader.createTeam("Night Owls");
  await second.joinTeam(code);
  await third.joinTeam(code);
  await set({ submissionsOpenAt: Date.now() - HOUR });
  [meera, ravi, sana] = await Promise.all([
    arriveAs(leader),
    arriveAs(second),
    arriveAs(third),
  ]);
  await Promise.all([
    wrongClock(ravi, HOUR_AHEAD),
    wrongClock(sana, HOUR_BEHIND),
  ]);
  for (const person of [meera, ravi, sana]) {
    await person.visit(paths.project);
    await field(person, "Name").waitFor();
  }
});
afterAll(async () => {
  for (const person of [meera, ravi, sana]) await person.goHome();
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
  await expectField("Name", "Arena Radar", [ravi, sana]);
  await ravi.page.getByText("Meera Pillai is in this field").waitFor();
  await field(ravi, "Summary").fill("Finds a free table");
  await meera.page.getByText("Ravi Iyer is in this field").waitFor();
  await expectField("Summary", "Finds a free table", [meera, sana]);
  expect(await findViolations(meera.page)).toEqual([]);
});

test("what three people type in the description at once is all there", async () => {
  await field(meera, "Description").fill("One. Two. Three.");
  await expectField("Description", "One. Two. Three.", [ravi, sana]);
  const typeAfter = async (person: Person, word: string, text: string) => {
    const area = field(person, "Description");
    await area.focus();
    await area.evaluate((element: HTMLTextAreaElement, after) => {
      const at = element.value.indexOf(after) + after.length;
      element.setSelectionRange(at, at);
    }, word);
    await person.page.keyboard.type(text, { delay: 20 });
  };
  await Promise.all([
    typeAfter(meera, "One.", " It is bright."),
    typeAfter(ravi, "Two.", " It is quick."),
    typeAfter(sana, "Three.", " It is kind."),
  ]);
  await expectField(
    "Description",
    "One. It is bright. Two. It is quick. Three. It is kind.",
    [meera, ravi, sana],
  );
});

test("what is typed without a connection waits, and both texts are kept", async () => {
  await ravi.context.setOffline(true);
  await ravi.page.evaluate(() => window.dispatchEvent(new Event("offline")));
  await field(ravi, "Summary").fill("Ravi's line");
  await field(ravi, "Description").press("Control+End");
  await ravi.page.keyboard.type(" Offline.");
  await field(meera, "Summary").fill("Meera's line");
  await expectField("Summary", "Meera's line", [sana]);
  await ravi.context.setOffline(false);
  await expectField(
    "Description",
    "One. It is bright. Two. It is quick. Three. It is kind. Offline.",
    [meera, ravi, sana],
  );
  for (const person of [meera, ravi, sana])
    await person.page.getByText("Two of you changed: Summary").waitFor();
  await expectField("Summary", "Ravi's line", [ravi]);
  await button(sana, "Take Ravi Iyer’s").click();
  await expectField("Summary", "Ravi's line", [meera, ravi, sana]);
  await meera.page
    .getByText("Two of you changed: Summary")
    .waitFor({ state: "detached" });
});

test("the leader's hand-in names what is missing, and leaves a receipt on every screen", async () => {
  await button(meera, "Hand in").click();
  await meera.sees("Still missing: repository or demo");
  await field(meera, "Repository").fill("github.com/owls/radar");
  await expectField("Repository", "https://github.com/owls/radar", [ravi]);
  expect(await button(ravi, "Hand in").count()).toBe(0);
  await button(meera, "Hand in").click();
  const receipts = await Promise.all(
    [meera, ravi, sana].map(({ page }) =>
      page.getByText(/^Receipt \d{4} \d{4}$/).innerText(),
    ),
  );
  expect(new Set(receipts).size).toBe(1);
  expect(await findViolations(ravi.page)).toEqual([]);
  await sana.visit(paths.dashboard);
  await sana.page.getByRole("tab", { name: "Submissions" }).click();
  await sana.page.getByText(/^Receipt \d{4} \d{4}$/).waitFor();
  await sana.page.getByRole("link", { name: "Open the project" }).click();
  await field(sana, "Name").waitFor();
});

test("every clock counts down to the same second, whatever the device says", async () => {
  await set({ submissionsCloseAt: Date.now() + HOUR / 2 });
  for (const { page } of [meera, ravi, sana])
    await expect
      .poll(() => page.getByText(/^\d\d:\d\d:\d\d$/).innerText())
      .toMatch(/^00:(29|30):/);
});

test("a hand-in before the deadline counts, and one after it says so", async () => {
  await field(meera, "Name").fill("Arena Radar 2");
  await button(meera, "Hand in again").waitFor();
  await set({ submissionsCloseAt: Date.now() + 1_500 });
  await button(meera, "Hand in again").click();
  await button(meera, "Hand in again").waitFor({ state: "detached" });
  for (const person of [meera, ravi, sana])
    await person.sees(
      "Submissions are closed. What you handed in is what will be judged.",
    );
  expect(await button(meera, "Withdraw").count()).toBe(0);
  expect(await field(ravi, "Name").getAttribute("readonly")).not.toBeNull();
  await set({ submissionsCloseAt: Date.now() + HOUR });
  await button(meera, "Withdraw").waitFor();
});
