/** A function's place inside its component: `teams.js` and `create`. */
export type FunctionPath = { module: string; name: string };

const MAX_SHOWN_LENGTH = 512;

/**
 * Reads any of the spellings `teams:create`, `teams.js:create`, `teams` (its
 * default export). Takes arbitrary text and never fails: what names no module
 * simply will not be found.
 */
export function parseFunctionPath(text: string): FunctionPath {
  const colon = text.lastIndexOf(":");
  const module = colon < 0 ? text : text.slice(0, colon);
  const name = colon < 0 ? "default" : text.slice(colon + 1);
  return { module: withExtension(module), name };
}

/** The canonical spelling, `teams.js:create`: equal for equal functions. */
export function canonicalPath(text: string): string {
  const { module, name } = parseFunctionPath(text);
  return `${module}:${name}`;
}

/**
 * The spelling of clients and logs: `teams:create`, or `teams` by default. Cut
 * when no function can have that name.
 */
export function displayPath(path: FunctionPath): string {
  const module = path.module.replace(/\.js$/, "");
  const text = path.name === "default" ? module : `${module}:${path.name}`;
  return text.slice(0, MAX_SHOWN_LENGTH);
}

function withExtension(module: string): string {
  return module.endsWith(".js") ? module : `${module}.js`;
}
