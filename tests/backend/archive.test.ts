/** What stays of an edition when its deployment is gone. */
import { execFile } from "node:child_process";
import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { api } from "#convex/_generated/api";
import { MAX_LISTED } from "#convex/platform/shared/lists";
import {
  newClient,
  temporaryFolder,
} from "../../packages/embedded-convex/tests/engine/test-server";
import { archive } from "../../src/prerender/archive";
import { byHand } from "./by-hand";
import { startFilled } from "./filled-event";

test("the command can be run outside of a build", async () => {
  const args = [".ci/run-module.mjs", "src/prerender/archive.tsx"];
  const { stdout } = await promisify(execFile)(process.execPath, args);
  expect(stdout).toContain("Usage: npm run archive");
});

const EARLIER = { name: "Arena 2024", path: "/2024/" };

test("an archive has the results, each project with its pictures, and nobody whom the gallery does not name", async () => {
  const { server } = await startFilled("over");
  const hand = byHand(server);
  const client = newClient(server.url);
  const { projects } = await client.query(api.projects.gallery, {
    limit: MAX_LISTED,
  });
  const [winner, hiding] = projects;
  if (!winner || !hiding) throw new Error("the demo has too few projects");
  const { projectId } = hiding;
  const before = await client.query(api.projects.get, { projectId });
  await hand.edit("projects", projectId, { hidesNames: true });
  const root = await temporaryFolder();
  const list = join(root, "src/content/past-editions.json");
  await mkdir(join(root, "src/content"), { recursive: true });
  await writeFile(list, JSON.stringify([EARLIER]));

  const { path } = await archive(server.url, "2025", root);

  const files = await readdir(path);
  const textOf = async (name: string) => readFile(join(path, name), "utf8");
  for (const project of projects)
    expect(files).toContain(`${project.projectId}.html`);
  const index = await textOf("index.html");
  expect(index).toContain("<h2>Results</h2>");
  expect(index).toContain(winner.name);
  expect(index).toContain('href="/2024/"');
  const page = await textOf(`${winner.projectId}.html`);
  expect(page).toContain("<img");
  // Also where a server sends the first page without a slash after the folder.
  const known = ["/", "/2024/", "/2025/"];
  const own = [...known, ...files.map((name) => `/2025/${name}`)];
  const inPage = /(?:href|src)="(?!https?:)([^"]+)"/gu;
  for (const [, address] of (index + page).matchAll(inPage))
    expect(own).toContain(address);

  const hidden = await textOf(`${projectId}.html`);
  expect(before?.memberNames).not.toEqual([]);
  for (const name of [before?.teamName, ...(before?.memberNames ?? [])])
    expect(hidden).not.toContain(name);
  const pages = files.filter((name) => name.endsWith(".html"));
  const all = (await Promise.all(pages.map(textOf))).join("\n");
  for (const { email } of await hand.rows("users"))
    expect(all).not.toContain(email);
  expect(all).not.toContain(server.url);
  expect(JSON.parse(await readFile(list, "utf8"))).toEqual([
    { name: expect.any(String), path: "/2025/" },
    EARLIER,
  ]);
});
