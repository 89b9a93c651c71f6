/**
 * Takes the pictures of README from the product: the landing page, and a roster while its fourth member locks in.
 *
 *   node docs/pictures/make.mjs
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { ConvexHttpClient } from "convex/browser";
import { anyApi } from "convex/server";
import { runnerImport } from "vite";

const PASSWORD = "correct horse 36";
const PEOPLE = ["Asha Rao", "Dev Patel", "Meera Nair", "Kabir Singh"];

const { module: browsers } = await runnerImport(
  resolve("tests/e2e/browser.ts"),
);
const dataDir = await mkdtemp(join(tmpdir(), "hackarena-"));
const server = spawn("npm", ["start", "--silent"], {
  env: { ...process.env, DATA_DIR: dataDir, PORT: "0" },
  stdio: ["ignore", "pipe", "inherit"],
});
const url = await readyAt(server.stdout);
const browser = await browsers.launchBrowser(await browsers.findBrowser());
try {
  const page = await browser.newPage({
    baseURL: url,
    viewport: { width: 1280, height: 800 },
  });
  await page.addInitScript(() => sessionStorage.setItem("introSeen", "true"));
  await page.goto("/");
  await page.locator("html[data-alive]").waitFor();
  // The figures count up.
  await page.waitForTimeout(4_000);
  await take(page, "landing-page");

  const [leader, ...others] = await Promise.all(PEOPLE.map(signUp));
  const team = { name: "Null Pointers", description: "" };
  await leader.mutation(anyApi.teams.create, team);
  const { inviteCode } = await leader.query(anyApi.teams.mine, {});
  const enter = (person) => person.mutation(anyApi.teams.join, { inviteCode });
  const last = others.pop();
  for (const person of others) await enter(person);
  await page.goto("/login");
  await page.getByLabel("Email", { exact: true }).fill(emailOf(PEOPLE[0]));
  await page.getByLabel("Password").first().fill(PASSWORD);
  await page.getByRole("button", { name: "LOGIN", exact: true }).click();
  await page.waitForURL("**/dashboard");
  await page.goto("/team");
  await page.getByText(PEOPLE[2]).waitFor();
  await page.waitForTimeout(1_000);
  await enter(last);
  await page.getByText(PEOPLE[3]).first().waitFor();
  // The highlight leaves the card.
  await page.waitForTimeout(380);
  await take(page, "roster");
} finally {
  await browser.close();
  server.kill();
  await once(server, "exit");
  await rm(dataDir, { recursive: true });
}

/** The address of the server, which builds the page first, if its sources have changed. */
async function readyAt(output) {
  for (let said = ""; ;) {
    const [, address] = /Ready at (\S+)/.exec(said) ?? [];
    if (address !== undefined) return address;
    said += (await once(output, "data")).join("");
  }
}

/** Creates an account and returns a client that is signed in with it. */
async function signUp(name) {
  const client = new ConvexHttpClient(url, { logger: false });
  const { tokens } = await client.action(anyApi.auth.signIn, {
    provider: "password",
    params: { flow: "signUp", name, email: emailOf(name), password: PASSWORD },
  });
  client.setAuth(tokens.token);
  return client;
}

function emailOf(name) {
  return `${name.toLowerCase().replace(" ", ".")}@example.in`;
}

async function take(page, name) {
  const devtools = await page.context().newCDPSession(page);
  const { data } = await devtools.send("Page.captureScreenshot", {
    format: "webp",
    quality: 80,
  });
  await writeFile(resolve(`docs/pictures/${name}.webp`), data, "base64");
}
