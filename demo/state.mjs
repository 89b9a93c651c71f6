// `npm run demo -- MOMENT`: makes the state of the demo event at that moment, or takes the one
// that was made before, and prints how to sign in. The server starts with it. The functions
// that make it are in no deployment of the product.
import { randomInt } from "node:crypto";
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:http";
import { join, resolve } from "node:path";
import { ConvexHttpClient } from "convex/browser";
import { makeFunctionReference } from "convex/server";
import { Engine, parseSettings } from "embedded-convex";
import { ensureBuild } from "../packages/embedded-convex/src/builds/ensure-build.js";
import { readPictures } from "./pictures.mjs";

const fill = makeFunctionReference("fill:event");

const ROOT = join(import.meta.dirname, "..");
/** `npm run demo` knows it, too. */
const KEPT = join(ROOT, "node_modules/.cache/demo");

/** Without letters and digits that look alike. */
const ALPHABET = "abcdefghjkmnpqrstuvwxyz23456789";
const PASSWORD_LENGTH = 10;

const HOUR_MS = 60 * 60 * 1000;
/** How long each is the same: an event that is on began some full hours ago, in India. */
const PERIODS = {
  before: 24 * HOUR_MS,
  live: HOUR_MS,
  judging: HOUR_MS,
  over: 24 * HOUR_MS,
};

/** As in vite.config.ts. */
const edition = resolve(process.env.EDITION || "convex/edition");
const { dataDir } = parseSettings(process.env);
const [moment = "live"] = process.argv.slice(2);
const period = PERIODS[moment];

if (period === undefined) {
  const moments = Object.keys(PERIODS).join(", ");
  say(`"${moment}" is no moment of the event: ${moments}`);
  process.exit(1);
}

mkdirSync(KEPT, { recursive: true });
const folder = join(KEPT, moment);
await ensureBuild({
  folder,
  root: ROOT,
  sources: ["convex", "demo", "package-lock.json", edition],
  variables: { period: Math.floor((Date.now() + HOUR_MS / 2) / period) },
  build,
});
const state = join(folder, "state.zip");
const signIns = readFileSync(join(folder, "sign-ins.txt"), "utf8");

if (existsSync(dataDir) && readdirSync(dataDir).length > 0) {
  const start = `${dataDir} is not empty, so it is left alone. To start what is in it: DATA_DIR=${dataDir} npm start. To fill another directory: DATA_DIR=another npm run demo`;
  say(start);
  if (existsSync(join(dataDir, "documents"))) {
    mkdirSync(join(dataDir, "states"), { recursive: true });
    copyFileSync(state, join(dataDir, "states", `${moment}.zip`));
    say(`To put this event in its place while it runs: DATA_DIR=${dataDir} npx embedded-convex load ${moment}
${signIns}`);
  }
  process.exit(1);
}
say(`The demo event (${moment}) is in ${dataDir}. ${signIns}`);

/** Runs the functions in a server that nobody else knows of. */
async function build(aside) {
  const server = createServer();
  await new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(0, "127.0.0.1", resolve);
  });
  const url = `http://127.0.0.1:${server.address().port}`;
  const data = join(aside, "data");
  const engine = await Engine.open({
    functions: join(import.meta.dirname, "functions"),
    alias: { "#edition": edition },
    dataDir: data,
    publicUrl: new URL(url),
    isProduction: false,
    onFatal: (error) => {
      throw error;
    },
  });
  engine.attach(server, {});
  try {
    const client = new ConvexHttpClient(url, { logger: false });
    const password = newPassword();
    const pictures = readPictures();
    const people = await client.action(fill, { password, moment, pictures });
    await engine.save(join(aside, "state.zip"));
    const file = join(aside, "sign-ins.txt");
    writeFileSync(file, signInsOf(password, people));
  } finally {
    server.close();
    // A script knows no types, so the linter takes it for synchronous.
    // oxlint-disable-next-line typescript/await-thenable
    await engine.close();
  }
  rmSync(data, { recursive: true });
}

function signInsOf(password, { organiser, leader, member, judge, teamName }) {
  return `Sign in with the password ${password} as

  organiser  ${organiser}
  leader     ${leader}, who leads ${teamName}
  member     ${member}, in the same team
  judge      ${judge}

Everyone else has the same password.`;
}

function newPassword() {
  const letters = Array.from(
    { length: PASSWORD_LENGTH },
    () => ALPHABET[randomInt(ALPHABET.length)],
  );
  return letters.join("");
}

function say(text) {
  process.stdout.write(`${text}\n`);
}
