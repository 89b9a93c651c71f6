import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { makeFunctionReference } from "convex/server";
import { afterEach, expect, test } from "vitest";
import { api } from "#convex/_generated/api";
import {
  closeAll,
  newClient,
  startServer,
  temporaryFolder,
} from "../../packages/embedded-convex/tests/engine/test-server";
import { expectIntegrity } from "./integrity";
import { PRODUCT_FUNCTIONS, signedIn } from "./stage";

const FILL = join(import.meta.dirname, "../../demo/fill.mjs");

afterEach(closeAll);

// Three processes load the package or the functions, one after the other.

test("the demo fills a new data directory with a sound event, and no other", async () => {
  const dataDir = join(await temporaryFolder(), "demo");
  const fill = () =>
    promisify(execFile)(process.execPath, [FILL], {
      env: { ...process.env, DATA_DIR: dataDir, VITEST: "" },
    });
  const { stdout } = await fill();
  await expect(fill()).rejects.toMatchObject({
    code: 1,
    stdout: expect.stringContaining("is not empty") as string,
  });

  const server = await startServer({ functions: PRODUCT_FUNCTIONS, dataDir });
  const integrity = await expectIntegrity(
    server.url,
    server.engine.keys.adminKey,
  );
  expect(integrity).toMatchObject({ teamsChecked: 60, peopleChecked: 230 });

  const [, password = ""] = /password (\S+)/.exec(stdout) ?? [];
  const signIn = async (who: string) => {
    const [, email = ""] = new RegExp(`${who} +([^\\s,]+)`).exec(stdout) ?? [];
    const { tokens } = await newClient(server.url).action(api.auth.signIn, {
      provider: "password",
      params: { flow: "signIn", email, password },
    });
    return signedIn(server.url, tokens?.token ?? "");
  };
  const organiser = await signIn("organiser");
  const overview = await organiser.query(api.organiser.overview, {});
  expect(overview).toMatchObject({
    // All but the two organisers, who take no part.
    registered: 228,
    inTeams: 214,
    teamsBySize: [4, 3, 8, 45],
    messagesWaiting: 5,
  });
  expect(overview.registrations.length).toBeGreaterThan(14);
  const published = await organiser.query(api.announcements.list, {
    at: Date.now(),
  });
  expect(published?.announcements.length).toBeGreaterThan(5);
  const participant = await signIn("participant");
  const team = await participant.query(api.teams.mine, {});
  expect(stdout).toContain(`who leads ${team?.name}`);
  const cards = await participant.query(api.listings.list, { kind: "person" });
  expect(cards?.listings.length).toBeGreaterThan(9);
  const openings = await participant.query(api.listings.list, { kind: "team" });
  expect(openings?.listings.map(({ name }) => name)).toContain(team?.name);
  const requests = await participant.query(api.requests.mine, {});
  expect(requests?.map(({ outcome }) => outcome)).toEqual(
    expect.arrayContaining([null, null, null, "declined"]),
  );

  const seed = makeFunctionReference<"action">("fill:event");
  await expect(organiser.action(seed, { password })).rejects.toThrow(
    "Server Error",
  );
}, 120_000);
