import { execFile } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import PostalMime from "postal-mime";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { loadDeploymentKeys } from "../../packages/embedded-convex/src/deployment/deployment-keys";
import { Project } from "../../packages/embedded-convex/tests/cli/project";
import { ChildServer } from "../../packages/embedded-convex/tests/engine/child-server";
import {
  closeAll,
  temporaryFolder,
} from "../../packages/embedded-convex/tests/engine/test-server";
import { openAccount } from "./accounts";
import { Person } from "./person";
import { chooseOnStandIn, openStandIn } from "./google-stand-in";
import { freePort } from "../../packages/embedded-convex/tests/base/free-port";
import { CHEAP_HASHING } from "./product";
import { SessionListener } from "./session-listener";
import { StaticHost } from "./static-host";
import { Teammate } from "./teammate";
import { openBrowser } from "./worker-browser";

const browser = openBrowser();
/** Another system that the page tells who signs in and out. */
let listener: SessionListener;
/** Where the page is built. */
let folder: string;
let host: StaticHost;
let port: number;
let deploymentUrl: string;
let dataDir: string;
let backend: ChildServer;
/** The deployment as the `convex` CLI sees it. */
let project: Project;

beforeAll(async () => {
  port = await freePort();
  deploymentUrl = `http://127.0.0.1:${port}`;
  dataDir = await mkdtemp(join(tmpdir(), "hackarena-"));
  folder = await temporaryFolder();
  listener = await SessionListener.open();
  await Promise.all([buildPage(), startBackend()]);
  host = await StaticHost.open(folder);
  // The command of README: the deployment learns where its page is.
  const keys = await loadDeploymentKeys(dataDir);
  project = await Project.create({ url: deploymentUrl, engine: { keys } });
  await project.output("env", "set", "SITE_URL", host.url);
});
afterAll(async () => {
  host.close();
  listener.close();
  await closeAll();
  await rm(dataDir, { recursive: true });
});
afterEach(() => listener.forget());

/** Starts it (again) at the same address, with the same data. */
async function startBackend(): Promise<void> {
  const args = ["serve", "--functions", "convex", "--data", dataDir];
  backend = new ChildServer([...args, "--openid-stand-in", "google"], {
    env: { ...CHEAP_HASHING, PORT: String(port), VITEST: "" },
  });
  await backend.ready();
}

/** The page as README builds it for another deployment. */
async function buildPage(): Promise<void> {
  const vite = "node_modules/vite/bin/vite.js";
  const args = [vite, "build", "--outDir", folder, "--emptyOutDir"];
  await promisify(execFile)(process.execPath, args, {
    env: {
      ...process.env,
      VITE_CONVEX_URL: deploymentUrl,
      VITE_TOKEN_SYNC_URL: listener.url,
      VITEST: "",
      NODE_ENV: "production",
    },
  });
}

const arrive = (name: string) => Person.arrive(browser(), host.url, name);
const arriveSignedUp = async (name: string) =>
  Person.arriveAs(
    browser(),
    host.url,
    await Teammate.signUp(deploymentUrl, name),
  );

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
  expect([...asked].sort()).toEqual(
    [host.url, deploymentUrl, new URL(listener.url).origin].sort(),
  );
  await asha.goHome();
  await bina.goHome();
});

test("Google leads back to the page", async () => {
  const dev = await arrive("Dev Anand");
  await dev.page.goto("/login");
  const popup = await openStandIn(dev.page);
  await chooseOnStandIn(popup, dev);
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
  await expect.poll(linkOfTheMail).not.toBeNull();
  const link = (await linkOfTheMail()) ?? "";
  expect(new URL(link).origin).toBe(host.url);
  await esha.page.goto(link);
  await esha.fill("New password", "another horse 36");
  await esha.fill("Confirm password", "another horse 36");
  await esha.page.getByRole("button", { name: "SET PASSWORD" }).click();
  await esha.page.waitForURL("**/dashboard");
  await esha.goHome();
});

describe("who listens to sessions", () => {
  const methods = () => listener.calls.map(({ method }) => method);

  test("is told of a sign-in with the token and of a sign-out with the same person's, not of a later visit", async () => {
    const gita = await arrive("Gita Bose");
    await gita.register();
    await expect.poll(methods).toEqual(["POST"]);
    await gita.page.clock.setSystemTime(Date.now() + 10 * 60 * 1000);
    await gita.page.reload();
    await gita.sees("Welcome, Gita Bose");
    // A session needs no cookie.
    expect(await gita.context.cookies()).toEqual([]);
    await gita.page.getByRole("button", { name: "Logout" }).first().click();
    await gita.sees("Successfully logged out");
    await expect.poll(methods).toEqual(["POST", "DELETE"]);
    const [begun, ended] = listener.calls.map(({ token }) => subjectOf(token));
    expect(begun).toMatch(/\|/);
    expect(ended).toBe(begun);
    await gita.page.goto("/login");
    await gita.logIn();
    await gita.page.waitForURL("**/dashboard");
    await gita.goHome();
  });
});

// The last one: the server that it starts ends with it.
test("a deployment that comes back with other keys signs nobody out", async () => {
  const farah = await arriveSignedUp("Farah Khan");
  await farah.page.goto("/dashboard");
  await farah.sees("Welcome, Farah Khan");
  const before = await tokenOf(farah);
  const other = await loadDeploymentKeys(await temporaryFolder());
  await project.output("env", "set", "JWKS", other.jwks);
  const key = ["JWT_PRIVATE_KEY", "--", other.jwtPrivateKey];
  await project.output("env", "set", ...key);
  await backend.end("SIGTERM");
  await startBackend();
  await farah.createTeam("Other Keys");
  await farah.page.reload();
  await farah.sees("Other Keys");
  expect(await tokenOf(farah)).not.toBe(before);
  // A lost connection and a refused token are loud.
  await farah.context.close();
});

/** Whose token it is, as far as the token itself says. */
function subjectOf(token: string): unknown {
  const [, payload = ""] = token.split(".");
  const claims: { sub?: unknown } = JSON.parse(
    Buffer.from(payload, "base64url").toString(),
  );
  return claims.sub;
}

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

/** @returns null before the mail is there */
async function linkOfTheMail(): Promise<string | null> {
  const outbox = join(dataDir, "outbox");
  const [name] = existsSync(outbox) ? readdirSync(outbox) : [];
  if (name === undefined) return null;
  const mail = await PostalMime.parse(readFileSync(join(outbox, name)));
  const [link] = /http:\S+\/reset-password\S+/.exec(mail.text ?? "") ?? [];
  if (link === undefined) throw new Error("the mail has no link");
  return link;
}
