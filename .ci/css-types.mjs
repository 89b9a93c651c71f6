/**
 * Makes it a type error to name a class that a CSS module lacks: writes the classes of each module to
 * `.cache/css-types`, which `tsconfig.json` lays over the sources. A class that nothing uses is an error too.
 *
 *   node .ci/css-types.mjs
 */
import * as fs from "node:fs";
import { dirname, join } from "node:path";

const TYPES = ".cache/css-types";
const FOLDERS = ["src", "packages/embedded-convex/data-browser"];

const files = FOLDERS.flatMap((folder) =>
  fs.readdirSync(folder, { recursive: true }).map((one) => join(folder, one)),
);
/** Of each module the classes that nothing has named yet. */
const unused = new Map();

fs.rmSync(TYPES, { recursive: true, force: true });
for (const file of files.filter((one) => one.endsWith(".module.css"))) {
  const selectors = text(file).replace(/\/\*[^]*?\*\/|:global\([^)]*\)/g, "");
  const names = new Set(found(selectors, /\.([a-z_][\w-]*)(?=[^;{}]*\{)/gi));
  unused.set(file, names);
  const fields = [...names].map((name) => `readonly "${name}": string;`);
  const types = `declare const styles: { ${fields.join(" ")} };`;
  const path = join(TYPES, file.replace(/css$/, "d.css.ts"));
  fs.mkdirSync(dirname(path), { recursive: true });
  fs.writeFileSync(path, `${types}\nexport default styles;\n`);
}

for (const file of files.filter((one) => /\.tsx?$/.test(one))) {
  const source = text(file);
  const imports = /import (\w+) from "(\.[^"]+\.module\.css)"/g;
  for (const [, styles, module] of source.matchAll(imports)) {
    // `styles[tone]`: what `tone` may be stands in the same file.
    const quoted = source.includes(`${styles}[`) ? '|"' : "";
    const named = new RegExp(`(?:\\b${styles}\\.${quoted})([\\w-]+)`, "g");
    const rest = unused.get(join(dirname(file), module));
    for (const name of found(source, named)) rest?.delete(name);
  }
}

for (const [file, names] of unused)
  for (const name of names) {
    process.stderr.write(`${file}: nothing uses .${name}\n`);
    process.exitCode = 1;
  }

function found(text, pattern) {
  return [...text.matchAll(pattern)].map(([, name]) => name);
}

function text(file) {
  return fs.readFileSync(file, "utf8");
}
