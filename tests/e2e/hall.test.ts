import { expect, test } from "vitest";
import { event } from "../../src/content/event";
import { descriptionOf } from "../../src/content/page-descriptions";
import { pages } from "../../src/content/pages";
import { paths } from "../../src/paths";
import { expectAccessible } from "./accessibility";
import { Line } from "./line";
import { inOldestBrowser } from "./oldest-browser";
import { SMALL_PHONE, type Person } from "./person";
import { openOwnStage } from "./stage";

const { arrive, arriveAs, signUp } = openOwnStage();

const PROJECTOR = { width: 1920, height: 1080 };

const listOf = ({ page }: Person, screen: string) =>
  page.getByRole("region", { name: screen });

/** The code of a screen that nobody has named, as an organiser reads it. */
async function codeOn({ page }: Person): Promise<string> {
  // A screen shows it while somebody is at it.
  await page.mouse.move(Math.random() * 900, 500);
  return page.getByText(/^[A-Z2-9]{4} [A-Z2-9]{4}$/).innerText();
}

/** How many of the texts in sight are smaller than 2.5 % of the screen's height. */
const tooSmall = ({ page }: Person) =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>(".hall *")]
      .filter(({ childNodes }) =>
        [...childNodes].some(
          (node) => node.nodeType === 3 && node.textContent?.trim(),
        ),
      )
      .filter((element) => element.getBoundingClientRect().width > 1)
      .filter(
        (element) =>
          parseFloat(getComputedStyle(element).fontSize) < innerHeight / 40,
      )
      .map((element) => element.textContent),
  );

/** Whether the organisers' sentence lies over what the screen shows. */
async function isCovered({ page }: Person): Promise<boolean> {
  const sentence = await page.locator(".hall-sentence").boundingBox();
  const view = await page.locator(".hall-view").boundingBox();
  if (!sentence || !view) throw new Error("Not in sight");
  return view.y + view.height > sentence.y;
}

/** It is called the same, and there is nothing to press. */
async function expectAlone({ page }: Person) {
  expect(await page.locator("h1").allTextContents()).toEqual([
    `${event.name} Arena`,
  ]);
  expect(await page.title()).toBe(`Arena · ${event.edition}`);
  const meta = page.locator("meta[name=description]");
  expect(await meta.getAttribute("content")).toBe(descriptionOf(pages.arena));
  for (const role of ["navigation", "contentinfo"] as const)
    expect(await page.getByRole(role).count()).toBe(0);
  expect(await page.locator("main :is(a, button, input)").count()).toBe(0);
}

test("two screens stand alone, off and on, show what happens, and do what an organiser wants of each", async () => {
  const omar = await signUp("Omar Stage", "organiser");
  const leader = await signUp("Asha Hall");
  const code = await leader.createTeam("Neon Nova");
  const left = await inOldestBrowser(
    await arrive("Left", { viewport: PROJECTOR }),
  );
  const right = await arrive("Right", { viewport: PROJECTOR });
  const line = await Line.of(right.page);

  for (const { page } of [left, right]) {
    expect((await page.goto(paths.arena))?.status()).toBe(200);
    await page.getByText(event.edition, { exact: true }).waitFor();
  }
  await expectAlone(left);
  await expectAccessible(left, [SMALL_PHONE, PROJECTOR]);
  await omar.changeSettings({
    arenaOpen: true,
    startsAt: Date.now() - 3_600_000,
    endsAt: Date.now() + 3_600_000,
  });
  for (const { page } of [left, right]) {
    await page.getByRole("timer").waitFor();
    await page.getByText("1 team", { exact: true }).waitFor();
  }
  await expectAlone(left);

  const organiser = await arriveAs(omar);
  await organiser.page.goto(`${paths.organiser}/settings/screens`);
  for (const [screen, name] of [
    [left, "Stage left"],
    [right, "Stage right"],
  ] as const) {
    await organiser.fill("Code", await codeOn(screen));
    await organiser.fill("Name", name);
    await organiser.press("Add");
    await listOf(organiser, name)
      .getByText(/^Alive/)
      .waitFor();
    await screen.page.getByText(name, { exact: true }).waitFor();
  }
  await expectAccessible(organiser);

  const mate = await signUp("Ravi Hall");
  await mate.joinTeam(code);
  // It goes by itself.
  const seeSecond = ({ page }: Person) =>
    page.getByText("P2 locked in", { exact: true }).waitFor();
  await Promise.all([left, right].map(seeSecond));
  for (const { page } of [left, right]) {
    await page.locator("header").getByText("2 players").waitFor();
    expect(await page.getByText(/Asha|Ravi|Omar/).count()).toBe(0);
  }
  expect(await tooSmall(left)).toEqual([]);
  await expectAccessible(left, [SMALL_PHONE, PROJECTOR]);

  const stageLeft = listOf(organiser, "Stage left");
  await stageLeft
    .getByLabel("Sentence above everything")
    .fill("Doors close at nine");
  await stageLeft.getByRole("button", { name: "Show it" }).click();
  await left.page.getByText("Doors close at nine").waitFor();
  expect(await isCovered(left)).toBe(false);
  await stageLeft.getByRole("button", { name: "Blank" }).click();
  await left.page.getByRole("timer").waitFor({ state: "detached" });
  await right.page.getByRole("timer").waitFor();
  await listOf(organiser, "Stage right")
    .getByLabel("Shows")
    .selectOption("ceremony");
  await right.page.getByRole("timer").waitFor({ state: "detached" });
  await listOf(organiser, "Stage right")
    .getByLabel("Shows")
    .selectOption("clock");
  await right.page.getByRole("timer").waitFor();

  await line.breakOff();
  right.mayComplain();
  await right.page.getByText(/^Last update \d+ seconds ago$/).waitFor();
  await line.mend();
  await right.page.getByText("1 team", { exact: true }).waitFor();
});
