/** The queue of mails on the real scheduler, and unsubscribing by one click over HTTP. */
import {
  createServer,
  type IncomingMessage,
  type ServerResponse,
} from "node:http";
import { json } from "node:stream/consumers";
import { expect, test } from "vitest";
import { api } from "#convex/_generated/api";
import { listen } from "../../packages/embedded-convex/tests/base/listen";
import { manualClock } from "../../packages/embedded-convex/tests/base/manual-clock";
import { startServer } from "../../packages/embedded-convex/tests/engine/test-server";
import { byHand } from "./by-hand";
import { enter, quickFunctions, signedIn } from "./stage";

type Mail = { to: string[]; headers: Record<string, string> };
type Asked = { key: string; mails: Mail[] };

/** The next attempt to send a batch. */
const DELIVER = "platform/jobs.js:deliver";

/** A provider that a test answers for. */
async function startProvider(answer: (response: ServerResponse) => void) {
  const asked: Asked[] = [];
  const take = async (request: IncomingMessage, response: ServerResponse) => {
    const key = String(request.headers["idempotency-key"]);
    asked.push({ key, mails: (await json(request)) as Mail[] });
    answer(response);
  };
  const server = createServer(
    (request, response) => void take(request, response),
  );
  return { asked, url: `http://127.0.0.1:${await listen(server)}` };
}

test("a mail outlives the process in which it was being sent, comes once, and ends by one click", async () => {
  const answers: ((response: ServerResponse) => void)[] = [
    // Whoever waits for it is not let down: the server ends before it answers.
    () => {},
    (response) => response.writeHead(429).end("slower"),
  ];
  const provider = await startProvider((response) => {
    const answer = answers.shift();
    if (answer) answer(response);
    else response.end('{"data":[]}');
  });
  const { asked } = provider;
  const clock = manualClock(Date.now());
  const options = {
    functions: await quickFunctions(),
    clock,
    envFile: { AUTH_RESEND_KEY: "re_1", RESEND_BASE_URL: provider.url },
  };
  const first = await startServer(options);
  const rita = await enter(first, "Rita", "organiser");
  const leader = await enter(first, "Leader");
  await leader.client.mutation(api.teams.create, { name: "Nova" });
  await rita.client.mutation(api.settings.change, { submissionsOpenAt: 1 });
  expect(await rita.client.mutation(api.organiser.remindUnsubmitted, {})).toBe(
    1,
  );
  await expect.poll(() => asked.length).toBe(1);
  const { dataDir, port } = first;
  await first.close();

  let server = first;
  for (let starts = 2; starts <= 4; starts++) {
    clock.advance(5 * 60_000);
    server = await startServer({ ...options, dataDir, port });
    await expect.poll(() => asked.length).toBe(Math.min(starts, 3));
    // A server that is closed before it has noted the answer asks again.
    await expect
      .poll(async () => (await byHand(server).waiting()).includes(DELIVER))
      .toBe(starts < 3);
    if (starts < 4) await server.close();
  }
  expect(new Set(asked.map(({ key }) => key)).size).toBe(1);
  const [mail] = asked.at(-1)?.mails ?? [];
  expect(mail?.to).toEqual(["leader@example.in"]);

  const link = mail?.headers["List-Unsubscribe"]?.slice(1, -1) ?? "";
  const mailOff = async () => {
    const client = signedIn(server.url, leader.token);
    return (await client.query(api.users.me, {}))?.mailOff;
  };
  const page = await fetch(link);
  expect(page.headers.get("content-security-policy")).toContain(
    "default-src 'none'",
  );
  expect(page.headers.get("referrer-policy")).toBe("no-referrer");
  expect(await mailOff()).toEqual([]);
  const done = await fetch(link, {
    method: "POST",
    headers: { origin: "https://mail.example" },
    body: new URLSearchParams({ "List-Unsubscribe": "One-Click" }),
  });
  expect(done.status).toBe(200);
  expect(await mailOff()).toEqual(["reminders"]);
  expect(asked).toHaveLength(3);
});
