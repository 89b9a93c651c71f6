/** The ceremony on a server: what its HTTP side tells, and how soon a screen follows. */
import { expect, test } from "vitest";
import { api } from "#convex/_generated/api";
import type { Id } from "#convex/_generated/dataModel";
import { PREVIEW_PATH } from "#convex/platform/siteAddress";
import { DEFAULT_CRITERIA } from "#convex/judging/shared/judging";
import { FEED_PATH } from "#convex/content/shared/schedule";
import {
  startServer,
  type TestServer,
} from "../../packages/embedded-convex/tests/engine/test-server";
import { handInRow, projectRow } from "../handed-in";
import { byHand } from "./by-hand";
import { enter, quickFunctions } from "./stage";

/** A judge has scored a project, judging is closed, and somebody of its team is signed in. */
async function judgedEvent(server: TestServer) {
  const hand = byHand(server);
  const rita = await enter(server, "Rita", "organiser");
  const dev = await enter(server, "Dev", "judge");
  const asha = await enter(server, "Asha");
  await asha.client.mutation(api.teams.create, {
    name: "Owls",
    description: "",
  });
  const teamId = (await hand.rows("teams"))[0]?._id as Id<"teams">;
  const content = { name: "Kite", summary: "It flies" };
  await hand.add("projects", projectRow(teamId, content));
  const [project] = await hand.rows("projects");
  const projectId = project?._id as Id<"projects">;
  await hand.add("handIns", {
    ...handInRow({ projectId, teamId }, content),
    teamName: "Owls",
    memberIds: [asha.uid],
    byId: asha.uid,
  });
  const [handIn] = await hand.rows("handIns");
  if (handIn) await hand.edit("projects", projectId, { handInId: handIn._id });
  await rita.client.mutation(api.judging.assign, { perProject: 1 });
  await dev.client.mutation(api.judging.score, {
    projectId,
    marks: Object.fromEntries(DEFAULT_CRITERIA.map(({ id }) => [id, 4])),
  });
  await rita.client.mutation(api.judging.close, {});
  return { rita, dev, asha, projectId };
}

test("no address tells more than what is revealed, in any state, to anybody but organisers", async () => {
  const server = await startServer({ functions: await quickFunctions() });
  const { rita, dev, asha, projectId } = await judgedEvent(server);
  // Every other query: tests/convex/judging.test.ts.
  const calls = [
    "ceremony:revealed",
    "ceremony:remote",
    "judging:published",
    "judging:results",
  ].map((path) => ({ path, args: {} }));
  const tokens = { visitor: null, participant: asha.token, judge: dev.token };

  async function answers() {
    const told = new Map<string, string>();
    const ask = async (name: string, path: string, init: RequestInit = {}) => {
      const response = await fetch(server.url + path, init);
      told.set(name, `${response.status} ${await response.text()}`);
    };
    for (const [role, token] of Object.entries(tokens)) {
      const headers = {
        "content-type": "application/json",
        ...(token !== null && { authorization: `Bearer ${token}` }),
      };
      const posted = (body: object) => ({
        method: "POST",
        headers,
        body: JSON.stringify({ format: "json", ...body }),
      });
      const batch = await fetch(
        `${server.url}/api/query_batch`,
        posted({ queries: calls }),
      );
      const { results } = (await batch.json()) as { results: unknown[] };
      expect(results).toHaveLength(calls.length);
      for (const [nth, call] of calls.entries()) {
        const { path: name, args } = call;
        told.set(`${role} ${name}`, JSON.stringify(results[nth]));
        await ask(`${role} ${name} POST`, "/api/query", posted(call));
        const given = new URLSearchParams({
          path: name,
          args: JSON.stringify(args),
          format: "json",
        });
        await ask(`${role} ${name} GET`, `/api/query?${given.toString()}`, {
          headers,
        });
        const run = `/api/run/${name.replace(":", "/")}`;
        await ask(`${role} ${name} run`, run, posted({ args }));
      }
    }
    await ask("calendar", FEED_PATH);
    await ask("preview", PREVIEW_PATH + projectId);
    return told;
  }

  const before = await answers();
  const changed = async () =>
    [...(await answers())].filter(
      ([call, answer]) =>
        // Errors name their requests.
        before.get(call)?.replace(/Request ID: \w+/g, "") !==
        answer.replace(/Request ID: \w+/g, ""),
    );
  const move = async () => {
    const remote = await rita.client.query(api.ceremony.remote, {});
    if (remote === null) throw new Error("nothing is staged");
    const { _id: id, step: from } = remote;
    await rita.client.mutation(api.ceremony.move, { id, from, isBack: false });
  };

  expect([...before.values()].join()).not.toContain("first-place");
  await rita.client.mutation(api.ceremony.stage, {});
  expect(await changed()).toEqual([]);
  await move();
  const opened = await changed();
  expect(opened.map(([call]) => call.split(" ")[1])).toEqual(
    Array<string>(12).fill("ceremony:revealed"),
  );
  expect(opened.map(([, answer]) => answer).join()).not.toMatch(/Kite|Owls/);
  await move();
  const revealed = await changed();
  expect(revealed).toHaveLength(12);
  for (const [, answer] of revealed) expect(answer).toContain("Kite");
});
