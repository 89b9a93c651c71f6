import { beforeAll, expect, test } from "vitest";
import { messages } from "./chat-api";
import {
  newClient,
  newHttpClient,
  startServer,
  type TestServer,
} from "./test-server";

let production: TestServer;
let development: TestServer;
beforeAll(async () => {
  production = await startServer({ isProduction: true });
  development = await startServer({ isProduction: false });
});

const REDACTED = /\[Request ID: [0-9a-f]{16}\] Server Error/;

test("in production a client gets only the request id of an error", async () => {
  const { log, url } = production;
  const client = newClient(url);
  const error = await client.mutation(messages.crash, {}).catch(String);
  expect(error).toMatch(REDACTED);
  expect(error).not.toContain("secret");
  const [, requestId = "absent"] = /ID: ([0-9a-f]+)/.exec(String(error)) ?? [];
  const lines = log.filter((line) => line.includes(requestId));
  expect(lines).toHaveLength(1);
  expect(lines[0]).toContain("mutation messages:crash");
  expect(lines[0]).toContain("the secret is 42");
  expect(lines[0]).not.toContain("\n");
});

test("the error of a query is reported in the same way", async () => {
  const { log, url } = production;
  const client = newClient(url);
  const errors: Error[] = [];
  client.onUpdate(
    messages.crashingQuery,
    {},
    () => {},
    (error) => errors.push(error),
  );
  await expect.poll(() => errors).toHaveLength(1);
  expect(errors[0]?.message).toMatch(REDACTED);
  expect(errors[0]?.message).not.toContain("secret");
  expect(log.filter((line) => line.includes("crashingQuery"))).toHaveLength(1);
});

test.each([true, false])(
  "a ConvexError reaches clients in full, production or not (%s)",
  async (isProduction) => {
    const { log, url } = isProduction ? production : development;
    log.length = 0;
    const refused = { data: { code: "refused" } };
    const client = newClient(url);
    await expect(client.mutation(messages.refuse, {})).rejects.toMatchObject(
      refused,
    );
    await expect(
      newHttpClient(url).mutation(messages.refuse, {}),
    ).rejects.toMatchObject(refused);
    expect(log).toEqual([]);
  },
);
