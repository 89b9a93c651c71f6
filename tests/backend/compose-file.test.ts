import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { z } from "zod";
import { parseYaml, type Yaml } from "./parse-yaml";

const FOLDER = join(import.meta.dirname, "../../.deploy");
const read = (name: string) => readFileSync(join(FOLDER, name), "utf8");

const source = read("compose.yaml");
const example = read(".env.example");

/** Returns the value at a path of keys; fails if there is none. */
async function at(...path: string[]): Promise<Yaml> {
  return path.reduce<Yaml>(
    (value, name) => {
      const isMapping = value !== null && typeof value === "object";
      const inside =
        isMapping && !Array.isArray(value) ? value[name] : undefined;
      if (inside === undefined) throw new Error(`no ${name} in compose.yaml`);
      return inside;
    },
    await parseYaml(source),
  );
}

test("services restart by themselves, wait until what they need is healthy, and cannot be reached from another machine", async () => {
  for (const service of ["postgres", "backend", "dashboard"])
    expect(await at("services", service, "restart")).toBe("unless-stopped");
  for (const [later, earlier] of [
    ["backend", "postgres"],
    ["dashboard", "backend"],
  ] as const) {
    const path = ["services", later, "depends_on", earlier, "condition"];
    expect(await at(...path)).toBe("service_healthy");
    const check = await at("services", earlier, "healthcheck", "test");
    expect(check).toMatch(/pg_isready|curl/);
    const ports = await at("services", later, "ports");
    for (const port of [ports].flat()) expect(port).toMatch(/^127\.0\.0\.1:/);
  }
  await expect(at("services", "postgres", "ports")).rejects.toThrow("no ports");
});

test("data is in volumes, and the backend uses the database that PostgreSQL creates", async () => {
  expect(await at("services", "postgres", "volumes")).toEqual([
    "database:/var/lib/postgresql/data",
  ]);
  expect(await at("services", "backend", "volumes")).toEqual([
    "files:/convex/data",
  ]);
  const setting = async (service: string, name: string) =>
    z.string().parse(await at("services", service, "environment", name));
  const instance = await setting("backend", "INSTANCE_NAME");
  const database = await setting("postgres", "POSTGRES_DB");
  expect(instance.replaceAll("-", "_")).toBe(database);
  const url = await setting("backend", "POSTGRES_URL");
  const { username, hostname, pathname } = new URL(
    url.replace("${POSTGRES_PASSWORD}", "password"),
  );
  const user = await setting("postgres", "POSTGRES_USER");
  expect([username, hostname, pathname]).toEqual([user, "postgres", ""]);
});

test("the example has every variable, those without a default are set or generated, and no file holds a secret", () => {
  const uses = [...source.matchAll(/\$\{(\w+)(:-)?/g)];
  const needed = new Set(
    uses.filter(([, , fallback]) => !fallback).map(([, name = ""]) => name),
  );
  expect([...needed].sort()).toEqual([
    "CONVEX_CLOUD_ORIGIN",
    "CONVEX_SITE_ORIGIN",
    "INSTANCE_SECRET",
    "POSTGRES_PASSWORD",
  ]);
  for (const [, name = ""] of uses) {
    const line = needed.has(name) ? `${name}=` : `# ${name}=`;
    expect(example.split("\n")).toContainEqual(expect.stringContaining(line));
  }
  for (const text of [source, example, read("functions.env.example")])
    expect(text).not.toMatch(/[0-9a-f]{32}|BEGIN PRIVATE KEY/);
  expect(example).toMatch(/^INSTANCE_SECRET=$/m);
  expect(example).toMatch(/^POSTGRES_PASSWORD=$/m);
});
