import { readFileSync, readdirSync } from "node:fs";
import { dirname, join, posix, relative } from "node:path";
import { expect, test } from "vitest";
import { refusals } from "#convex/platform/shared/errors";

type SourceFile = { path: string; text: string };

const root = join(import.meta.dirname, "..");
const convex = sources("convex").filter(
  ({ path }) => !path.includes("_generated"),
);
const src = sources("src");
const backend = sources("packages/embedded-convex/src");
const DATA_BROWSER = "packages/embedded-convex/data-browser";
const dataBrowser = sources(DATA_BROWSER, /\.tsx?$/);
const tests = [
  ...sources("tests"),
  ...sources("packages/embedded-convex/tests"),
];

test("only convex/functions.ts touches the raw function builders", () => {
  const builders =
    /import\s*\{[^}]*\b(query|mutation|action|internalQuery|internalMutation|internalAction|(?:query|mutation|action|httpAction|internal\w+)Generic)\b[^}]*\}\s*from\s*"[^"]*(_generated\/server|convex\/server)"/;
  const importers = convex.filter(({ text }) => builders.test(text));
  expect(importers.map(({ path }) => path)).toEqual(["convex/functions.ts"]);
});

test("every function of ours declares what it takes and what it returns", () => {
  const registration =
    /\b(public|user|teamChange|project|organiser|judge|desk|mentor|internal)(Query|Mutation|Action)\(\{([\s\S]*?)\bhandler\b/g;
  const files = convex.filter(({ path }) => path !== "convex/functions.ts");
  const lacking = files.flatMap(({ path, text }) =>
    [...text.matchAll(registration)]
      .filter(
        ([, , , head = ""]) =>
          !/\b(args|input)\b/.test(head) || !/\breturns\b/.test(head),
      )
      .map(([whole]) => `${path}: ${whole.slice(0, 60)}`),
  );
  expect(lacking).toEqual([]);
});

/** What the page may use too: `convex/<room>/shared.ts`, or `shared/`. */
const SHARED = /^convex\/\w+\/shared(?:\.ts$|\/|$)/;

test("what convex shares needs no server, so that the page can use it", () => {
  const bad = imports(convex.filter(({ path }) => SHARED.test(path))).filter(
    ({ target }) =>
      target.startsWith("convex/") && isOurs(target)
        ? !SHARED.test(target)
        : /convex\/server|_generated/.test(target),
  );
  expect(bad).toEqual([]);
});

test("a noun has one room, and imports of rooms go down", () => {
  const floors = [
    "edition",
    "platform",
    "settings",
    "people",
    "contact",
    "signIn",
    "teams",
    "projects",
    "checkIns",
    "help",
    "listings",
    "judging",
    "gallery",
    "push",
    "content",
    "hall",
    "roles",
    "organiser",
    "account",
    "upkeep",
  ];
  /** Doors are above all rooms: the files beside them, and the internal functions in them. */
  const floor = (path: string): number => {
    const [, room, file = ""] =
      /^convex\/(\w+)\/(.+?)(?:\.ts)?$/.exec(path) ?? [];
    if (room === undefined || /^(?:\w+J|j)obs$/.test(file)) return Infinity;
    return floors.indexOf(room);
  };
  const homeless = convex.filter(({ path }) => floor(path) < 0);
  expect(homeless.map(({ path }) => path)).toEqual([]);
  const up = imports(convex)
    .filter(({ target }) => target.startsWith("convex/") && isOurs(target))
    // What Convex makes of all rooms, and the schema, which is made of what they share.
    .filter(({ target }) => !/^convex\/(?:_generated|schema)\b/.test(target))
    .filter(({ from, target }) => floor(target) > floor(from))
    .map(({ from, target }) => `${from} imports ${target}`);
  expect(up).toEqual([]);
  const document = readFileSync(join(root, "docs/architecture.md"), "utf8");
  expect(document.replace(/\s+/g, " ")).toContain(floors.join(", "));
});

test("the product depends on the embedded backend nowhere", () => {
  const bad = imports([...convex, ...src]).filter(({ target }) =>
    /^(packages\/|embedded-convex)/.test(target),
  );
  expect(bad).toEqual([]);
});

test("the page sees of the backend only its generated API and its shared rules", () => {
  const bad = imports(src).filter(
    ({ target }) =>
      target.startsWith("convex/") &&
      isOurs(target) &&
      !SHARED.test(target) &&
      !target.startsWith("convex/_generated/"),
  );
  expect(bad).toEqual([]);
});

test("imports in the page flow from routes down to the interface kit", () => {
  const order = [
    "styles",
    "lib",
    "content",
    "ui",
    "features",
    "layouts",
    "routes",
  ];
  const bad = imports(src).filter(({ from, target }) => {
    const source = layer(from, "src", order);
    const destination = layer(target, "src", order);
    if (source === undefined || destination === undefined) return false;
    const crossesFeatures =
      from.startsWith("src/features/") &&
      target.startsWith("src/features/") &&
      from.split("/")[2] !== target.split("/")[2];
    return destination > source || crossesFeatures;
  });
  expect(bad).toEqual([]);
});

test("layers of the embedded backend import from lower layers only", () => {
  const order = [
    "base",
    "builds",
    "values",
    "storage",
    "search",
    "index",
    "transaction",
    "functions/app",
    "functions/calls",
    "functions/loading",
    "functions/syscalls",
    "functions/execution",
    "functions/dispatch",
    "subscriptions",
    "protocol",
    "admin",
    "http",
    "deployment",
    "openid",
    "outbox",
    "engine",
    "cli",
  ];
  /** Null for a file that is in none of the layers; Infinity for a shell. */
  const level = (path: string): number | null => {
    const [, inside = ""] = path.split("packages/embedded-convex/src/");
    const file = inside.replace(/\.[jt]s$/, "");
    const index = order.findIndex(
      (name) => file === name || file.startsWith(`${name}/`),
    );
    if (index >= 0) return index;
    return file === "" || file.includes("/") ? null : Infinity;
  };
  const homeless = backend.filter(({ path }) => level(path) === null);
  expect(homeless.map(({ path }) => path)).toEqual([]);
  const bad = imports(backend)
    .filter(({ target }) => isOurs(target) && target.startsWith("packages/"))
    .filter(
      ({ from, target }) => (level(target) ?? Infinity) > (level(from) ?? 0),
    )
    .map(({ from, target }) => `${from} imports ${target}`);
  expect(bad).toEqual([]);
});

test("layers of the data browser import from lower layers only", () => {
  const order = [
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
    "pages",
    "shell",
    "routes",
    "main",
  ];
  const level = (path: string) => layer(moduleOf(path), DATA_BROWSER, order);
  const homeless = dataBrowser.filter(({ path }) => level(path) === undefined);
  expect(homeless).toEqual([]);
  const bad = imports(dataBrowser).filter(
    ({ from, target }) => (level(target) ?? 0) > (level(from) ?? 0),
  );
  expect(bad).toEqual([]);
});

test("the data browser takes from the backend only what runs in a browser", () => {
  const shared = ["admin-api", "filter-encoding", "filter-values"].map(
    (name) => `packages/embedded-convex/src/admin/${name}`,
  );
  const values = ({ path, text }: SourceFile) => ({
    path,
    text: text.replace(/^(?:import|export) type [^;]*;$/gm, ""),
  });
  const outside = imports(dataBrowser.map(values)).filter(
    ({ target }) =>
      target.startsWith("packages/") &&
      !target.startsWith(`${DATA_BROWSER}/`) &&
      !shared.includes(target),
  );
  expect(outside).toEqual([]);
  const needed = imports(
    backend.filter(({ path }) => shared.includes(moduleOf(path))).map(values),
  ).filter(({ target }) => !shared.includes(target));
  expect(new Set(needed.map(({ target }) => target))).toEqual(
    new Set(["convex/server", "convex/values"]),
  );
});

test("no files import each other in a circle", () => {
  const all = [...convex, ...src, ...backend, ...dataBrowser];
  const files = new Map(all.map(({ path }) => [moduleOf(path), path]));
  let arrows = imports(all).flatMap(({ from, target }) => {
    const file = files.get(moduleOf(target));
    return file === undefined ? [] : [{ from, to: file }];
  });
  // What nothing imports, or what imports nothing, is in no circle.
  for (let before = Infinity; arrows.length < before;) {
    before = arrows.length;
    const importers = new Set(arrows.map(({ from }) => from));
    const imported = new Set(arrows.map(({ to }) => to));
    arrows = arrows.filter(
      ({ from, to }) => importers.has(to) && imported.has(from),
    );
  }
  expect(arrows.map(({ from, to }) => `${from} imports ${to}`)).toEqual([]);
});

test("colours and sizes come from the tokens", () => {
  const styles = ["src", "packages/embedded-convex/data-browser"]
    .flatMap((folder) => sources(folder, /\.css$/))
    .filter(({ path }) => !path.endsWith("/styles/tokens.css"));
  const bad = styles.flatMap(({ path, text }) =>
    text
      .replace(/\/\*[\s\S]*?\*\//g, "")
      .split("\n")
      .filter((line) => !/@media|@container/.test(line))
      .filter((line) =>
        /#[0-9a-f]{3,8}\b|\brgba?\(|\bhsla?\(|\boklch\(|\b(?!0px|1px)\d*\.?\d+px/i.test(
          line,
        ),
      )
      .map((line) => `${path}: ${line.trim()}`),
  );
  expect(bad).toEqual([]);
});

test("links inside the site are named in src/paths.ts", () => {
  const bad = src
    .filter(({ path }) => path.endsWith(".tsx"))
    .flatMap(({ path, text }) =>
      [...text.matchAll(/\b(?:to|href)=\{?["'`]\/[^"'`]*/g)].map(
        ([link]) => `${path}: ${link}`,
      ),
    );
  expect(bad).toEqual([]);
});

test("every refusal is thrown somewhere and tested somewhere", () => {
  const functions = convex.filter(
    ({ path }) => path !== "convex/platform/shared/errors.ts",
  );
  const proofs = tests.filter(
    ({ path }) => path !== "tests/conventions.test.ts",
  );
  const codes = Object.keys(refusals);
  expect(codes.filter((code) => !mentions(functions, code))).toEqual([]);
  expect(codes.filter((code) => !mentions(proofs, code))).toEqual([]);
});

test("a refusal ends with a full stop, unless the specification gives it without", () => {
  const without = ["required", "invalid_invite_code", "team_full"];
  const least = { labels: ["name"], why: "It is empty.", waitSeconds: 60 };
  const most = { minLength: 6, name: "Asha", opensAt: 0, closedAt: 0 };
  const sentences = Object.entries(refusals).flatMap(([code, sentence]) =>
    [least, { ...least, ...most, whose: "Asha", isFull: true }].map(
      (params) => ({
        code,
        said: (sentence as (all: object) => string)(params),
      }),
    ),
  );
  const stopped = sentences.filter(({ said }) => /[^.]\.$/.test(said));
  expect(stopped.filter(({ code }) => without.includes(code))).toEqual([]);
  const bare = sentences.filter((one) => !stopped.includes(one));
  expect(new Set(bare.map(({ code }) => code))).toEqual(new Set(without));
});

test("titles of tests state facts", () => {
  const title = /\b(?:test|it)(?:\.each\([^)]*\))?\(\s*["'`]should\b/;
  expect(
    tests.filter(({ text }) => title.test(text)).map(({ path }) => path),
  ).toEqual([]);
});

function sources(folder: string, name = /\.(ts|tsx|js|mjs)$/): SourceFile[] {
  return readdirSync(join(root, folder), {
    recursive: true,
    withFileTypes: true,
  })
    .filter((entry) => entry.isFile() && name.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .map((file) => ({
      path: relative(root, file).replaceAll("\\", "/"),
      text: readFileSync(file, "utf8"),
    }));
}

/** Every import with its target as a path from the root, `#convex/*` included; packages keep their names. */
function imports(files: SourceFile[]): { from: string; target: string }[] {
  return files.flatMap(({ path, text }) =>
    [...text.matchAll(/(?:from|import)\s*\(?\s*"([^"]+)"/g)].map(
      ([, specifier = ""]) => ({
        from: path,
        target: specifier.startsWith(".")
          ? posix.join(dirname(path), specifier)
          : specifier.replace(/^#convex\//, "convex/"),
      }),
    ),
  );
}

/** Is the target a file of this repository, not a package of the same name? */
function isOurs(target: string): boolean {
  return ![
    "convex/react",
    "convex/server",
    "convex/values",
    "convex/browser",
  ].includes(target);
}

/** A path without the ending that an import may leave out. */
function moduleOf(path: string): string {
  return path.replace(/\.(ts|tsx|js)$/, "");
}

function layer(
  path: string,
  folder: string,
  order: string[],
): number | undefined {
  if (!path.startsWith(`${folder}/`)) return undefined;
  const [name = ""] = path.slice(folder.length + 1).split("/");
  const index = order.indexOf(name);
  return index === -1 ? undefined : index;
}

function mentions(files: SourceFile[], code: string): boolean {
  return files.some(({ text }) => text.includes(`"${code}"`));
}
