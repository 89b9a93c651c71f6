import { describe, expect, onTestFinished, test } from "vitest";
import { paths } from "../../src/paths";
import { findViolations } from "./accessibility";
import type { Person } from "./person";
import { breakFunctions, withholdResults } from "./server-errors";
import { openOwnStage, openStage } from "./stage";

const { arriveSignedUp } = openStage();

async function participant(name: string) {
  const person = await arriveSignedUp(name);
  onTestFinished(() => person.context.close());
  return person;
}

/** Waits for a text among the toasts. */
async function expectToast({ page }: Person, text: string) {
  const toast = page
    .getByRole("region", { name: /Notifications/ })
    .getByText(text, { exact: true })
    .first();
  await toast.waitFor();
}

const press = ({ page }: Person, name: string) =>
  page.getByRole("main").getByRole("button", { name }).first().click();

describe("while an answer is awaited", () => {
  test("a page is silent about who is there, and says that it loads", async () => {
    const asha = await participant("Asha Waits");
    await asha.page.routeWebSocket(/\/sync$/, () => {});
    for (const path of [paths.dashboard, paths.team, paths.login]) {
      await asha.visit(path);
      await asha.page.getByRole("heading", { name: "Loading" }).waitFor();
      expect(await findViolations(asha.page)).toEqual([]);
    }
  });

  test.each([
    ["Dev One", paths.dashboard, "Loading your dashboard"],
    ["Dev Two", paths.team, "Loading your team"],
    ["Dev Three", paths.account, "Loading your account"],
  ])("%s sees the outline of %s", async (name, path, title) => {
    const dev = await participant(name);
    await withholdResults(dev.page);
    await dev.visit(path);
    const heading = dev.page.getByRole("heading", { name: title, level: 1 });
    await heading.waitFor({ state: "attached" });
    expect(await findViolations(dev.page)).toEqual([]);
  });
});

describe("when the deployment breaks", () => {
  test("a profile that cannot be loaded is said, and loading again helps", async () => {
    const asha = await participant("Asha Rao");
    const broken = new Set<string>();
    await breakFunctions(asha.page, broken);
    broken.add("users:me");
    await asha.page.goto(paths.dashboard);
    await expectToast(asha, "Failed to load your profile data");
    expect(await findViolations(asha.page)).toEqual([]);
    broken.clear();
    await press(asha, "Try again");
    await asha.page.getByRole("tablist").waitFor();
  });

  test.each([
    ["the dashboard", "One", paths.dashboard],
    ["its team tab", "Two", `${paths.dashboard}?tab=team`],
    ["the team page", "Three", paths.team],
  ])("a team that cannot be loaded is said on %s", async (_, name, path) => {
    const asha = await participant(name);
    const broken = new Set<string>();
    await breakFunctions(asha.page, broken);
    broken.add("teams:mine");
    await asha.page.goto(path);
    await expectToast(asha, "Failed to load team data");
    expect(
      await asha.page
        .getByRole("main")
        .getByText("Failed to load team data")
        .count(),
    ).toBeGreaterThan(0);
    expect(await findViolations(asha.page)).toEqual([]);
  });

  test("nothing typed for a team is lost, and nobody leaves theirs", async () => {
    const asha = await participant("Ravi Iyer");
    const broken = new Set(["teams:create", "teams:join", "teams:leave"]);
    await breakFunctions(asha.page, broken);
    await asha.page.goto(paths.team);
    await asha.fill("Team name", "Night Owls");
    await press(asha, "Create Team");
    await expectToast(asha, "Failed to create team");
    expect(await asha.field("Team name").inputValue()).toBe("Night Owls");

    await asha.fill("Invite code", "ABC123");
    await press(asha, "Join Team");
    await expectToast(asha, "Failed to join team");
    expect(await asha.field("Invite code").inputValue()).toBe("ABC123");

    broken.delete("teams:create");
    await press(asha, "Create Team");
    await asha.page.getByRole("heading", { name: "Night Owls" }).waitFor();
    await press(asha, "Leave Team");
    await asha.page
      .getByRole("dialog")
      .getByRole("button", { name: "Leave Team" })
      .click();
    await expectToast(asha, "Failed to leave team");
    expect((await asha.roster())[0]).toBe("Ravi Iyer, Team Leader");
  });
});

describe("when the connection is lost", () => {
  test("a part that cannot be loaded takes nothing else with it", async () => {
    const farah = await participant("Farah Khan");
    const part = /\/assets\/stay-updated-form-[^/]*\.js$/;
    let refused = 0;
    await farah.page.route(part, async (route) => {
      refused += 1;
      await route.abort();
    });
    await farah.visit(paths.team);
    await farah.sees("Join Existing Team");
    await expect.poll(() => refused).toBeGreaterThan(0);
    await farah.createTeam("Without a Form");
    const broke = farah.page.getByRole("heading", { name: "This page broke" });
    expect(await broke.count()).toBe(0);
    farah.forgiveComplaints();
    await farah.goHome();
  });
});

describe("when the server is down for a while", () => {
  const { arriveSignedUp: arriveThere, product } = openOwnStage();

  test("a notice says so calmly, what was typed stays, and it goes when all is well", async () => {
    const asha = await arriveThere("Mira Sen");
    await asha.page.goto(paths.team);
    await asha.fill("Team name", "Night Owls");
    const notice = asha.page.getByText("Connection lost.");
    expect(await notice.count()).toBe(0);

    await product().stop();
    await notice.waitFor();
    // Said politely, as an output is.
    expect(await asha.page.locator("output", { has: notice }).count()).toBe(1);
    expect(await findViolations(asha.page)).toEqual([]);
    expect(await asha.field("Team name").inputValue()).toBe("Night Owls");

    await product().restart();
    await notice.waitFor({ state: "detached" });
    expect(await asha.field("Team name").inputValue()).toBe("Night Owls");
    await press(asha, "Create Team");
    await asha.page.getByRole("heading", { name: "Night Owls" }).waitFor();
  });
});
