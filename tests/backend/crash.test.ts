import type { ConvexClient } from "convex/browser";
import { expect, test } from "vitest";
import { api } from "#convex/_generated/api";
import type { Id } from "#convex/_generated/dataModel";
import { isAppError } from "#convex/platform/shared/errors";
import type { Profile } from "#convex/people/shared/people";
import { freePort } from "../../packages/embedded-convex/tests/base/free-port";
import { readAdminKey } from "../../packages/embedded-convex/src/cli/admin-key";
import { ChildServer } from "../../packages/embedded-convex/tests/engine/child-server";
import {
  newClient,
  temporaryDataDir,
} from "../../packages/embedded-convex/tests/engine/test-server";
import { expectIntegrity } from "./integrity";
import { sampleOf } from "../thoroughness";
import { PRODUCT_FUNCTIONS, signedIn, signUp } from "./stage";

const CHEAP_HASHING = new URL("../e2e/cheap-hashing.mjs", import.meta.url);

/** The acknowledged changes after which the server is killed, one for each round. */
const KILL_AFTER = sampleOf([24, 97, 1, 9, 50], 2);
const PEOPLE = 16;

type TeamId = Id<"teams"> | null;

/** A simulated user and the team that the last acknowledged change put them in. */
type Survivor = {
  token: string;
  acknowledged: TeamId;
  /** Whether a change was unanswered when the server was killed; it may have been applied or not. */
  isWaiting: boolean;
};

test("SIGKILL under load loses no acknowledged change and leaves every team consistent", async () => {
  const dataDir = await temporaryDataDir();
  const port = await freePort();
  const args = ["serve", "--functions", PRODUCT_FUNCTIONS, "--data", dataDir];
  const NODE_OPTIONS = `--import=${CHEAP_HASHING.href}`;
  const env = { PORT: String(port), NODE_OPTIONS };
  const startProduct = () => new ChildServer(args, { env });
  let server = startProduct();
  let url = await server.ready();
  const adminKey = await readAdminKey(dataDir, false);
  const people = await registerEverybody(url);

  for (const killAfter of KILL_AFTER) {
    const changes = await storm(url, people, killAfter, async () => {
      await server.end("SIGKILL");
    });
    expect(changes).toBeGreaterThanOrEqual(killAfter);
    server = startProduct();
    url = await server.ready();
    await expectTruth(url, adminKey, people);
  }
  await server.end("SIGTERM");
});

async function registerEverybody(url: string): Promise<Survivor[]> {
  const client = newClient(url);
  const tokens = await Promise.all(
    Array.from({ length: PEOPLE }, (_, k) => signUp(client, `P${k}`)),
  );
  await client.close();
  return tokens.map((token) => ({
    token,
    acknowledged: null,
    isWaiting: false,
  }));
}

/** All users create, join and leave teams until the server is killed. Returns the number of acknowledged changes. */
async function storm(
  url: string,
  people: Survivor[],
  killAfter: number,
  kill: () => Promise<void>,
): Promise<number> {
  const codes: string[] = [];
  let changes = 0;
  let killing: Promise<void> | undefined;
  const clients = people.map(({ token }) => signedIn(url, token));
  const everybody = people.map(async (person, k) => {
    const client = clients[k];
    while (client && !killing) {
      person.isWaiting = true;
      const change = nextChange(client, person, codes);
      const outcome = await Promise.race([change, whenKilled(() => killing)]);
      if (outcome === "killed") return;
      person.isWaiting = false;
      if (outcome === "refused") continue;
      person.acknowledged = outcome;
      changes++;
      if (changes >= killAfter) killing ??= kill();
    }
  });
  await Promise.all(everybody);
  await killing;
  await Promise.all(clients.map((client) => client.close()));
  return changes;
}

async function nextChange(
  client: ConvexClient,
  { acknowledged }: Survivor,
  codes: string[],
): Promise<TeamId | "refused"> {
  try {
    if (acknowledged !== null) {
      await client.mutation(api.teams.leave, {});
      return null;
    }
    const inviteCode = codes[Math.floor(Math.random() * codes.length)];
    if (inviteCode !== undefined && Math.random() < 0.7)
      return await client.mutation(api.teams.join, { inviteCode });
    const teamId = await client.mutation(api.teams.create, { name: "Storm" });
    const team = await client.query(api.teams.mine, {});
    if (team !== null) codes.push(team.inviteCode);
    return teamId;
  } catch (error) {
    if (isAppError(error)) return "refused";
    throw error;
  }
}

/** Resolves when the killed server has ended; until then, acknowledgements still arrive and count. */
function whenKilled(
  killing: () => Promise<void> | undefined,
): Promise<"killed"> {
  return new Promise((resolve) => {
    const timer = setInterval(() => {
      const kill = killing();
      if (!kill) return;
      clearInterval(timer);
      void kill.then(() => resolve("killed"));
    }, 1);
  });
}

/** Expects every user to be in the acknowledged team, and the database to be consistent. */
async function expectTruth(
  url: string,
  adminKey: string,
  people: Survivor[],
): Promise<void> {
  const everybody = await Promise.all(
    people.map(({ token }) => profileOf(url, token)),
  );
  const contradictions = people.flatMap((person, k) =>
    person.isWaiting || person.acknowledged === everybody[k]?.teamId
      ? []
      : [`P${k} was told ${person.acknowledged}, not ${everybody[k]?.teamId}`],
  );
  expect(contradictions).toEqual([]);
  const { peopleChecked } = await expectIntegrity(url, adminKey);
  expect(peopleChecked).toBe(PEOPLE);
  for (const [k, person] of people.entries()) {
    person.acknowledged = everybody[k]?.teamId ?? null;
    person.isWaiting = false;
  }
}

async function profileOf(url: string, token: string): Promise<Profile> {
  const client = signedIn(url, token);
  const me = await client.query(api.users.me, {});
  await client.close();
  if (me === null) throw new Error("an account is gone");
  return me;
}
