import type { ConvexClient } from "convex/browser";
import { makeFunctionReference } from "convex/server";
import { beforeEach, expect, test } from "vitest";
import { api } from "#convex/_generated/api";
import { isAppError } from "#convex/shared/errors";
import type { Overview } from "#convex/shared/organiser";
import {
  startServer,
  type TestServer,
} from "../../packages/embedded-convex/tests/engine/test-server";
import { byHand } from "./by-hand";
import { enter, quickFunctions } from "./stage";

/** The message of a production deployment for an unexpected error. */
const UNEXPLAINED =
  /^\[CONVEX [MQ]\([\w/:]+\)\] \[Request ID: \w+\] Server Error\s+Called by client$/;

let server: TestServer;
beforeEach(async () => {
  server = await startServer({ functions: await quickFunctions() });
});

const newPerson = async (name: string) => (await enter(server, name)).client;
const newOrganiser = async (name: string) =>
  (await enter(server, name, "organiser")).client;

/** Subscribes to the overview as an open page does. */
class Screen {
  overview: Overview | undefined;
  refusal: string | undefined;

  constructor(organiser: ConvexClient) {
    organiser.onUpdate(
      api.organiser.overview,
      {},
      (overview) => {
        this.overview = overview;
      },
      (error) => {
        this.refusal = isAppError(error) ? error.data.code : error.message;
      },
    );
  }
}

test("the overview updates when users act", async () => {
  const screen = new Screen(await newOrganiser("Rita"));
  await expect
    .poll(() => screen.overview)
    .toMatchObject({ registered: 0, teams: 0, messagesWaiting: 0 });
  const asha = await newPerson("Asha");
  await expect.poll(() => screen.overview).toMatchObject({ registered: 1 });
  await asha.mutation(api.teams.create, { name: "Nova" });
  await expect
    .poll(() => screen.overview)
    .toMatchObject({ teams: 1, inTeams: 1, teamsBySize: [1, 0, 0, 0] });
  await asha.mutation(api.contact.send, {
    name: "Asha",
    email: "asha@example.in",
    subject: "Parking",
    message: "Where?",
  });
  await expect
    .poll(() => screen.overview)
    .toMatchObject({ messagesWaiting: 1 });
  await asha.mutation(api.account.remove, {});
  await expect
    .poll(() => screen.overview)
    .toMatchObject({ registered: 0, teams: 0 });
});

test("an open page is refused as soon as the organiser is dismissed", async () => {
  const rita = await newOrganiser("Rita");
  const screen = new Screen(rita);
  await expect.poll(() => screen.overview).toMatchObject({ registered: 0 });
  await byHand(server).run("jobs/roles:dismiss", {
    email: "rita@example.in",
  });
  await expect.poll(() => screen.refusal).toBe("organisers_only");
  expect(await rita.query(api.users.me, {})).toMatchObject({
    role: "participant",
  });
});

test("invalid arguments reveal nothing to a participant", async () => {
  const asha = await newPerson("Asha");
  const markMessage = makeFunctionReference<"mutation">(
    "organiser:markMessage",
  );
  const attempt = asha.mutation(markMessage, { messageId: 7 });
  await expect(attempt).rejects.toThrow(UNEXPLAINED);
});

test("nobody can call the operator's functions without the key", async () => {
  const rita = await newOrganiser("Rita");
  const email = "rita@example.in";
  const appoint = makeFunctionReference<"mutation">("jobs/roles:appoint");
  const dismiss = makeFunctionReference<"mutation">("jobs/roles:dismiss");
  const check = makeFunctionReference<"query">("jobs/integrity:check");
  const attempts = [
    rita.mutation(appoint, { email, role: "organiser" }),
    rita.mutation(dismiss, { email }),
    rita.query(check, {}),
  ];
  for (const attempt of attempts)
    await expect(attempt).rejects.toThrow(UNEXPLAINED);
});
