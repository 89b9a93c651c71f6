import fs from "node:fs";
import http from "node:http";
import path from "node:path";
import {
  pool,
  sleep,
  summary,
} from "../../packages/embedded-convex/bench/measure.mjs";
import { Deployment } from "./deployment.mjs";
import { Guest, now } from "./guest.mjs";

const DEVICES = 2;
const TABS = 2;
/** What a tab of the gallery shows at once, on as many connections. */
const PICTURES = 6;
const PICTURE_BYTES = 500_000;
const THUMBNAIL_BYTES = 60_000;
/** As pages do: src/routes/project/pictures/uploads.ts, src/ui/stored-image.tsx. */
const MAX_UPLOADS = 12;
const MAX_LOADS = 3;

/**
 * A hall whose guests all have one address: everybody uploads a picture at one moment, and
 * then the gallery opens in every tab of every device.
 *
 * @returns how many requests were refused at first and at last, and times in ms
 */
export async function hall({ start, dataDir, people, log }) {
  const server = await start();
  const deployment = new Deployment(server.url, dataDir);
  const tokens = await deployment.admit(people, "participant");
  const [organiserToken] = await deployment.admit(1, "organiser");
  const organiser = new Guest(server.url, {
    tokenType: "User",
    value: organiserToken,
  });
  await organiser.connect();
  await organiser.mutate("settings:change", { submissionsOpenAt: 0 });
  const asked = [];
  const guests = tokens.map(
    (value) => new Guest(server.url, { tokenType: "User", value }),
  );
  await pool(guests, 64, (guest) => guest.connect());
  log("everybody makes a team");
  await pool(guests, 16, (guest) =>
    guest.mutate("teams:create", { name: `Team ${now()}` }),
  );
  await pool(guests, 16, async (guest) => {
    asked.push(await guest.mutate("projects:uploadUrls", {}));
  });

  log("everybody uploads");
  const uploads = { count: 0, refused: 0, failed: 0, times: [] };
  await Promise.all(
    asked.flatMap(({ picture, thumbnail }) => [
      upload(picture, PICTURE_BYTES, uploads),
      upload(thumbnail, THUMBNAIL_BYTES, uploads),
    ]),
  );
  const uploadPeak = server.peakMiB();

  log("the gallery opens");
  const folder = path.join(dataDir, "files");
  const thumbnails = fs
    .readdirSync(folder)
    .filter(
      (name) => fs.statSync(path.join(folder, name)).size === THUMBNAIL_BYTES,
    )
    .slice(0, 4 * PICTURES);
  const loads = { count: 0, refused: 0, failed: 0, times: [] };
  const tabs = Array.from({ length: people * DEVICES * TABS }, (_, tab) => {
    const agent = new http.Agent({ keepAlive: true, maxSockets: PICTURES });
    return Promise.all(
      Array.from({ length: PICTURES }, (_picture, k) => {
        const name = thumbnails[(tab + k) % thumbnails.length];
        return load(`${server.url}/api/storage/${name}`, agent, loads);
      }),
    ).finally(() => agent.destroy());
  });
  await Promise.all(tabs);
  const row = {
    people,
    uploads: { ...uploads, times: summary(uploads.times) },
    loads: { ...loads, times: summary(loads.times) },
    uploadPeak,
    peak: server.peakMiB(),
    cpuSeconds: server.cpuSeconds(),
  };
  for (const guest of [...guests, organiser]) guest.close();
  await server.stop();
  return row;
}

async function upload(address, bytes, result) {
  const from = now();
  result.count++;
  const body = Buffer.alloc(bytes);
  const headers = { "content-type": "image/webp" };
  for (let tries = 1; tries <= MAX_UPLOADS; tries++) {
    const response = await fetch(address, { method: "POST", headers, body });
    await response.arrayBuffer();
    if (response.ok) return void result.times.push(now() - from);
    result.refused++;
    await sleep(1_000 + Math.random() * Math.min(10_000, 1_000 * 2 ** tries));
  }
  result.failed++;
}

async function load(address, agent, result) {
  const from = now();
  result.count++;
  for (let tries = 1; tries <= MAX_LOADS; tries++) {
    if (await isLoaded(address, agent))
      return void result.times.push(now() - from);
    result.refused++;
    if (tries < MAX_LOADS) await sleep(1_000 * tries * (1 + Math.random()));
  }
  result.failed++;
}

function isLoaded(address, agent) {
  return new Promise((resolve) => {
    const request = http.get(address, { agent }, (response) => {
      response.resume();
      response.on("end", () => resolve(response.statusCode === 200));
      response.on("error", () => resolve(false));
    });
    request.on("error", () => resolve(false));
  });
}
