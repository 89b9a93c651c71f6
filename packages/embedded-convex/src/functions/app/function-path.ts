/** A function's path inside its component, e.g. `teams.js` and `create`. */
export type FunctionPath = { module: string; name: string };

const MAX_SHOWN_LENGTH = 512;

/**
 * Parses `teams:create`, `teams.js:create` or `teams` (the default export).
 * Accepts arbitrary text: a path without a module is simply not found later.
 */
export function parseFunctionPath(text: string): FunctionPath {
  const colon = text.lastIndexOf(":");
  const module = colon < 0 ? text : text.slice(0, colon);
  const name = colon < 0 ? "default" : text.slice(colon + 1);
  return { module: withExtension(module), name };
}

/** @returns the canonical spelling, e.g. `teams.js:create` */
export function canonicalPath(text: string): string {
  const { module, name } = parseFunctionPath(text);
  return `${module}:${name}`;
}

/**
 * @returns the spelling for clients and logs: `teams:create`, or `teams` for a
 *   default export; cut, because unknown paths may be arbitrarily long
 */
export function displayPath(path: FunctionPath): string {
  const module = path.module.replace(/\.js$/, "");
  const text = path.name === "default" ? module : `${module}:${path.name}`;
  return text.slice(0, MAX_SHOWN_LENGTH);
}

/**
 * @param component path of the component that was searched, `""` for the app
 * @param what `function` where internal functions may be called, too
 * @returns Convex's words for a function that does not exist
 */
export function notFoundText(
  path: FunctionPath,
  component: string,
  what: "function" | "public function" = "public function",
): string {
  const place = component.slice(0, MAX_SHOWN_LENGTH);
  const where = place === "" ? "" : ` in '${place}'`;
  return `Could not find ${what} for '${displayPath(path)}'${where}. Did you forget to run \`npx convex dev\`?`;
}

function withExtension(module: string): string {
  return module.endsWith(".js") ? module : `${module}.js`;
}
