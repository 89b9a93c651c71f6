import { readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { makeFunctionReference } from "convex/server";
import { expect, test } from "vitest";
import { api } from "#convex/_generated/api";
import { run } from "../../packages/embedded-convex/tests/engine/run-command";
import {
  newClient,
  startServer,
  temporaryFolder,
} from "../../packages/embedded-convex/tests/engine/test-server";
import {
  HOUR_MS,
  HOURS,
  storyOf,
  type Moment,
} from "../../demo/functions/story";
import { listProjects } from "../list-projects";
import { TEST_ALL } from "../thoroughness";
import { makeState, stateFile, tokenOf } from "./filled-event";
import { expectIntegrity } from "./integrity";
import { PRODUCT_FUNCTIONS, signedIn } from "./stage";

// Three processes load the package or the functions, one after the other.

test("the demo fills a new deployment with a sound event", async () => {
  const stdout = await makeState("live");
  const server = await startServer({
    functions: PRODUCT_FUNCTIONS,
    seed: stateFile("live"),
  });
  const integrity = await expectIntegrity(
    server.url,
    server.engine.keys.adminKey,
  );
  expect(integrity).toMatchObject({ teamsChecked: 60, peopleChecked: 238 });
  const signIn = signInAt(server.url, stdout);

  const organiser = await signIn("organiser");
  const overview = await organiser.query(api.organiser.overview, {});
  expect(overview).toMatchObject({
    // All but organisers, judges and mentors, who take no part.
    registered: 228,
    inTeams: 214,
    teamsBySize: [4, 3, 8, 45],
    messagesWaiting: 5,
  });
  expect(overview.registrations.length).toBeGreaterThan(14);
  const settings = await organiser.query(api.settings.current, {});
  expect(settings.phase).toBe("live");
  const published = await organiser.query(api.announcements.list, {
    at: Date.now(),
  });
  expect(published?.announcements.length).toBeGreaterThan(5);
  const projects = await listProjects(organiser);
  expect(projects).toHaveLength(57);
  const handedIn = projects.filter(({ status }) => status === "handed_in");
  expect(handedIn).toHaveLength(9);
  const changes = await organiser.query(api.changeRequests.list, {});
  expect(changes.filter(({ outcome }) => outcome === null)).toHaveLength(2);

  const leader = await signIn("leader");
  const team = await leader.query(api.teams.mine, {});
  expect(stdout).toContain(`who leads ${team?.name}`);
  const project = await leader.query(api.projects.workbench, {});
  expect(project).toMatchObject({ status: "draft", rivals: [{}] });
  const cards = await leader.query(api.listings.list, { kind: "person" });
  expect(cards?.listings.length).toBeGreaterThan(9);
  const openings = await leader.query(api.listings.list, { kind: "team" });
  expect(openings?.listings.map(({ name }) => name)).toContain(team?.name);
  const requests = await leader.query(api.requests.mine, {});
  expect(requests?.map(({ outcome }) => outcome)).toEqual(
    expect.arrayContaining([null, null, null, "declined"]),
  );
  const member = await signIn("member");
  expect((await member.query(api.teams.mine, {}))?._id).toBe(team?._id);

  const seed = makeFunctionReference<"action">("fill:event");
  const again = { password: "secret", moment: "live" };
  await expect(organiser.action(seed, again)).rejects.toThrow("Server Error");
});

// At "judging" a part of what leads to "over" has happened.
test.runIf(TEST_ALL).each([
  {
    moment: "over",
    phase: "over",
    handedIn: 55,
    marked: true,
    awards: ["Vayu Map", "Kitaab Quest"],
  },
  { moment: "before", phase: "open", handedIn: 0, marked: false, awards: null },
])(
  "the demo fills the event as it is $moment",
  async ({ moment, phase, handedIn, marked, awards }) => {
    const stdout = await makeState(moment);
    const server = await startServer({
      functions: PRODUCT_FUNCTIONS,
      seed: stateFile(moment),
    });
    const signIn = signInAt(server.url, stdout);
    const organiser = await signIn("organiser");
    const settings = await organiser.query(api.settings.current, {});
    expect(settings.phase).toBe(phase);
    const projects = await listProjects(organiser);
    expect(
      projects.filter(({ status }) => status === "handed_in"),
    ).toHaveLength(handedIn);
    const judge = await signIn("judge");
    const { marks } = await judge.query(api.judging.desk, {});
    expect(marks.length > 9).toBe(marked);
    const results = await organiser.query(api.judging.published, {});
    const places = results?.awards.slice(0, 2);
    expect(places?.map(({ projectName }) => projectName) ?? null).toEqual(
      awards,
    );
  },
  120_000,
);

test("what has happened at a moment of the demo does not depend on the minute", () => {
  const moments = Object.keys(HOURS) as Moment[];
  const hours = Array.from({ length: 800 }, (_, nth) => nth / 10 - 24);
  const passedAt = (minute: number) =>
    moments.map((moment) => {
      const nowMs = Date.parse("2025-06-28T10:00:00+05:30") + minute * 60_000;
      const { at, hasPassed, startsAt } = storyOf({ moment, nowMs });
      expect((startsAt + HOUR_MS / 2) % HOUR_MS).toBe(0);
      const passed = hours.filter(hasPassed);
      expect(passed.filter((hour) => at(hour) > nowMs)).toEqual([]);
      return passed.length;
    });
  for (let minute = 0; minute < 60; minute++)
    expect(passedAt(minute)).toEqual(passedAt(0));
});

test("the demo leaves what is there alone, and offers the moment as a state of it", async () => {
  const folder = await temporaryFolder();
  const refused = (at: string) =>
    makeState("over", at).then(
      () => "",
      (error: { stdout: string }) => error.stdout,
    );
  await writeFile(join(folder, "notes.txt"), "mine");
  expect(await refused(folder)).toContain("is not empty");
  expect(await readdir(folder)).toEqual(["notes.txt"]);

  await makeState("live");
  const { url, port, dataDir } = await startServer({
    functions: PRODUCT_FUNCTIONS,
    isProduction: false,
    seed: stateFile("live"),
  });
  const phases: string[] = [];
  newClient(url).onUpdate(api.settings.current, {}, ({ phase }) => {
    phases.push(phase);
  });
  await expect.poll(() => phases.at(-1)).toBe("live");
  const offered = await refused(dataDir);
  expect(offered).toContain("npx embedded-convex load over");
  await run(["load", "over"], { DATA_DIR: dataDir, PORT: String(port) });
  await expect.poll(() => phases.at(-1)).toBe("over");
  expect(await tokenOf(url, offered, "organiser")).not.toBe("");
});

test("the demo knows no other moment", async () => {
  await expect(makeState("tomorrow")).rejects.toMatchObject({
    code: 1,
    stdout: expect.stringContaining("before, live, judging, over") as string,
  });
});

/** Signs people in with what the demo has printed. */
function signInAt(url: string, stdout: string) {
  return async (who: string) => signedIn(url, await tokenOf(url, stdout, who));
}
