/** Named states, while a server runs and when it starts. */
import { cp, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { makeFunctionReference } from "convex/server";
import { expect, test } from "vitest";
import { parseSettings } from "../../src/cli/settings";
import { explainStartError } from "../../src/cli/start-error";
import { askAsAdmin } from "../admin/administrator";
import { run } from "../engine/run-command";
import {
  newClient,
  newHttpClient,
  startServer,
  temporaryFolder,
  type TestServer,
} from "../engine/test-server";
import { notesApp, rateLimits } from "./notes-app";
import { Project } from "./project";

type Empty = Record<string, never>;

const add = makeFunctionReference<"mutation">("notes:add");
const addLater = makeFunctionReference<"mutation">("notes:addLater");
const attempt = makeFunctionReference<"mutation">("limited:attempt");
const texts = makeFunctionReference<"query", Empty, string[]>("notes:texts");
const uploadUrl = makeFunctionReference<"mutation", Empty, string>(
  "notes:uploadUrl",
);
const fileUrl = makeFunctionReference<
  "query",
  { storageId: string },
  string | null
>("notes:fileUrl");

const app = { ...notesApp, ...rateLimits };
const inDevelopment = { isProduction: false };

const command = ({ dataDir, port }: TestServer, ...args: string[]) =>
  run(args, { DATA_DIR: dataDir, PORT: String(port) });

async function upload(server: TestServer, body: string): Promise<string> {
  const address = await newHttpClient(server.url).mutation(uploadUrl, {});
  const response = await fetch(address, { method: "POST", body });
  return ((await response.json()) as { storageId: string }).storageId;
}

test("a state takes the place of all data, on screens too, and the later one comes back", async () => {
  const { server } = await Project.serve(app, inDevelopment);
  const client = newClient(server.url);
  const shown: string[][] = [];
  client.onUpdate(texts, {}, (list) => void shown.push(list));
  expect(await command(server, "states")).toMatchObject({
    stdout: "There are no states\n",
  });
  await command(server, "save", "empty");
  await client.mutation(add, { text: "one" });
  const storageId = await upload(server, "a file");
  await client.mutation(addLater, { text: "one, later", afterMs: 86_400_000 });
  for (let n = 0; n < 5; n++) {
    expect(await client.mutation(attempt, {})).toBe(true);
  }
  expect(await command(server, "save", "later")).toMatchObject({
    code: 0,
    stdout: "Saved as later\n",
  });
  await client.mutation(add, { text: "two" });

  expect(await command(server, "load", "empty")).toMatchObject({ code: 0 });
  await expect.poll(() => shown.at(-1)).toEqual([]);
  expect(await client.query(fileUrl, { storageId })).toBeNull();
  expect(await client.mutation(attempt, {})).toBe(true);
  const project = await Project.create(server);
  expect(await project.output("data", "_scheduled_functions")).not.toContain(
    "addNow",
  );

  expect((await command(server, "load", "later")).stdout).toMatch(
    /^Loaded later: \d+ documents\n$/,
  );
  await expect.poll(() => shown.at(-1)).toEqual(["one"]);
  const url = (await client.query(fileUrl, { storageId })) ?? "";
  expect(await (await fetch(url)).text()).toBe("a file");
  expect(await client.mutation(attempt, {})).toBe(false);
  expect(await project.output("data", "_scheduled_functions")).toContain(
    "addNow",
  );
  await client.mutation(add, { text: "three" });
  await expect.poll(() => shown.at(-1)).toEqual(["one", "three"]);
  expect((await command(server, "states")).stdout).toBe("empty\nlater\n");
});

test("what is no name of a state, or does not fit, changes nothing", async () => {
  const { server } = await Project.serve(notesApp, inDevelopment);
  await newClient(server.url).mutation(add, { text: "one" });
  for (const name of ["../out", "a/b", ".hidden", "..", "-x", "x".repeat(65)]) {
    for (const what of ["save", "load"]) {
      const refused = await command(server, what, name);
      const asked = await askAsAdmin(server, `/api/states/${what}`, {
        method: "POST",
        body: JSON.stringify({ name }),
      });
      expect(await asked.json()).toMatchObject({ code: "InvalidStateName" });
      expect(refused.stderr).toContain("A state's name has");
    }
  }
  const missing = await command(server, "load", "missing");
  expect(missing).toMatchObject({
    code: 1,
    stderr: 'There is no state "missing"',
  });
  for (const args of [["save"], ["load", "a", "b"], ["states", "a"]]) {
    expect((await command(server, ...args)).stderr).toContain("--help");
  }
  expect(await readdir(server.dataDir)).not.toContain("states");

  await command(server, "save", "notes");
  const wanting = { text: "text: v.string()", number: "text: v.number()" };
  const schema = notesApp["convex/schema.ts"];
  const { server: other } = await Project.serve(
    {
      ...notesApp,
      "convex/schema.ts": schema.replace(wanting.text, wanting.number),
    },
    inDevelopment,
  );
  const states = (at: TestServer) => join(at.dataDir, "states");
  await cp(states(server), states(other), { recursive: true });
  const unfit = await command(other, "load", "notes");
  expect(unfit.stderr).toContain("does not match the schema");
});

test("a server that is not in development neither saves nor loads", async () => {
  const { server } = await Project.serve(notesApp);
  for (const what of ["save", "load"]) {
    expect(await command(server, what, "one")).toMatchObject({
      code: 1,
      stderr: "States are for development: start the server with --dev",
    });
  }
  await server.close();
  expect((await command(server, "save", "one")).stderr).toContain(
    `No server answers at ${server.url}: start one with --dev`,
  );
});

test("a seed fills a new directory once", async () => {
  const { server: first, project } = await Project.serve(app, inDevelopment);
  await newHttpClient(first.url).mutation(add, { text: "seeded" });
  const storageId = await upload(first, "a file");
  const seed = join(await temporaryFolder(), "seed.zip");
  await first.engine.save(seed);

  const functions = join(project.folder, "convex");
  const dataDir = await temporaryFolder();
  const settings = parseSettings({ DATA_DIR: dataDir });
  const damaged = join(await temporaryFolder(), "damaged.zip");
  await writeFile(damaged, "PK");
  const refusal = await startServer({
    functions,
    dataDir,
    seed: damaged,
  }).catch((error: unknown) => explainStartError(error, settings));
  expect(String(refusal)).toMatch(
    "StartError: The data cannot be filled from the seed: Invalid ZIP file",
  );

  const second = await startServer({ functions, dataDir, seed });
  const client = newHttpClient(second.url);
  expect(await client.query(texts, {})).toEqual(["seeded"]);
  const url = (await client.query(fileUrl, { storageId })) ?? "";
  expect(await (await fetch(url)).text()).toBe("a file");
  await client.mutation(add, { text: "more" });
  await second.close();
  const third = await startServer({ functions, dataDir, seed: damaged });
  expect(await newHttpClient(third.url).query(texts, {})).toEqual([
    "seeded",
    "more",
  ]);
});
