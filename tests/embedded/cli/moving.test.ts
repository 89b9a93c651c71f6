import { execFile } from "node:child_process";
import { cp } from "node:fs/promises";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { promisify } from "node:util";
import { ConvexHttpClient } from "convex/browser";
import { afterEach, expect, test } from "vitest";
import { openPromise } from "yauzl";
import { api } from "../../../convex/_generated/api";
import {
  closeAll,
  startServer,
  temporaryFolder,
  type TestServer,
} from "../engine/test-server";
import { PASSWORD, PRODUCT_FUNCTIONS } from "../product/stage";
import { Project } from "./project";

const SECRETS = join(import.meta.dirname, "../../../.deploy/secrets.mjs");

type Tokens = { token: string; refreshToken: string };

afterEach(closeAll);

test("everything moves, and people sign in with their passwords", async () => {
  const { server: old, project, asha } = await inhabited();
  const archive = await exported(project);
  const team = await as(old, asha).query(api.teams.mine, {});
  const me = await as(old, asha).query(api.users.me, {});

  const server = await startServer({ functions: null });
  const restored = await productProject(server);
  await restored.output("env", "set", "--from-file", await keysOf(old));
  await restored.output("deploy", "-y", "--typecheck", "disable");
  await restored.output("import", "--replace-all", "-y", archive);
  expect(await contents(await exported(restored))).toEqual(
    await contents(archive),
  );

  const again = as(server, await password(server, "signIn", "Asha"));
  expect(await again.query(api.users.me, {})).toEqual(me);
  expect(await again.query(api.teams.mine, {})).toEqual(team);
  expect(team?.members.map(({ name }) => name)).toEqual(["Asha", "Bina"]);
  await again.mutation(api.teams.leave, {});
  const bina = as(server, await password(server, "signIn", "Bina"));
  const successor = await bina.query(api.users.me, {});
  expect(successor?.teamRole).toBe("leader");
});

test("with its keys and its address, a session goes on as if nothing had been", async () => {
  const { server: old, project, asha } = await inhabited();
  const [archive, keys] = [await exported(project), await keysOf(old)];
  const server = await succeed(old);
  const restored = await productProject(server);
  await restored.output("env", "set", "--from-file", keys);
  await restored.output("import", "--replace-all", "-y", archive);
  expect(await nameBy(server, asha)).toBe("Asha");
  expect(await nameBy(server, await renewed(server, asha))).toBe("Asha");
});

test("with its address and other keys, a session goes on once it is renewed", async () => {
  const { server: old, project, asha } = await inhabited();
  const archive = await exported(project);
  const server = await succeed(old);
  const restored = await productProject(server);
  await restored.output("import", "--replace-all", "-y", archive);
  await expect(nameBy(server, asha)).rejects.toThrow(
    "signature verification failed",
  );
  expect(await nameBy(server, await renewed(server, asha))).toBe("Asha");
});

test("at another address its tokens are refused, whatever the keys", async () => {
  const { server: old, project, asha } = await inhabited();
  const archive = await exported(project);
  const server = await startServer({ functions: PRODUCT_FUNCTIONS });
  const restored = await productProject(server);
  await restored.output("env", "set", "--from-file", await keysOf(old));
  await restored.output("import", "--replace-all", "-y", archive);
  await expect(nameBy(server, asha)).rejects.toThrow("No auth provider found");
});

/** A deployment of the product's with a team of two. */
async function inhabited() {
  const server = await startServer({ functions: PRODUCT_FUNCTIONS });
  const asha = await password(server, "signUp", "Asha");
  const bina = await password(server, "signUp", "Bina");
  await as(server, asha).mutation(api.teams.create, { name: "Movers" });
  const team = await as(server, asha).query(api.teams.mine, {});
  const inviteCode = team?.inviteCode ?? "";
  await as(server, bina).mutation(api.teams.join, { inviteCode });
  return { server, asha, project: await productProject(server) };
}

/** Another deployment, empty, where the first one was. */
async function succeed(old: TestServer): Promise<TestServer> {
  await old.close();
  return startServer({ functions: PRODUCT_FUNCTIONS, port: old.port });
}

async function productProject(server: TestServer): Promise<Project> {
  const project = await Project.create(server);
  await cp(PRODUCT_FUNCTIONS, join(project.folder, "convex"), {
    recursive: true,
  });
  return project;
}

async function exported(project: Project): Promise<string> {
  const archive = join(await temporaryFolder(), "backup.zip");
  const options = ["--include-file-storage", "--path", archive];
  await project.output("export", ...options);
  return archive;
}

/** The file that takes a deployment's keys along. */
async function keysOf({ dataDir }: TestServer): Promise<string> {
  const folder = await temporaryFolder();
  const args = [SECRETS, "--folder", folder, "--keys-of", dataDir];
  await promisify(execFile)(process.execPath, args);
  return join(folder, "functions.env");
}

function as({ url }: TestServer, { token }: Tokens): ConvexHttpClient {
  const client = new ConvexHttpClient(url, { logger: false });
  client.setAuth(token);
  return client;
}

async function nameBy(server: TestServer, tokens: Tokens): Promise<string> {
  return (await as(server, tokens).query(api.users.me, {}))?.name ?? "";
}

async function password(
  server: TestServer,
  flow: "signUp" | "signIn",
  name: string,
): Promise<Tokens> {
  const email = `${name.toLowerCase()}@example.in`;
  return signIn(server, {
    provider: "password",
    params: { flow, name, email, password: PASSWORD },
  });
}

/** As the page does when its token is refused or will soon end. */
function renewed(server: TestServer, { refreshToken }: Tokens) {
  return signIn(server, { refreshToken });
}

async function signIn(
  { url }: TestServer,
  args: { provider?: string; params?: object; refreshToken?: string },
): Promise<Tokens> {
  const client = new ConvexHttpClient(url, { logger: false });
  const { tokens } = await client.action(api.auth.signIn, args);
  if (!tokens) throw new Error("there are no tokens");
  return tokens;
}

/** The texts of an archive's entries, by name. */
async function contents(path: string): Promise<Map<string, string>> {
  const zip = await openPromise(path, { autoClose: false });
  const texts = new Map<string, string>();
  for await (const entry of zip.eachEntry()) {
    const stream = await zip.openReadStreamPromise(entry);
    texts.set(entry.fileName, await text(stream));
  }
  zip.close();
  return texts;
}
