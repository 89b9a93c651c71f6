import { createServer, request as ask } from "node:http";
import { connect, type AddressInfo } from "node:net";
import { describe, expect, onTestFinished, test } from "vitest";
import { paths } from "../../src/paths";
import { SlowLine } from "../bench/slow-line";
import { expectAccessible } from "./accessibility";
import type { Person } from "./person";
import { openStage } from "./stage";
import { Teammate } from "./teammate";

const { arrive, arriveAs, product } = openStage();

/** A host in front of the product, with a line that a test can cut, which can turn to a newer version of the worker. */
async function openHost() {
  let version = 1;
  const { port } = new URL(product().url);
  const server = createServer((incoming, response) => {
    const { method, url = "/", headers } = incoming;
    const plain = { ...headers, "accept-encoding": "identity" };
    if (url === "/worker.js") {
      // It may have changed, other than its host knows.
      delete plain["if-none-match"];
      delete plain["if-modified-since"];
    }
    const upstream = ask({ port, method, path: url, headers: plain }, (got) => {
      if (url === "/worker.js") delete got.headers["content-length"];
      response.writeHead(got.statusCode ?? 500, got.headers);
      if (url !== "/worker.js" || version === 1) return got.pipe(response);
      let script = "";
      got.setEncoding("utf8").on("data", (part) => (script += part));
      got.on("end", () => {
        // Of pages that start with another script.
        response.end(script.replace(/(start:`)[^`]+/u, `$1/start-${version}`));
      });
    });
    upstream.on("error", () => response.destroy());
    incoming.pipe(upstream);
  });
  server.on("upgrade", ({ method, url, rawHeaders }, near, head) => {
    const far = connect(Number(port), "127.0.0.1");
    const pairs = rawHeaders.map((text, index) =>
      index % 2 === 0 ? `${text}: ` : `${text}\r\n`,
    );
    far.write(`${method} ${url} HTTP/1.1\r\n${pairs.join("")}\r\n`);
    far.write(head);
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      from.pipe(to).on("error", () => from.destroy());
    }
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const address = server.address() as AddressInfo;
  const line = await SlowLine.open(`http://127.0.0.1:${address.port}`);
  onTestFinished(() => {
    void line.close();
    server.close();
    server.closeAllConnections();
  });
  return { line, publish: () => void version++ };
}

/** Somebody with a team, on a browser that may have the worker. */
async function arriveAt(line: SlowLine, name: string): Promise<Person> {
  const teammate = await Teammate.signUp(line.url, name);
  await teammate.createTeam(`${name}’s Owls`);
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

describe("with no connection, after one visit of the dashboard", () => {
  test("the dashboard, the team, the schedule and the pass open, and say how old they are", async () => {
    const { line } = await openHost();
    const asha = (await arriveAt(line, "Asha Offline")).mayComplain();
    const { page } = asha;
    await visitWithWorker(asha);
    await page.waitForFunction(() =>
      Object.keys(localStorage).some((name) => name.includes("schedule:list")),
    );
    line.cut();
    const age = page.getByText(/What you see is from \d+:\d\d [AP]M/);
    for (const [path, sight] of [
      [paths.dashboard, page.getByText("Asha Offline’s Owls").first()],
      [paths.team, page.getByRole("list", { name: "Team roster" })],
      [paths.schedule, page.locator("main h2").first()],
      [paths.pass, page.getByRole("heading", { name: "Your pass" })],
    ] as const) {
      await page.goto(path);
      await sight.waitFor();
      await age.waitFor();
    }
    await expectAccessible(asha);
    line.restore();
    await age.waitFor({ state: "detached" });
  });

  test("also when the token has expired meanwhile, and after a sign-out nothing is there", async () => {
    const { line } = await openHost();
    const dev = (await arriveAt(line, "Dev Offline")).mayComplain();
    const { page } = dev;
    await visitWithWorker(dev);
    await page.evaluate(() => {
      const [name = ""] = Object.keys(localStorage).filter((key) =>
        key.startsWith("__convexAuthJWT"),
      );
      const [head, payload = "", tail] = (
        localStorage.getItem(name) ?? ""
      ).split(".");
      const claims = JSON.parse(
        atob(payload.replaceAll("-", "+").replaceAll("_", "/")),
      );
      const expired = btoa(JSON.stringify({ ...claims, exp: 1_000 }));
      localStorage.setItem(name, [head, expired, tail].join("."));
    });
    line.cut();
    await page.goto(paths.team);
    await page.getByRole("list", { name: "Team roster" }).waitFor();
    line.restore();
    await page.getByText("Connection lost.").waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Logout" }).first().click();
    await dev.sees("Successfully logged out");
    expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toMatch(
      /kept |Owls/,
    );
    line.cut();
    await page.goto(paths.team);
    await page.waitForURL(`**${paths.login}`);
  });
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
  await other.goto(`${line.url}${paths.account}#name`);
  await other.getByLabel("Display name", { exact: true }).fill("Asha Half");

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
  const name = other.getByLabel("Display name", { exact: true });
  expect(await name.inputValue()).toBe("Asha Half");
  // It can still be taken there, and is then loaded once.
  await name.fill("Asha Updates");
  await other.getByRole("button", { name: "Load it" }).click();
  await expect.poll(() => loads).toEqual([paths.dashboard, paths.account]);
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
