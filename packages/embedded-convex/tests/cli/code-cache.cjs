// Loaded before Convex's command line (`node --require`): keeps what V8 compiled
// of its six megabytes for the next start, which then takes two thirds of the
// processor time. Node itself does so only from version 22 on, when told to.
const {
  mkdirSync,
  readFileSync,
  renameSync,
  writeFileSync,
} = require("node:fs");
const { createRequire, Module } = require("node:module");
const { dirname, join } = require("node:path");
const { constants, Script } = require("node:vm");

const FOLDER = join(__dirname, "../../../../node_modules/.cache/convex-cli");

const compile = Module.prototype._compile;
Module.prototype._compile = function compileWithCache(
  source,
  filename,
  ...rest
) {
  Module.prototype._compile = compile;
  // V8 refuses data of another source, version or set of flags.
  const file = join(FOLDER, `${process.version}-${source.length}`);
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
  run.call(
    exports,
    exports,
    createRequire(filename),
    this,
    filename,
    dirname(filename),
  );
};

function readKept(file) {
  try {
    return readFileSync(file);
  } catch {
    return undefined;
  }
}

/** Another process may write the same file. */
function keep(file, data) {
  const aside = `${file}.${process.pid}`;
  mkdirSync(FOLDER, { recursive: true });
  writeFileSync(aside, data);
  renameSync(aside, file);
}
