import { readdirSync, readFileSync } from "node:fs";
import { expect } from "vitest";
import type { Person } from "./person";

/** Playwright looks with this for what can be seen, so it stays; `expectOldest` proves that no script has it. */
const NEEDED = "checkVisibility";

type Restricted = { object?: string; property: string };
type Newer = { properties: Restricted[]; globals: string[] };

/** As `.oxlintrc.json` has it, with what the compiler's library ES2023 ends before. */
function newerThanOldest(): Newer {
  const { overrides } = JSON.parse(readFileSync(".oxlintrc.json", "utf8")) as {
    overrides: { files: string[]; rules: Record<string, unknown[]> }[];
  };
  const rules = overrides.find(({ files }) => files.includes("src/**"))?.rules;
  const [, ...properties] = rules?.["no-restricted-properties"] ?? [];
  const [, ...globals] = rules?.["no-restricted-globals"] ?? [];
  const language =
    "groupBy withResolvers try fromAsync union intersection difference symmetricDifference isSubsetOf isSupersetOf isDisjointFrom isWellFormed toWellFormed toBase64 fromBase64 toHex fromHex transfer sumPrecise isError getOrInsert escape";
  return {
    properties: [
      ...(properties as Restricted[]).filter(
        ({ property }) => property !== NEEDED,
      ),
      ...language.split(" ").map((property) => ({ property })),
    ],
    globals: globals as string[],
  };
}

/** Runs in the page. */
function forget({ properties, globals }: Newer) {
  const world = globalThis as unknown as Record<string, object>;
  const helpers = Object.getPrototypeOf(
    Object.getPrototypeOf([][Symbol.iterator]()),
  ) as object;
  for (const name of Object.getOwnPropertyNames(helpers))
    if (name !== "constructor") Reflect.deleteProperty(helpers, name);
  const kinds = Object.getOwnPropertyNames(world)
    .filter((name) => /^[A-Z]/.test(name))
    .map((name) => world[name])
    .concat(Object.getPrototypeOf(Int8Array) as object)
    .filter((kind) => typeof kind === "function");
  for (const { object, property } of properties) {
    const places = object
      ? [world[object]]
      : kinds.flatMap((kind) => [kind, kind.prototype as object | undefined]);
    for (const place of places)
      if (place) Reflect.deleteProperty(place, property);
  }
  for (const name of globals) Reflect.deleteProperty(world, name);
}

/**
 * Gives a person the oldest browser of the README: what it lacks is deleted before any script of a page runs. That is
 * what lint refuses in our code, and what the compiler does, because libraries are not compiled here.
 * @returns this person
 */
export async function inOldestBrowser(person: Person): Promise<Person> {
  await person.context.addInitScript(forget, newerThanOldest());
  return person;
}

/** Fails if the page of a person, or a script of the built page, knows something that the oldest browser does not. */
export async function expectOldest({ page }: Person): Promise<void> {
  const left = await page.evaluate(() =>
    Object.entries({
      canParse: "canParse" in URL,
      toSorted: "toSorted" in [],
      subarrays: "toSorted" in new Uint8Array(),
      groups: "groupBy" in Object || "groupBy" in Map,
      sets: "union" in new Set(),
      iterators: "map" in [].values(),
      segmenter: "Segmenter" in Intl,
      idle: "requestIdleCallback" in globalThis,
    }).filter(([, isThere]) => isThere),
  );
  expect(left).toEqual([]);
  const scripts = readdirSync("dist/assets").filter((name) =>
    name.endsWith(".js"),
  );
  expect(scripts.length).toBeGreaterThan(10);
  for (const name of scripts)
    expect(readFileSync(`dist/assets/${name}`, "utf8")).not.toContain(NEEDED);
}
