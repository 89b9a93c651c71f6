import { execFile } from "node:child_process";
import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { ConvexHttpClient } from "convex/browser";
import { afterAll, beforeAll, expect, test } from "vitest";
import { api } from "#convex/_generated/api";
import type { Profile } from "#convex/people/shared/people";
import type { TeamView } from "#convex/teams/shared/teams";
import {
  closeAll,
  startServer,
  type TestServer,
} from "../../packages/embedded-convex/tests/engine/test-server";
import { PASSWORD, PRODUCT_FUNCTIONS, quickFunctions } from "./stage";
import { contents } from "../../packages/embedded-convex/tests/cli/archive";
import { Project } from "../../packages/embedded-convex/tests/cli/project";

const SECRETS = join(import.meta.dirname, "../../.deploy/secrets.mjs");

type Tokens = { token: string; refreshToken: string };

/** What is taken from the old deployment: a backup with a team of two, and the keys. */
type Left = {
  port: number;
  archive: string;
  keys: string;
  asha: Tokens;
  me: Profile | null;
  team: TeamView | null;
};

let folder: string;
let left: Left;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "moving-"));
  left = await leave();
  await closeAll();
});
afterAll(() => rm(folder, { recursive: true }));

test("all data moves, and users sign in with their passwords", async () => {
  const { archive, keys, me, team } = left;
  const server = await startServer({ functions: null, hasOwnKeys: true });
  const restored = await productProject(server);
  await restored.output("env", "set", "--from-file", keys);
  await restored.output("deploy", "-y", "--typecheck", "disable");
  await restored.output("import", "--replace-all", "-y", archive);
  const again = await exported(restored, "again.zip");
  expect(await contents(again)).toEqual(await contents(archive));

  const asha = as(server, await password(server, "signIn", "Asha"));
  expect(await asha.query(api.users.me, {})).toEqual(me);
  expect(await asha.query(api.teams.mine, {})).toEqual(team);
  expect(team?.members.map(({ name }) => name)).toEqual(["Asha", "Bina"]);
  await asha.mutation(api.teams.leave, {});
  const bina = as(server, await password(server, "signIn", "Bina"));
  const successor = await bina.query(api.users.me, {});
  expect(successor?.teamRole).toBe("leader");
});

// With other keys: e2e/another-host.test.ts.
test("with the same keys and address, sessions stay valid", async () => {
  const { archive, asha, keys, port } = left;
  const { server, project } = await successor(port);
  await project.output("env", "set", "--from-file", keys);
  await project.output("import", "--replace-all", "-y", archive);
  expect(await nameBy(server, asha)).toBe("Asha");
  const later = await renewed(server, asha);
  expect(await nameBy(server, later)).toBe("Asha");
});

/** Creates a team of two on a deployment of the product, and exports its data and keys. */
async function leave(): Promise<Left> {
  const server = await startServer({
    functions: await quickFunctions(),
    hasOwnKeys: true,
  });
  const asha = await password(server, "signUp", "Asha");
  const bina = await password(server, "signUp", "Bina");
  await as(server, asha).mutation(api.teams.create, { name: "Movers" });
  const created = await as(server, asha).query(api.teams.mine, {});
  const inviteCode = created?.inviteCode ?? "";
  await as(server, bina).mutation(api.teams.join, { inviteCode });
  return {
    port: server.port,
    archive: await exported(await Project.create(server), "backup.zip"),
    keys: await keysOf(server),
    asha,
    me: await as(server, asha).query(api.users.me, {}),
    team: await as(server, asha).query(api.teams.mine, {}),
  };
}

/** Starts a new, empty deployment with keys of its own at the address of the old one. */
async function successor(port: number) {
  const functions = await quickFunctions();
  const server = await startServer({ functions, hasOwnKeys: true, port });
  return { server, project: await Project.create(server) };
}

async function productProject(server: TestServer): Promise<Project> {
  const project = await Project.create(server);
  await cp(PRODUCT_FUNCTIONS, join(project.folder, "convex"), {
    recursive: true,
  });
  // It says where the edition is.
  await cp("package.json", join(project.folder, "package.json"));
  return project;
}

async function exported(project: Project, name: string): Promise<string> {
  const archive = join(folder, name);
  const options = ["--include-file-storage", "--path", archive];
  await project.output("export", ...options);
  return archive;
}

/** Writes a deployment's keys to an env file; returns its path. */
async function keysOf({ dataDir }: TestServer): Promise<string> {
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

/** Refreshes the tokens, as the page does when its token is refused or expires soon. */
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
