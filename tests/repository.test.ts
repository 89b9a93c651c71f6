/** What stands beside the code: generated files, documents, versions of packages. */
import { execFile } from "node:child_process";
import {
  cpSync,
  existsSync,
  readFileSync,
  readdirSync,
  statSync,
} from "node:fs";
import { mkdtemp, rm, symlink } from "node:fs/promises";
import { isBuiltin } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { promisify } from "node:util";
import { expect, onTestFinished, test } from "vitest";
import { event } from "../src/content/event";
import { paths } from "../src/paths";

type Manifest = Record<
  "scripts" | "dependencies" | "devDependencies" | "peerDependencies",
  Record<string, string> | undefined
> & { name: string };

const root = join(import.meta.dirname, "..");
const run = promisify(execFile);

test("convex/_generated is what a push writes", async () => {
  const copy = await mkdtemp(join(tmpdir(), "hackarena-codegen-"));
  onTestFinished(() => rm(copy, { recursive: true }));
  for (const path of ["package.json", "convex.json", "convex"])
    cpSync(join(root, path), join(copy, path), { recursive: true });
  await rm(join(copy, "convex/_generated"), { recursive: true });
  await symlink(
    join(root, "node_modules"),
    join(copy, "node_modules"),
    "junction",
  );
  const [, script = ""] =
    manifest("package.json").scripts?.codegen?.split(" ") ?? [];
  await run(process.execPath, [join(root, script)], { cwd: copy });
  expect(
    texts(join(root, "convex/_generated")),
    "convex/_generated is out of date: run `npm run codegen` and commit the result",
  ).toEqual(texts(join(copy, "convex/_generated")));
});

test("links between documents lead to files and headings", () => {
  const dead = documents().flatMap((path) =>
    [
      ...prose(path).matchAll(
        /\]\((?!https?:|mailto:)([^)#\s]*)(?:#([^)]+))?\)/g,
      ),
    ]
      .filter(([, file = "", heading]) => {
        const target = file === "" ? path : join(dirname(path), file);
        if (!existsSync(join(root, target))) return true;
        return heading !== undefined && !headings(target).includes(heading);
      })
      .map(([link]) => `${path}: ${link}`),
  );
  expect(dead).toEqual([]);
});

test("files and folders that documents and comments name exist", () => {
  const files = sources();
  const ends = new Set(
    files.flatMap((file) =>
      file.split("/").map((_, at, parts) => parts.slice(at).join("/")),
    ),
  );
  const folders = new Set(
    files.flatMap((file) =>
      file.split("/").map((_, at, parts) => `${parts.slice(0, at).join("/")}/`),
    ),
  );
  // A file may be named from anywhere within its path; examples have other endings.
  const FILE =
    /(?<![\w.*…}/-])(?:\.{0,2}\/)*([\w.#-][\w./#-]*\.(?:tsx?|mjs|css|md|svg))\b(?![\w/(])/g;
  const FOLDER =
    /`((?:convex|demo|docs|packages|public|src|tests)\/[\w./-]*\/)`/g;
  const comments = /\/\*[^]*?\*\/|(?<![:"'`\w])\/\/.*$|<!--[^]*?-->/gm;
  const gone = files
    .filter((file) => /\.(md|tsx?|m?js|css|html)$/.test(file))
    .flatMap((file) => {
      const whole = readFileSync(join(root, file), "utf8");
      const text = file.endsWith(".md")
        ? whole
        : (whole.match(comments) ?? []).join("\n");
      return [
        ...found(text, FILE).filter(
          // tests/README.md says so for packages/embedded-convex/tests/.
          (name) => !ends.has(name.replace(/^(#|embedded-convex\/)/, "")),
        ),
        ...found(text, FOLDER).filter((name) => !folders.has(name)),
      ].map((name) => `${file}: ${name}`);
    });
  expect(gone).toEqual([]);
});

test("docs/settings.md and .env.example have the same settings", () => {
  const rows = readFileSync(join(root, "docs/settings.md"), "utf8")
    .split("\n")
    .filter((line) => line.startsWith("| `"))
    .flatMap((line) => found(line.split("|")[1] ?? "", /`(\w+)`/g));
  const template = readFileSync(join(root, ".env.example"), "utf8");
  expect(new Set(found(template, /^(?:# )?([A-Z_]+)=/gm))).toEqual(
    new Set(rows),
  );
});

test("every start tells the data browser the event's name and the way back, and builds the page alike", () => {
  const options = (quote: string) =>
    `--name ${quote}${event.edition}${quote} --home ${paths.organiser} --notice dist/.notice`;
  const start = manifest("package.json").scripts?.start ?? "";
  expect(start).toContain(options("'"));
  expect(readFileSync(join(root, "vite.config.ts"), "utf8")).toContain(
    `{ name: module.facts.edition, home: "${paths.organiser}" }`,
  );
  const unit = readFileSync(join(root, ".deploy/hackarena.service"), "utf8");
  expect(unit).toContain(options('"'));
  const [built = "nothing"] =
    /--page dist --page-head \S+ --page-sources \S+/.exec(start) ?? [];
  expect(unit).toContain(`${built}\n`);
});

test("versions of packages follow docs/decisions/dependency-versions.md", () => {
  const rule = readFileSync(
    join(root, "docs/decisions/dependency-versions.md"),
    "utf8",
  );
  const exact = [...rule.matchAll(/^\| (`.*?`) +\|/gm)].flatMap(
    ([, cell = ""]) => [...cell.matchAll(/`([^`]+)`/g)].map(([, name]) => name),
  );
  const paths = [
    "package.json",
    ...readdirSync(join(root, "packages")).map(
      (folder) => `packages/${folder}/package.json`,
    ),
  ];
  const manifests = paths.map(manifest);
  const ours = manifests.map(({ name }) => name);
  const wrong = manifests.flatMap(
    ({ name, dependencies, devDependencies, peerDependencies = {} }) => [
      ...Object.entries({ ...dependencies, ...devDependencies })
        .filter(([dependency, range]) => {
          if (ours.includes(dependency)) return range !== "*";
          return exact.includes(dependency)
            ? !/^\d+\.\d+\.\d+$/.test(range)
            : !/^\^\d+\.\d+\.\d+$/.test(range);
        })
        .map(([dependency, range]) => `${name}: ${dependency} ${range}`),
      ...Object.entries(peerDependencies)
        .filter(([, range]) => !/^>=\d+\.\d+\.\d+$/.test(range))
        .map(([peer, range]) => `${name}: ${peer} ${range}`),
    ],
  );
  expect(wrong).toEqual([]);
});

test("every package that a file imports is among its own manifest's", () => {
  const parts = [
    { at: "", folders: ["convex", "demo", "src", "tests"] },
    {
      at: "packages/embedded-convex",
      folders: ["bench", "data-browser", "src", "tests"],
    },
  ];
  const missing = parts.flatMap(({ at, folders }) => {
    const { name, dependencies, devDependencies, peerDependencies } = manifest(
      join(at, "package.json"),
    );
    const own = new Set([
      name,
      ...Object.keys({
        ...dependencies,
        ...devDependencies,
        ...peerDependencies,
      }),
    ]);
    return folders
      .flatMap((folder) => Object.entries(texts(join(root, at, folder))))
      .filter(([file]) => /\.(ts|tsx|mjs)$/.test(file))
      .flatMap(([file, text]) =>
        importedPackages(text)
          .filter((one) => !own.has(one))
          .map((one) => `${file}: ${one}`),
      );
  });
  expect(missing).toEqual([]);
});

/** The packages of a file's import statements, without those in what it writes. */
function importedPackages(text: string): string[] {
  const statements = text
    .replace(/`[^`]*`/g, "")
    .matchAll(/^(?:import|export)\s(?:[\w\s{},*$]+\sfrom\s)?"([^"]+)"/gm);
  return [...statements]
    .map(([, specifier = ""]) => specifier)
    .filter((specifier) => /^[a-z@]/.test(specifier) && !isBuiltin(specifier))
    .map((specifier) => /^(?:@[^/]+\/)?[^/]+/.exec(specifier)?.[0] ?? "");
}

function manifest(path: string): Manifest {
  return JSON.parse(readFileSync(join(root, path), "utf8")) as Manifest;
}

/** Every document of the repository, by its path. */
function documents(): string[] {
  return sources().filter((path) => path.endsWith(".md"));
}

/** What is written by hand, as paths from the root. */
function sources(): string[] {
  return readdirSync(root)
    .filter(
      (name) => !/^(\.git|\.cache|\.data.*|dist.*|node_modules)$/.test(name),
    )
    .flatMap((name) =>
      statSync(join(root, name)).isDirectory()
        ? readdirSync(join(root, name), {
            encoding: "utf8",
            recursive: true,
          }).map((path) => `${name}/${path}`)
        : [name],
    )
    .filter((path) => !/\/(_generated|dist|node_modules)\//.test(path));
}

function found(text: string, name: RegExp): string[] {
  return [...text.matchAll(name)].map(([, one = ""]) => one);
}

function prose(path: string): string {
  return readFileSync(join(root, path), "utf8").replace(
    /^```[\s\S]*?^```/gm,
    "",
  );
}

/** The names under which a document's headings can be linked to. */
function headings(path: string): string[] {
  return [...prose(path).matchAll(/^#+ (.+)$/gm)].map(([, heading = ""]) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, "")
      .replaceAll(" ", "-"),
  );
}

/** The files of a folder and their texts. */
function texts(folder: string): Record<string, string> {
  return Object.fromEntries(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .map((file) => [relative(folder, file), readFileSync(file, "utf8")]),
  );
}
