/**
 * What deployed code reads in `error.stack`: as on Convex its own frames alone, as
 * `convex:/user/…`, and no file of the host. The engine reads stacks as V8 writes them.
 */
type Prepare = NonNullable<typeof Error.prepareStackTrace>;

/** How modules are named when they are compiled; see `module-scope.ts`. */
const DEPLOYED_FILE = /^convex-\d+:/;
const DEPLOYED_FOLDER = /convex-\d+:app\//;

/** The stacks of errors that deployed code may read, as V8 writes them. */
const engineStacks = new WeakMap<object, string>();

let before: Prepare | null | undefined = null;

/** Hides the host from now on in stacks with frames of deployed code. */
export function hideHostInStacks(): void {
  // Later ones may be another copy's of this module, such as the packed one's, which ask this one.
  if (before === null)
    before = Reflect.get(Error, "prepareStackTrace") as Prepare | undefined;
  Error.prepareStackTrace = prepare;
}

/** Returns the stack as V8 writes it, in the names under which modules are compiled. */
export function engineStackOf(error: Error): string {
  const shown = String(error.stack);
  return engineStacks.get(error) ?? shown;
}

/** V8 calls this when a stack is read for the first time. */
const prepare: Prepare = (error, sites) => {
  const isDeployed = (site: NodeJS.CallSite) =>
    DEPLOYED_FILE.test(site.getFileName() ?? "");
  if (!sites.some(isDeployed))
    return before ? before(error, sites) : written(error, sites);
  engineStacks.set(error, written(error, sites));
  const own = sites
    .filter((site) => isDeployed(site) || !site.getFileName())
    .map(String)
    .map((frame) => frame.replace(DEPLOYED_FOLDER, "convex:/user/"));
  return written(error, own);
};

function written(error: Error, frames: readonly unknown[]): string {
  const head = Error.prototype.toString.call(error);
  return [head, ...frames.map(String)].join("\n    at ");
}
