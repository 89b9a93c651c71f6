/**
 * A hall whose guests all have one address: everybody uploads a picture at one moment, and then the gallery opens in every tab
 * of every device.
 *
 *     npm run bench:crowd -- --hall [--people 240] [--profile]
 */
import { readdirSync, statSync } from "node:fs";
import { Agent, get } from "node:http";
import { join } from "node:path";
import { api } from "#convex/_generated/api";
import { onProduct, type Place } from "./deployment";
import { arrive, CONNECTING_AT_ONCE } from "./onlookers";
import { optionsOf } from "./options";
import { now, pool, sleep } from "./pace";
import { inSeconds, pair, tableOf } from "./statistics";

const DEVICES = 2;
const TABS = 2;
/** What a tab of the gallery shows at once, on as many connections. */
const PICTURES = 6;
const PICTURE_BYTES = 500_000;
const THUMBNAIL_BYTES = 60_000;
/** As pages do: src/routes/project/pictures/uploads.ts, src/ui/stored-image.tsx. */
const UPLOADS = {
  tries: 12,
  pauseMs: (nth: number) =>
    1_000 + Math.random() * Math.min(10_000, 1_000 * 2 ** nth),
};
const LOADS = {
  tries: 3,
  pauseMs: (nth: number) => 1_000 * nth * (1 + Math.random()),
};

export async function run(args: readonly string[]): Promise<string> {
  const { people: sizes, profile } = optionsOf(args, {
    people: [240],
    profile: false,
  });
  const rows: (string | number)[][] = [];
  for (const people of sizes)
    rows.push(...(await onProduct({ people, profile }, hall)));
  return tableOf(
    [
      "people",
      "what",
      "requests",
      "refusals",
      "given up",
      "time",
      "peak MiB",
      "server's CPU",
    ],
    rows,
  );
}

async function hall(place: Place) {
  const { server, url, people, organiser, log } = place;
  const count = people.length;
  await organiser.change(api.settings.change, { submissionsOpenAt: 0 });
  await pool(people, CONNECTING_AT_ONCE, async (person) => arrive(person));
  log("everybody makes a team");
  await pool(people, 16, (person) =>
    person.change(api.teams.create, { name: `Team ${now()}` }),
  );
  const addresses: { picture: string; thumbnail: string }[] = [];
  await pool(people, 16, async (person) =>
    addresses.push(await person.change(api.projects.uploadUrls, {})),
  );

  log("everybody uploads");
  const uploads = nothing();
  await Promise.all(
    addresses.flatMap(({ picture, thumbnail }) => [
      untilDone(uploads, UPLOADS, () => isTaken(picture, PICTURE_BYTES)),
      untilDone(uploads, UPLOADS, () => isTaken(thumbnail, THUMBNAIL_BYTES)),
    ]),
  );
  const uploadPeak = server.peakMiB();

  log("the gallery opens");
  const folder = join(place.dataDir, "files");
  const thumbnails = readdirSync(folder)
    .filter((name) => statSync(join(folder, name)).size === THUMBNAIL_BYTES)
    .slice(0, 4 * PICTURES);
  const loads = nothing();
  const tabs = Array.from({ length: count * DEVICES * TABS }, (_tab, tab) => {
    const agent = new Agent({ keepAlive: true, maxSockets: PICTURES });
    return Promise.all(
      Array.from({ length: PICTURES }, (_picture, nth) => {
        const name = thumbnails[(tab + nth) % thumbnails.length];
        const address = `${url}/api/storage/${name}`;
        return untilDone(loads, LOADS, () => isLoaded(address, agent));
      }),
    ).finally(() => agent.destroy());
  });
  await Promise.all(tabs);
  const cpu = inSeconds(server.cpuSeconds() * 1_000);
  const row = (what: string, all: ReturnType<typeof nothing>, peak: number) => {
    const { requests, refused, failed, times } = all;
    return [count, what, requests, refused, failed, pair(times), peak, cpu];
  };
  return [
    row("uploads", uploads, uploadPeak),
    row("pictures", loads, server.peakMiB()),
  ];
}

const nothing = () => ({
  requests: 0,
  refused: 0,
  failed: 0,
  times: [] as number[],
});

/** Tries again, later each time, until it is done or given up. */
async function untilDone(
  all: ReturnType<typeof nothing>,
  { tries, pauseMs }: typeof UPLOADS,
  isDone: () => Promise<boolean>,
): Promise<void> {
  const from = now();
  all.requests++;
  for (let nth = 1; nth <= tries; nth++) {
    if (await isDone()) return void all.times.push(now() - from);
    all.refused++;
    if (nth < tries) await sleep(pauseMs(nth));
  }
  all.failed++;
}

async function isTaken(address: string, bytes: number): Promise<boolean> {
  const body = Buffer.alloc(bytes);
  const headers = { "content-type": "image/webp" };
  const response = await fetch(address, { method: "POST", headers, body });
  await response.arrayBuffer();
  return response.ok;
}

function isLoaded(address: string, agent: Agent): Promise<boolean> {
  return new Promise((resolve) => {
    const request = get(address, { agent }, (response) => {
      response.resume();
      response.on("end", () => resolve(response.statusCode === 200));
      response.on("error", () => resolve(false));
    });
    request.on("error", () => resolve(false));
  });
}
