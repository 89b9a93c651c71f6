import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { announcements, resources } from "../../convex/model/firstContent";
import { links } from "../../src/content/links";
import { formatDay } from "../../src/lib/format-date";
import { paths } from "../../src/paths";
import { findViolations } from "./accessibility";
import type { Person } from "./person";
import { openStage } from "./stage";
import { Teammate } from "./teammate";

const { arrive, product } = openStage();

const LAPTOP = { width: 1280, height: 900 };
const PHONE = { width: 320, height: 640 };
const TABS = ["Overview", "Team", "Submissions", "Resources"];

let asha: Person;
beforeAll(async () => {
  asha = await arrive("Asha Rao", { reducedMotion: "reduce" });
  await asha.register();
  await asha.sees("You are not part of any team yet");
});
afterAll(() => asha.goHome());

const tab = (name: string) => asha.page.getByRole("tab", { name });
const section = (name: string) => asha.page.getByRole("region", { name });
const address = () => {
  const { pathname, search } = new URL(asha.page.url());
  return pathname + search;
};

async function open(search = "") {
  await asha.page.setViewportSize(LAPTOP);
  await asha.page.goto(paths.dashboard + search);
  await asha.page.getByRole("tablist", { name: "Dashboard" }).waitFor();
}

async function stepsOf(): Promise<string[]> {
  return (
    await section("Registration progress").getByRole("listitem").allInnerTexts()
  ).map((text) => text.replaceAll(/\s*\n\s*/g, " "));
}

/** Holds what is shown against the rules, on a laptop and on a small phone. */
async function expectAccessible() {
  for (const size of [LAPTOP, PHONE]) {
    await asha.page.setViewportSize(size);
    expect(await findViolations(asha.page)).toEqual([]);
    expect(
      await asha.page.evaluate(
        () =>
          document.documentElement.scrollWidth -
          document.documentElement.clientWidth,
      ),
    ).toBe(0);
  }
}

describe("somebody without a team", () => {
  test("is welcomed by name and can log out", async () => {
    await open();
    const heading = asha.page.getByRole("heading", { level: 1 });
    expect(await heading.innerText()).toMatch(/^welcome,\s+asha rao$/i);
    await asha.sees("You are not part of any team yet");
    const logout = asha.page.getByRole("main").getByRole("button", {
      name: "Logout",
    });
    expect(await logout.isVisible()).toBe(true);
  });

  test("has made the first of four steps, today", async () => {
    await open();
    expect(await stepsOf()).toEqual([
      expect.stringMatching(
        new RegExp(`Account created Done: ${formatDay(Date.now())}$`, "i"),
      ),
      expect.stringMatching(/Team formation Pending$/i),
      expect.stringMatching(/Project submission Not started$/i),
      expect.stringMatching(/Hackathon participation June 28-29, 2025$/i),
    ]);
  });

  test("completes the registration on the external platform", async () => {
    const link = section("Registration progress").getByRole("link", {
      name: "Complete registration",
    });
    expect(await link.getAttribute("href")).toBe(links.registration);
    expect(await link.getAttribute("target")).toBe("_blank");
    expect(await link.getAttribute("rel")).toBe("noopener");
  });

  test("reads three announcements, three dates and four quick links", async () => {
    await open();
    const news = section("Announcements").getByRole("listitem");
    await expect
      .poll(() => news.getByRole("heading").allTextContents())
      .toEqual(announcements.map(({ title }) => title));
    expect(announcements).toHaveLength(3);
    const events = section("Upcoming events").getByRole("listitem");
    await expect
      .poll(() => events.allInnerTexts())
      .toEqual([
        expect.stringMatching(/^Registration deadline\s+May 15, 2025$/),
        expect.stringMatching(/^Pre-event workshop\s+May 25, 2025$/),
        expect.stringMatching(/^Team finalization\s+June 15, 2025$/),
      ]);
    const hrefs = await section("Quick links")
      .getByRole("link")
      .evaluateAll((anchors) =>
        anchors.map((anchor) => anchor.getAttribute("href")),
      );
    expect(hrefs).toEqual([
      links.discord,
      links.instagram,
      `mailto:${links.contactEmail}`,
      paths.faq,
    ]);
  });

  test("finds submissions closed until June 28, 2025", async () => {
    await open("?tab=submissions");
    await asha.sees("No submissions yet");
    await asha.sees("Submissions open on June 28, 2025.");
    await asha.page
      .getByRole("tabpanel")
      .getByRole("link", { name: "Read the submission guide" })
      .click();
    await asha.page.waitForURL(`**${paths.submissionGuide}`);
    expect(new URL(asha.page.url()).pathname).toBe(paths.submissionGuide);
  });

  test("finds four resources, each of which leads somewhere", async () => {
    expect(resources).toHaveLength(4);
    for (const { title, url } of resources) {
      await open("?tab=resources");
      const panel = asha.page.getByRole("tabpanel");
      await panel.getByRole("link", { name: title }).click();
      await asha.page.waitForURL(`**${url}`);
      const heading = asha.page.getByRole("heading", { level: 1 });
      expect(await heading.innerText()).not.toContain("404");
    }
  });
});

describe("the tabs", () => {
  test("are part of the address, which reload and back keep", async () => {
    await open();
    expect(await asha.page.getByRole("tab").allTextContents()).toEqual(TABS);
    await tab("Resources").click();
    expect(address()).toBe(`${paths.dashboard}?tab=resources`);
    await asha.page.reload();
    expect(await tab("Resources").getAttribute("aria-selected")).toBe("true");
    await tab("Submissions").click();
    await asha.page.goBack();
    await expect
      .poll(() => tab("Resources").getAttribute("aria-selected"))
      .toBe("true");
    await tab("Overview").click();
    expect(address()).toBe(paths.dashboard);
  });

  test("move with the arrow keys and wrap around", async () => {
    await open();
    await tab("Overview").focus();
    for (const [key, name] of [
      ["ArrowRight", "Team"],
      ["End", "Resources"],
      ["ArrowRight", "Overview"],
      ["ArrowLeft", "Resources"],
      ["Home", "Overview"],
    ] as const) {
      await asha.page.keyboard.press(key);
      await expect
        .poll(() => asha.page.locator("[role=tab]:focus").textContent())
        .toBe(name);
      await expect
        .poll(() => tab(name).getAttribute("aria-selected"))
        .toBe("true");
    }
  });

  test("show the overview for a name that there is not", async () => {
    await open("?tab=nothing");
    expect(await tab("Overview").getAttribute("aria-selected")).toBe("true");
  });

  test.each(TABS)("%s breaks no rule of accessibility", async (name) => {
    await open(`?tab=${name.toLowerCase()}`);
    expect(await tab(name).getAttribute("aria-selected")).toBe("true");
    await expectAccessible();
  });
});

// From here on Asha has a team.
describe("somebody with a team", () => {
  test("founds it on the team tab, and every part shows it", async () => {
    await open("?tab=team");
    await asha.page.getByRole("button", { name: "Create Team" }).click();
    await asha.sees("Team name is required");
    await asha.fill("Team name", "Night Owls");
    await asha.page.getByLabel("Description").fill("We build at night.");
    await asha.page.getByRole("button", { name: "Create Team" }).click();
    await asha.sees("Team created successfully!");
    const panel = asha.page.getByRole("tabpanel");
    await panel.getByRole("heading", { name: "Night Owls" }).waitFor();
    await panel.getByText("We build at night.").waitFor();
    expect((await asha.roster())[0]).toBe("Asha Rao, Team Leader");
    await asha.page.getByText("Team Night Owls", { exact: true }).waitFor();
    await tab("Overview").click();
    await expect
      .poll(async () => (await stepsOf())[1])
      .toMatch(/Team formation Done: Completed$/i);
  });

  test("sees a teammate arrive and leave without a reload", async () => {
    await open("?tab=team");
    const code = await asha.inviteCode();
    const ravi = await Teammate.signUp(product().url, "Ravi Iyer");
    await ravi.joinTeam(code);
    await expect
      .poll(async () => (await asha.roster())[1], { timeout: 10_000 })
      .toBe("Ravi Iyer, Member");
    await ravi.leaveTeam();
    await expect
      .poll(async () => (await asha.roster())[1], { timeout: 10_000 })
      .toContain("waiting for a teammate");
  });

  test("manages it on the team page", async () => {
    await open("?tab=team");
    await asha.page.getByRole("link", { name: "Manage Team" }).click();
    await asha.page.waitForURL(`**${paths.team}`);
    expect(new URL(asha.page.url()).pathname).toBe(paths.team);
  });

  test.each(["overview", "team"])(
    "the %s tab breaks no rule of accessibility",
    async (name) => {
      await open(`?tab=${name}`);
      await asha.page.getByRole("list", { name: "Team roster" }).waitFor();
      await expectAccessible();
    },
  );
});
