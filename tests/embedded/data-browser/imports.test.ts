import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, posix, relative } from "node:path";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "../../..");
const folder = join(root, "embedded/data-browser");
const files = readdirSync(folder, { recursive: true, encoding: "utf8" })
  .map((name) => join(folder, name))
  .filter((file) => /\.tsx?$/.test(file));

/** What the browser shares with the backend; it needs nothing of Node. */
const SHARED = ["embedded/admin/admin-api", "embedded/admin/filter-encoding"];

test("the data browser takes from the backend only what runs in a browser", () => {
  const outside = files.flatMap((file) => {
    const path = relative(root, file);
    const text = readFileSync(file, "utf8");
    return [...text.matchAll(/^(import type )?[^;]*?from "(\.[^"]+)";/gm)]
      .filter(([, isType]) => isType === undefined)
      .map(([, , specifier = ""]) => posix.join(dirname(path), specifier))
      .filter((target) => !target.startsWith("embedded/data-browser/"))
      .filter((target) => !SHARED.includes(target))
      .map((target) => `${path}: ${target}`);
  });
  expect(files.length).toBeGreaterThan(20);
  expect(outside).toEqual([]);
});

test("what the data browser shares with the backend needs only Convex", () => {
  const packages = SHARED.flatMap((path) => {
    const text = readFileSync(join(root, `${path}.ts`), "utf8");
    return [...text.matchAll(/^(import (?!type )[^;]*?from "([^"]+)";)/gm)].map(
      ([, , specifier]) => specifier,
    );
  });
  expect(new Set(packages)).toEqual(
    new Set(["convex/server", "convex/values"]),
  );
});
