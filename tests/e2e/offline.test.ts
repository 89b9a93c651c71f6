import { expect, onTestFinished, test } from "vitest";
import { paths } from "../../src/paths";
import { SlowLine } from "../load/slow-line";
import { Line as Host } from "../engines/line";
import { expectAccessible } from "./accessibility";
import type { Person } from "./person";
import { openStage } from "./stage";
import { Teammate } from "./teammate";

const { arrive, arriveAs, product } = openStage();

/** A host in front of the product, with a line that a test can cut, which can turn to a newer version of the worker. */
async function openHost() {
  let version = 1;
  const host = await Host.open(product().url, {
    path: "/worker.js",
    // Of pages that start with another script.
    rewrite: (script) =>
      version === 1
        ? script
        : script.replace(/(start:`)[^`]+/u, `$1/start-${version}`),
  });
  const line = await SlowLine.open(host.url);
  onTestFinished(() => {
    void line.close();
    host.close();
  });
  return { line, publish: () => void version++ };
}

/** Somebody, in a team if it is named, on a browser that may have the worker. */
async function arriveAt(
  line: SlowLine,
  name: string,
  teamName?: string,
): Promise<Person> {
  const teammate = await Teammate.signUp(line.url, name);
  if (teamName !== undefined) await teammate.createTeam(teamName);
  return arriveAs(teammate, { baseURL: line.url, serviceWorkers: "allow" });
}

/** Opens the dashboard, and waits until the worker answers for the page. */
async function visitWithWorker({ page }: Person) {
  await page.goto(paths.dashboard);
  await page.getByRole("tablist").waitFor();
  await page.waitForFunction(
    () => navigator.serviceWorker.controller?.state === "activated",
  );
}

test("after one visit the dashboard, the team, the schedule and the pass open with no connection, with an expired token too; after a sign-out nothing is there", async () => {
  const { line } = await openHost();
  const asha = (
    await arriveAt(line, "Asha Offline", "Asha’s Owls")
  ).mayComplain();
  const { page } = asha;
  await visitWithWorker(asha);
  await page.waitForFunction(() =>
    ["schedule:list", "checkIns:pass"].every((question) =>
      Object.keys(localStorage).some((name) => name.includes(question)),
    ),
  );
  line.cut();
  const roster = page.getByRole("list", { name: "Team roster" });
  const age = page.getByText(/What you see is from \d+:\d\d [AP]M/);
  for (const [path, sight] of [
    [paths.dashboard, page.getByText("Asha’s Owls").first()],
    [paths.team, roster],
    [paths.schedule, page.locator("main h2").first()],
    [paths.pass, page.getByRole("heading", { name: "Your pass" })],
  ] as const) {
    await page.goto(path);
    await sight.waitFor();
    await age.waitFor();
  }
  await expectAccessible(asha);
  await page.evaluate(() => {
    const [name = ""] = Object.keys(localStorage).filter((key) =>
      key.startsWith("__convexAuthJWT"),
    );
    const [head, payload = "", tail] = (localStorage.getItem(name) ?? "").split(
      ".",
    );
    const claims = JSON.parse(
      atob(payload.replaceAll("-", "+").replaceAll("_", "/")),
    );
    const expired = btoa(JSON.stringify({ ...claims, exp: 1_000 }));
    localStorage.setItem(name, [head, expired, tail].join("."));
  });
  await page.goto(paths.team);
  await roster.waitFor();
  line.restore();
  await age.waitFor({ state: "detached" });

  await page.getByRole("button", { name: "Logout" }).first().click();
  await asha.sees("Successfully logged out");
  await expect
    .poll(() => page.evaluate(() => JSON.stringify(localStorage)))
    .not.toMatch(/kept |Owls/);
  line.cut();
  await page.goto(paths.team);
  await page.waitForURL(`**${paths.login}`);
});

test("a new version offers itself, loads in the tab that takes it, and leaves another one with its text", async () => {
  const { line, publish } = await openHost();
  const asha = await arriveAt(line, "Asha Updates");
  const { page } = asha;
  await visitWithWorker(asha);
  const writing = await asha.context.newPage();
  await writing.goto(`${line.url}${paths.contact}`);
  await writing.getByLabel("Subject", { exact: true }).fill("Half a sent");
  const other = await asha.context.newPage();
  await other.goto(`${line.url}${paths.team}`);
  // Most forms are kept on the device; this one is not.
  const code = other.getByLabel("Invite code", { exact: true });
  await code.fill("ABC");

  publish();
  await page.evaluate(async () => {
    await (await navigator.serviceWorker.getRegistration())?.update();
  });
  const offer = (tab: typeof page) =>
    tab.getByText("A new version of this site is ready.");
  await offer(page).waitFor();
  await expectAccessible(asha);
  await offer(other).waitFor();
  await other.getByRole("button", { name: "Load it" }).click();
  await other.getByText("Send or clear what you have typed first").waitFor();

  const loads: string[] = [];
  for (const tab of [page, writing, other])
    tab.on("load", () => loads.push(new URL(tab.url()).pathname));
  await page.getByRole("button", { name: "Load it" }).click();
  await expect.poll(() => loads).toEqual([paths.dashboard]);
  expect(
    await writing.getByLabel("Subject", { exact: true }).inputValue(),
  ).toBe("Half a sent");
  expect(await code.inputValue()).toBe("ABC");
  // It can still be taken there, and is then loaded once.
  await code.fill("");
  await other.getByRole("button", { name: "Load it" }).click();
  await expect.poll(() => loads).toEqual([paths.dashboard, paths.team]);
});

test("a visitor gets no worker", async () => {
  const visitor = await arrive("Vic Visits", { serviceWorkers: "allow" });
  await visitor.visit(paths.landing);
  await visitor.visit(paths.schedule);
  await visitor.page.waitForLoadState("networkidle");
  const found = await visitor.page.evaluate(async () => [
    ...(await navigator.serviceWorker.getRegistrations()),
    ...(await caches.keys()),
  ]);
  expect(found).toEqual([]);
});
