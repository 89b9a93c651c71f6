// `npm run demo -- MOMENT`: fills a new data directory with the demo event at that moment
// and prints how to sign in. The product does not run yet, and the functions that fill it are
// in none of its deployments.
import { randomInt } from "node:crypto";
import { existsSync, readdirSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { ConvexHttpClient } from "convex/browser";
import { makeFunctionReference } from "convex/server";
import { Engine, parseSettings } from "embedded-convex";
import { readPictures } from "./pictures.mjs";

const fill = makeFunctionReference("fill:event");

/** Without letters and digits that look alike. */
const ALPHABET = "abcdefghjkmnpqrstuvwxyz23456789";
const PASSWORD_LENGTH = 10;

const MOMENTS = ["before", "live", "judging", "over"];

const { dataDir } = parseSettings(process.env);
const [moment = "live"] = process.argv.slice(2);

if (!MOMENTS.includes(moment)) {
  say(`"${moment}" is no moment of the event: ${MOMENTS.join(", ")}`);
  process.exit(1);
}

if (existsSync(dataDir) && readdirSync(dataDir).length > 0) {
  say(
    `${dataDir} is not empty, so it is left alone. To start what is in it: DATA_DIR=${dataDir} npm start. To fill another directory: DATA_DIR=another npm run demo`,
  );
  process.exit(1);
}

const password = newPassword();
const { organiser, leader, member, judge, teamName } = await filled().catch(
  (error) => {
    rmSync(dataDir, { recursive: true, force: true });
    throw error;
  },
);
say(`The demo event (${moment}) is in ${dataDir}. Sign in with the password ${password} as

  organiser  ${organiser}
  leader     ${leader}, who leads ${teamName}
  member     ${member}, in the same team
  judge      ${judge}

Everyone else has the same password.`);

/** Runs the functions in a server that nobody else knows of. */
async function filled() {
  const server = createServer();
  await new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(0, "127.0.0.1", resolve);
  });
  const url = `http://127.0.0.1:${server.address().port}`;
  const engine = await Engine.open({
    functions: join(import.meta.dirname, "functions"),
    dataDir,
    publicUrl: new URL(url),
    isProduction: false,
    onFatal: (error) => {
      throw error;
    },
  });
  engine.attach(server, {});
  try {
    const client = new ConvexHttpClient(url, { logger: false });
    const pictures = readPictures();
    return await client.action(fill, { password, moment, pictures });
  } finally {
    server.close();
    // A script knows no types, so the linter takes it for synchronous.
    // oxlint-disable-next-line typescript/await-thenable
    await engine.close();
  }
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
