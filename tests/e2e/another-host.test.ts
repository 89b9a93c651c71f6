import { execFile } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer, type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import PostalMime from "postal-mime";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, inject, test, vi } from "vitest";
import { z } from "zod";
import { loadDeploymentKeys } from "../../embedded/deployment/deployment-keys";
import { Project } from "../embedded/cli/project";
import { ChildServer } from "../embedded/engine/child-server";
import { closeAll, temporaryFolder } from "../embedded/engine/test-server";
import { openAccount } from "./accounts";
import { launchBrowser } from "./browser";
import { Person } from "./person";
import { StandInGoogle } from "./stand-in-google";
import { StaticHost } from "./static-host";

let browser: Browser;
let google: StandInGoogle;
let host: StaticHost;
let port: number;
let deploymentUrl: string;
let dataDir: string;
let backend: ChildServer;

beforeAll(async () => {
  port = await freePort();
  deploymentUrl = `http://127.0.0.1:${port}`;
  dataDir = await mkdtemp(join(tmpdir(), "hackarena-"));
  google = await StandInGoogle.start();
  [browser, host] = await Promise.all([
    launchBrowser(inject("browser")),
    buildFor(deploymentUrl).then((folder) => StaticHost.open(folder)),
    startBackend(),
  ]);
  // The command of README: the deployment learns where its page is.
  const keys = await loadDeploymentKeys(dataDir);
  const project = await Project.create({
    url: deploymentUrl,
    engine: { keys },
  });
  await project.output("env", "set", "SITE_URL", host.url);
});
afterAll(async () => {
  await browser.close();
  host.close();
  await google.stop();
  await closeAll();
  await rm(dataDir, { recursive: true });
});

/** Starts it (again) at the same address, with the same data. */
async function startBackend(): Promise<void> {
  backend = new ChildServer(
    ["embedded", "--functions", "convex", "--data", dataDir],
    { env: { ...google.environment, PORT: String(port), VITEST: "" } },
  );
  await backend.ready();
}

/** The page as README builds it for another deployment. */
async function buildFor(url: string): Promise<string> {
  const folder = await temporaryFolder();
  const vite = "node_modules/vite/bin/vite.js";
  const args = [vite, "build", "--outDir", folder, "--emptyOutDir"];
  await promisify(execFile)(process.execPath, args, {
    env: {
      ...process.env,
      VITE_CONVEX_URL: url,
      VITEST: "",
      NODE_ENV: "production",
    },
  });
  return folder;
}

const arrive = (name: string) => Person.arrive(browser, host.url, name);
const arriveSignedUp = (name: string) =>
  Person.arriveSignedUp(browser, host.url, name, {}, deploymentUrl);

test("two people sign up, make a team and see each other at once", async () => {
  const [asha, bina] = await Promise.all([
    arrive("Asha Rao"),
    arriveSignedUp("Bina Shah"),
  ]);
  const asked = new Set<string>();
  asha.page.on("request", (request) =>
    asked.add(new URL(request.url()).origin),
  );
  const connected = asha.page.waitForEvent("websocket");
  await asha.register();
  expect(new URL((await connected).url()).origin).toBe(
    deploymentUrl.replace("http", "ws"),
  );
  const code = await asha.createTeam("Far from Home");
  await bina.joinTeam(code);
  await expect
    .poll(() => asha.roster())
    .toContainEqual(expect.stringContaining("Bina Shah"));
  expect(new URL(asha.page.url()).origin).toBe(host.url);
  expect([...asked].filter((origin) => origin !== deploymentUrl)).toEqual([
    host.url,
  ]);
  await asha.goHome();
  await bina.goHome();
});

test("a session lasts over a reload and needs no cookie", async () => {
  const chitra = await arrive("Chitra Das");
  await chitra.register();
  await chitra.page.reload();
  await chitra.sees("Welcome, Chitra Das");
  expect(await chitra.context.cookies()).toEqual([]);
  await chitra.page.getByRole("button", { name: "Logout" }).first().click();
  await chitra.sees("Successfully logged out");
  await chitra.page.goto("/login");
  await chitra.logIn();
  await chitra.page.waitForURL("**/dashboard");
  await chitra.goHome();
});

test("Google leads back to the page", async () => {
  const dev = await arrive("Dev Anand");
  const { name, email } = dev;
  google.person = { sub: name, name, email, email_verified: true };
  await dev.page.goto("/login");
  const [popup] = await Promise.all([
    dev.page.waitForEvent("popup"),
    dev.page.getByRole("button", { name: "Continue with Google" }).click(),
  ]);
  if (!popup.isClosed()) await popup.waitForEvent("close");
  await dev.page.waitForURL("**/dashboard");
  await dev.sees("Welcome, Dev Anand");
  expect(new URL(dev.page.url()).origin).toBe(host.url);
  await dev.goHome();
});

test("the mail for a forgotten password leads back to the page", async () => {
  await openAccount(deploymentUrl, "Esha Nair");
  const esha = await arrive("Esha Nair");
  await esha.page.goto("/login");
  await esha.fill("Email", esha.email);
  await esha.page.getByRole("button", { name: "Forgot password?" }).click();
  const link = await vi.waitFor(linkOfTheMail, { timeout: 20_000 });
  expect(new URL(link).origin).toBe(host.url);
  await esha.page.goto(link);
  await esha.fill("New password", "another horse 36");
  await esha.fill("Confirm password", "another horse 36");
  await esha.page.getByRole("button", { name: "SET PASSWORD" }).click();
  await esha.page.waitForURL("**/dashboard");
  await esha.goHome();
});

test("the host sends policies that let in the deployment and nobody else", async () => {
  const { headers } = await fetch(`${host.url}/team`);
  const [connect = ""] =
    /connect-src [^;]+/.exec(headers.get("content-security-policy") ?? "") ??
    [];
  expect(connect.split(" ")).toEqual([
    "connect-src",
    "'self'",
    deploymentUrl,
    deploymentUrl.replace("http", "ws"),
  ]);
  const unknown = await fetch(`${host.url}/nowhere`);
  expect(unknown.status).toBe(404);
});

test("a deployment that comes back with other keys signs nobody out", async () => {
  const farah = await arrive("Farah Khan");
  await farah.register();
  const before = await tokenOf(farah);
  await backend.end("SIGTERM");
  await rm(join(dataDir, "keys.json"));
  await startBackend();
  await farah.createTeam("Other Keys");
  await farah.page.reload();
  await farah.sees("Other Keys");
  expect(await tokenOf(farah)).not.toBe(before);
  // A lost connection and a refused token are loud.
  farah.forgiveComplaints();
  await farah.goHome();
});

/** The token that the page has now. */
async function tokenOf({ page }: Person): Promise<string> {
  const token = await page.evaluate(
    () =>
      Object.entries(localStorage).find(([name]) =>
        name.startsWith("__convexAuthJWT"),
      )?.[1],
  );
  return z.string().parse(token);
}

async function linkOfTheMail(): Promise<string> {
  const outbox = join(dataDir, "outbox");
  const [name] = existsSync(outbox) ? readdirSync(outbox) : [];
  if (name === undefined) throw new Error("no mail yet");
  const mail = await PostalMime.parse(readFileSync(join(outbox, name)));
  const [link] = /http:\S+\/reset-password\S+/.exec(mail.text ?? "") ?? [];
  if (link === undefined) throw new Error("the mail has no link");
  return link;
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
