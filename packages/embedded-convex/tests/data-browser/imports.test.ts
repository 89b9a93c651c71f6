import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, posix } from "node:path";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "../..");

/**
 * From the lowest to the highest: a file imports from its own folder and from
 * entries above its own in this list.
 */
const LAYERS = [
  "styles",
  "values",
  "ui",
  "time",
  "requests",
  "session",
  "navigation",
  "editor",
  "export",
  "tables",
  "documents",
  "logs",
  "outbox",
  "health",
  "pages.ts",
  "shell",
  "routes.tsx",
  "main.tsx",
];

/** Modules shared with the backend; they need nothing of Node. */
const SHARED = [
  "src/admin/admin-api",
  "src/admin/filter-encoding",
  "src/admin/filter-values",
];

type Import = { from: string; target: string; isType: boolean };

const files = readdirSync(join(root, "data-browser"), {
  recursive: true,
  encoding: "utf8",
})
  .filter((file) => /\.tsx?$/.test(file))
  .map((file) => posix.join("data-browser", file));
const imports = files.flatMap(importsOf);

test("the data browser imports from the backend only what runs in a browser", () => {
  const outside = imports
    .filter(({ target }) => !target.startsWith("data-browser/"))
    .filter(({ target, isType }) => !isType && !SHARED.includes(target));
  expect(files.length).toBeGreaterThan(20);
  expect(imports.length).toBeGreaterThan(files.length);
  expect(outside).toEqual([]);
});

test("modules shared with the backend import only Convex", () => {
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

test("every folder of the data browser is in the list of layers", () => {
  expect(new Set(files.map(layerOf))).toEqual(
    new Set(LAYERS.filter((name) => name !== "styles")),
  );
});

test("layers of the data browser import from lower layers only", () => {
  const upward = imports
    .filter(({ target }) => target.startsWith("data-browser/"))
    .filter(
      ({ from, target }) =>
        LAYERS.indexOf(layerOf(target)) > LAYERS.indexOf(layerOf(from)),
    );
  expect(upward).toEqual([]);
});

test("no files of the data browser import each other in a circle", () => {
  // A file that imports none of the others, or that none of them imports, is
  // in no circle. Take such files away until only circles are left.
  let left = files;
  for (;;) {
    const among = imports.filter(
      ({ from, target }) => left.includes(from) && left.includes(target),
    );
    const next = left.filter(
      (file) =>
        among.some(({ from }) => from === file) &&
        among.some(({ target }) => target === file),
    );
    if (next.length === left.length) break;
    left = next;
  }
  expect(left).toEqual([]);
});

/** The relative imports of a file, types and `import()` included. */
function importsOf(file: string): Import[] {
  const text = readFileSync(join(root, file), "utf8");
  const statement =
    /^(?:import|export)\s+(type\s)?(?:[^;"]*?\sfrom\s+)?"(\.[^"]+)"|\bimport\(\s*"(\.[^"]+)"/gm;
  return [...text.matchAll(statement)].map(([, type, named, dynamic]) => {
    const path = posix.join(dirname(file), named ?? dynamic ?? "");
    const target = files.find((name) => name.replace(/\.tsx?$/, "") === path);
    return { from: file, target: target ?? path, isType: type !== undefined };
  });
}

/** The folder of a file, or the file itself at the top. */
function layerOf(file: string): string {
  return file.split("/")[1] ?? "";
}
