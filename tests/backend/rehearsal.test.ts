import { expect, onTestFinished, test, vi } from "vitest";
import { dayOf } from "../load/rehearsal/day";
import { Deployment } from "../load/deployment";
import { play } from "../load/rehearsal/event";
import { Ledger } from "../load/ledger";
import type { Person } from "../load/person";
import { Phones } from "../load/phones";
import { redirected } from "../load/push-service.mjs";
import { asPage, asText } from "../load/rehearsal/report";
import { Tempo } from "../load/rehearsal/tempo";
import { startServer } from "../../packages/embedded-convex/tests/engine/test-server";
import { quickFunctions } from "./stage";

/**
 * Lets the clock of this process, in which people and server are, stand still while the process does, and go slower when
 * it has too much to do: on a loaded machine, too, the last words come before the deadline.
 */
function stretchTime(): void {
  let nowMs = Date.now();
  let lookedAt = performance.now();
  const timer = setInterval(() => {
    const passedMs = performance.now() - lookedAt;
    lookedAt += passedMs;
    nowMs += Math.min(passedMs, 20);
  }, 5);
  const clock = vi.spyOn(Date, "now").mockImplementation(() => nowMs);
  onTestFinished(() => {
    clearInterval(timer);
    clock.mockRestore();
  });
}

test("what begins late begins at its minute, and what follows is as long as planned", async () => {
  const tempo = new Tempo(60_000);
  await tempo.at(50);
  tempo.change({ isPaused: true });
  await tempo.begin(10);
  expect(tempo.now()).toBe(10);
});

test("a whole event of 24 people loses nothing, reports what it took, and is not played among other people", async () => {
  const phones = await Phones.open();
  vi.stubGlobal("fetch", redirected(fetch, phones.url));
  const server = await startServer({ functions: await quickFunctions() });
  stretchTime();
  const { adminKey } = server.engine.keys;
  const deployment = await Deployment.named(server.url, adminKey, phones);
  const ledger = new Ledger();
  const crowd: Person[] = [];
  const phases: string[] = [];
  void deployment.count();

  const stage = { deployment, ledger, crowd, people: 24 };
  await play(
    {
      ...stage,
      // 36 hours in 30 seconds.
      tempo: new Tempo(4_320),
      faults: new Set(["clock", "desk", "tap"]),
      seed: 7,
    },
    (phase) => phases.push(phase),
  );

  expect(ledger.lost).toEqual([]);
  expect(ledger.figures).toContainEqual({
    after: "Judging",
    what: "marks",
    found: 18,
    expected: 18,
  });
  expect(phases).toHaveLength(6);
  const timesOf = (what: string) => ledger.times.get(what)?.length ?? 0;
  expect(timesOf("sign up")).toBeGreaterThan(24);
  expect(timesOf("results on a screen")).toBe(24);
  expect(timesOf("projects:handIn")).toBe(6);
  expect(timesOf("an award on the hall's screen")).toBeGreaterThan(1);
  expect(ledger.count("description of")).toBe(6);
  expect(ledger.count("picture of")).toBe(6);
  expect(timesOf("projects:putBackPicture")).toBe(6);
  expect(timesOf("projects:choose")).toBe(6);
  expect(ledger.refusals.get("a second press on Join: already_in_team")).toBe(
    16,
  );
  // By the deployment's clock it was too early to say that nobody came.
  expect(ledger.refusals.get("help:nobodyCame: changed_since")).toBe(1);
  expect(ledger.count("help of")).toBe(1);
  expect(ledger.count("phone of")).toBe(24);
  // Another remote meant the award that was there already, each time.
  expect(ledger.refusals.get("ceremony:move: changed_since")).toBeGreaterThan(
    1,
  );
  const callsOf = (name: string) => deployment.usage.get(name)?.calls ?? 0;
  expect(callsOf("teams:join")).toBe(32);
  // A wrong phase was taken back, and the second tap changed nothing.
  expect(callsOf("settings:takeBack")).toBe(2);
  const rehearsed = {
    ...stage,
    speed: 4_320,
    seed: 7,
    seconds: 30,
    burden: [],
  };
  expect(asText(rehearsed)).toContain("nothing lost");
  // An announcement is one run, and an answer for each page that has it open.
  expect(ledger.answers.get("announcements:list")).toBeGreaterThan(
    2 * callsOf("announcements:list"),
  );
  const day = dayOf(deployment.usage, 240);
  expect(day.filter(({ calls, bytes }) => !(calls > 0 && bytes > 0))).toEqual(
    [],
  );
  expect(asPage(rehearsed)).toContain("<td>teams:join</td><td>32</td>");

  await expect(Deployment.named(server.url, adminKey)).rejects.toThrow(
    "There are accounts at",
  );
  await expect(Deployment.named(server.url, "no key")).rejects.toThrow(
    "CONVEX_ADMIN_KEY does not open",
  );
  await Promise.all(crowd.map(async (person) => person.close()));
  await deployment.close();
});
