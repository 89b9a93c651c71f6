import { beforeAll, expect, test } from "vitest";
import { paths, projectAddress } from "../../src/paths";
import { expectAccessible, expectFits } from "./accessibility";
import { giveAward, handInProjects, OPEN } from "./gallery-stage";
import { layoutShifts } from "./layout-shifts";
import { inOldestBrowser } from "./oldest-browser";
import { Operator } from "./operator";
import { LAPTOP, PHONE, type Person } from "./person";
import { openOwnStage } from "./stage";

const { arrive, arriveAs, product, signUp } = openOwnStage();

const SIZES = [PHONE, LAPTOP, { width: 768, height: 1024 }];
const COUNT = 60;

let hand: Operator;
let visitor: Person;
let omar: Person;
let ids: string[];

beforeAll(async () => {
  hand = await Operator.of(product());
  const account = await signUp("Omar Khan", "organiser");
  omar = await arriveAs(account);
  visitor = await inOldestBrowser(await arrive("Vera Roy"));
  await account.changeSettings(OPEN);
  ids = await handInProjects(
    hand,
    product().url,
    Array.from({ length: COUNT }, (_, nth) => ({
      name: nth === 7 ? "Chess for the blind" : `Project ${100 + nth}`,
      summary: nth === 7 ? "A board that speaks." : "It helps people.",
      tracks: nth % 2 === 0 ? ["best-freshers"] : [],
      isPictured: nth % 10 !== 9,
    })),
  );
});

const wallOf = ({ page }: Person) =>
  page.getByRole("list", { name: "Projects", exact: true });

test("a visitor sees the gallery at the moment that an organiser publishes it", async () => {
  await visitor.visit(projectAddress(ids[7] ?? ""));
  await visitor.page
    .getByText(/^The projects are not public yet\. Here/)
    .waitFor();
  await visitor.visit(paths.projects);
  await visitor.page
    .getByText(/^The projects are not public yet\. Here/)
    .waitFor();
  await expectAccessible(visitor, SIZES);
  const footer = visitor.page.getByRole("navigation", { name: "Footer" });
  await footer.waitFor();
  expect(await footer.getByRole("link", { name: "Projects" }).count()).toBe(0);

  await omar.visit(paths.projects);
  await wallOf(omar).waitFor();
  await omar.sees("Only organisers and judges see this gallery now.");
  await expectAccessible(omar, SIZES);
  await omar.page.getByRole("button", { name: "Publish the gallery" }).click();
  await omar.page.getByRole("button", { name: "Publish it" }).click();
  await omar.sees("Everyone sees this gallery.");
  await wallOf(visitor)
    .getByRole("link", { name: "Chess for the blind" })
    .waitFor();
  await visitor.page.reload();
  await footer.getByRole("link", { name: "Projects" }).waitFor();
});

test("on a phone nothing moves while sixty projects load, and pictures load where one is", async () => {
  const { page } = visitor;
  await page.setViewportSize(PHONE);
  const loaded = new Set<string>();
  page.on("request", (request) => {
    if (
      request.resourceType() === "image" &&
      request.url().includes("/api/storage/")
    )
      loaded.add(request.url());
  });
  await visitor.visit(paths.projects);
  await wallOf(visitor).getByRole("img").first().waitFor();
  await expect.poll(() => loaded.size).toBeGreaterThan(0);
  expect(await layoutShifts(page)).toBeLessThan(0.1);
  const first = loaded.size;
  expect(
    await wallOf(visitor)
      .getByRole("listitem")
      .filter({ has: page.getByRole("heading") })
      .count(),
  ).toBe(24);
  await page.getByRole("button", { name: "Show more" }).click();
  await expect
    .poll(() => wallOf(visitor).getByRole("heading").count())
    .toBe(48);
  await page.getByRole("button", { name: "Show more" }).click();
  await expect
    .poll(() => wallOf(visitor).getByRole("heading").count())
    .toBe(COUNT);
  await wallOf(visitor).getByRole("heading").last().scrollIntoViewIfNeeded();
  await expect.poll(() => loaded.size).toBeGreaterThan(first);
  expect(loaded.size).toBeLessThan(COUNT);
});

test("search and track stand in the address, and stay after a reload", async () => {
  const { page } = visitor;
  await visitor.visit(paths.projects);
  // It is not among the first, which the page has.
  await page.getByRole("searchbox", { name: "Search" }).fill("PROJECT 158");
  await expect
    .poll(() => wallOf(visitor).getByRole("heading").allInnerTexts())
    .toEqual(["PROJECT 158"]);
  await page.getByRole("searchbox", { name: "Search" }).fill("speaks");
  await page.waitForURL("**/projects?search=speaks");
  await expect
    .poll(() => wallOf(visitor).getByRole("heading").allInnerTexts())
    .toEqual(["CHESS FOR THE BLIND"]);
  await page.getByLabel("Track").selectOption("Best Freshers");
  await page.getByText("No projects match.").waitFor();
  await page.reload();
  await page.getByText("No projects match.").waitFor();
  expect(new URL(page.url()).search).toBe("?search=speaks&track=best-freshers");
  await expectFits(visitor, SIZES);
  await page.getByRole("button", { name: "Show all projects" }).click();
  await expect
    .poll(() => wallOf(visitor).getByRole("heading").count())
    .toBe(24);
  expect(
    await page.getByRole("searchbox", { name: "Search" }).inputValue(),
  ).toBe("");
});

test("a project has a page of its own, a link to share, and is gone when it is taken down", async () => {
  const { page } = visitor;
  await giveAward(hand, ids[7] ?? "", "first-place");
  await visitor.visit(paths.projects);
  await wallOf(visitor)
    .getByRole("link", { name: "Chess for the blind" })
    .click();
  await page.waitForURL(`**${projectAddress(ids[7] ?? "")}`);
  await page
    .getByRole("heading", { name: "Chess for the blind", level: 1 })
    .waitFor();
  expect(await page.title()).toMatch(/^Chess for the blind · /);
  await visitor.sees("1st place");
  const [picture] = await page
    .getByRole("img", { name: "The screen of Chess" })
    .all();
  await expect
    .poll(() =>
      picture?.evaluate((image: HTMLImageElement) => image.naturalWidth > 0),
    )
    .toBe(true);
  await expectAccessible(visitor, SIZES);
  await page.getByRole("button", { name: "Share" }).click();
  await visitor.sees("Link copied to clipboard");
  const shared = await page.evaluate(() => navigator.clipboard.readText());
  const html = await (await fetch(shared)).text();
  expect(html).toContain(
    '<meta property="og:title" content="Chess for the blind">',
  );
  const [, image = ""] =
    /property="og:image" content="([^"]+)"/.exec(html) ?? [];
  expect((await fetch(image)).headers.get("content-type")).toBe("image/jpeg");
  await page.goto(shared);
  await page.waitForURL(`**${projectAddress(ids[7] ?? "")}`);
  await page
    .getByRole("heading", { name: "Chess for the blind", level: 1 })
    .waitFor();

  await omar.visit(projectAddress(ids[7] ?? ""));
  await omar.page.getByRole("button", { name: "Take down" }).click();
  for (const person of [visitor, omar])
    await person.page
      .getByRole("heading", { name: "404 Page Not Found" })
      .waitFor();
  expect((await fetch(shared)).status).toBe(404);
  await omar.page.getByRole("button", { name: "Put back" }).click();
  await page
    .getByRole("heading", { name: "Chess for the blind", level: 1 })
    .waitFor();
});
