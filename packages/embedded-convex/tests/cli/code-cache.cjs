// Loaded before Convex's command line (`node --require`): keeps what V8 compiled
// of its six megabytes for the next start, which then takes two thirds of the
// processor time. Node itself does so only from version 22 on, when told to.
const {
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} = require("node:fs");
const { createRequire, Module } = require("node:module");
const path = require("node:path");
const { constants, Script } = require("node:vm");

const FOLDER = path.join(
  __dirname,
  "../../../../node_modules/.cache/convex-cli",
);

const compile = Module.prototype._compile;
Module.prototype._compile = function compileWithCache(
  source,
  filename,
  ...rest
) {
  if (!filename.endsWith("cli.bundle.cjs")) {
    return compile.call(this, source, filename, ...rest);
  }
  const { version } = require(
    path.join(path.dirname(filename), "../package.json"),
  );
  const file = path.join(FOLDER, `${version}-node-${process.version}`);
  const cachedData = readKept(file);
  const script = new Script(Module.wrap(source), {
    filename,
    cachedData,
    importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
  });
  if (cachedData === undefined || script.cachedDataRejected) {
    process.once("exit", () => keep(file, script.createCachedData()));
  }
  const { exports } = this;
  const run = script.runInThisContext();
  const own = createRequire(filename);
  return run.call(
    exports,
    exports,
    own,
    this,
    filename,
    path.dirname(filename),
  );
};

function readKept(file) {
  try {
    return readFileSync(file);
  } catch {
    return undefined;
  }
}

/** Another process may write the same file; a full disk costs only time. */
function keep(file, data) {
  const aside = `${file}.${process.pid}`;
  try {
    mkdirSync(FOLDER, { recursive: true });
    writeFileSync(aside, data);
    renameSync(aside, file);
  } catch {
    rmSync(aside, { force: true });
  }
}
