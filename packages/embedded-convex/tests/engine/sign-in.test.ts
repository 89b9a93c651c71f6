import { beforeAll, expect, test, vi } from "vitest";
import { MovableClock } from "../../src/base/clock";
import { manualClock } from "../base/manual-clock";
import { people } from "./chat-api";
import { RawSocket } from "./raw-socket";
import {
  newClient,
  newHttpClient,
  startServer,
  type TestServer,
} from "./test-server";

let url: string;
let token: TestServer["token"];
const clock = manualClock(Date.now());
beforeAll(async () => {
  ({ url, token } = await startServer({ clock }));
});

test("a signed-in user has the identity in the token", async () => {
  const client = newClient(url);
  const changes: boolean[] = [];
  client.setAuth(
    () => token("ann"),
    (isAuthenticated) => changes.push(isAuthenticated),
  );
  await expect.poll(() => changes[0]).toBe(true);
  const seen: unknown[] = [];
  client.onUpdate(people.me, {}, (me) => seen.push(me));
  await expect.poll(() => seen.at(-1)).toBe("ann");
  expect(await client.mutation(people.sign, {})).toBe("ann");
  const echo = await client.action(people.echo, { value: 1 });
  expect(echo).toEqual({ value: 1, subject: "ann" });
});

test.each(["/api/query", "/echo"])(
  "the signature of a token is checked once for a call of %s",
  async (path) => {
    const authorization = `Bearer ${await token("ann")}`;
    const check = vi.spyOn(crypto.subtle, "verify");
    const body = JSON.stringify({ path: "people:me", args: {} });
    const init = { method: "POST", headers: { authorization }, body };
    const response = await fetch(url + path, init);
    expect(response.ok).toBe(true);
    expect(check).toHaveBeenCalledTimes(1);
    check.mockRestore();
  },
);

test("signing out removes the user's results", async () => {
  const raw = await RawSocket.connect(url);
  raw.authenticate(await token("ann"));
  raw.addQuery(0, "people:me", {});
  await expect
    .poll(() => raw.ofType("Transition").at(-1))
    .toMatchObject({
      endVersion: { identity: 1, querySet: 1 },
      modifications: [{ queryId: 0, value: "ann" }],
    });
  raw.send({ type: "Authenticate", baseVersion: 1, tokenType: "None" });
  await expect
    .poll(() => raw.ofType("Transition").at(-1))
    .toMatchObject({
      endVersion: { identity: 2 },
      modifications: [{ queryId: 0, value: null }],
    });
});

test("a client that signs in and subscribes at once gets one Transition", async () => {
  const raw = await RawSocket.connect(url);
  const value = await token("ann");
  raw.together(() => {
    raw.authenticate(value);
    raw.addQuery(0, "people:me", {});
  });
  await expect.poll(() => raw.ofType("Transition")).not.toHaveLength(0);
  expect(raw.ofType("Transition")).toMatchObject([
    {
      endVersion: { identity: 1, querySet: 1 },
      modifications: [{ value: "ann" }],
    },
  ]);
});

test("two users with the same query each see their own result", async () => {
  const names = ["ann", "bob"];
  const sockets = await Promise.all(
    names.map(async (name, i) => {
      const raw = await RawSocket.connect(url, String(i + 1));
      raw.authenticate(await token(name));
      raw.addQuery(0, "people:me", {});
      return raw;
    }),
  );
  for (const [i, raw] of sockets.entries()) {
    await expect
      .poll(() => raw.ofType("Transition").at(-1)?.modifications)
      .toMatchObject([{ value: names[i] }]);
  }
});

test("a token that is not valid is an AuthError and closes the socket", async () => {
  const raw = await RawSocket.connect(url);
  raw.authenticate("garbage");
  await expect.poll(() => raw.closeCode).toBe(1005);
  expect(raw.received).toEqual([
    {
      type: "AuthError",
      error: expect.any(String),
      baseVersion: 0,
      authUpdateAttempted: true,
    },
  ]);
});

test("a client whose first token is bad signs in with a fresh one", async () => {
  const client = newClient(url);
  const fetchToken = vi.fn(
    async ({ forceRefreshToken }: { forceRefreshToken: boolean }) =>
      forceRefreshToken ? token("ann") : "stale",
  );
  const changes: boolean[] = [];
  client.setAuth(fetchToken, (is) => changes.push(is));
  await expect.poll(() => changes.at(-1)).toBe(true);
  const seen: unknown[] = [];
  client.onUpdate(people.me, {}, (me) => seen.push(me));
  await expect.poll(() => seen.at(-1)).toBe("ann");
});

test("a client with only bad tokens ends up signed out", async () => {
  const client = newClient(url);
  let n = 0;
  const changes: boolean[] = [];
  client.setAuth(
    async () => `bad ${(n += 1)}`,
    (is) => changes.push(is),
  );
  await expect.poll(() => changes).toEqual([false]);
  const seen: unknown[] = [];
  client.onUpdate(people.me, {}, (me) => seen.push(me));
  await expect.poll(() => seen).toEqual([null]);
});

test("the HTTP API accepts the same tokens", async () => {
  const client = newHttpClient(url);
  client.setAuth(await token("ann"));
  expect(await client.query(people.me, {})).toBe("ann");
  expect(await client.mutation(people.sign, {})).toBe("ann");
  client.setAuth("bad");
  await expect(client.query(people.me, {})).rejects.toThrow(/code/);
});

test("when the clock is put forward a client renews its token and goes on, and one that cannot is refused", async () => {
  const server = await startServer({ clock: new MovableClock() });
  const raw = await RawSocket.connect(server.url);
  raw.authenticate(await server.token("ann"));
  const client = newClient(server.url);
  let lifetimeSeconds = 3600;
  client.setAuth(async () => server.token("ann", lifetimeSeconds));
  const seen: unknown[] = [];
  client.onUpdate(people.me, {}, (me) => seen.push(me));
  await expect.poll(() => seen.at(-1)).toBe("ann");
  lifetimeSeconds *= 4;
  await server.engine.advance(2 * 3600 * 1000);
  await expect.poll(() => raw.closeCode).toBe(1005);
  expect(raw.received.at(-1)).toMatchObject({
    type: "AuthError",
    error: "The token has expired",
  });
  expect(await client.mutation(people.sign, {})).toBe("ann");
  expect(seen).not.toContain(null);
});

// Last: for the others the clock stands.
test("an idle socket is closed when its token expires", async () => {
  const raw = await RawSocket.connect(url);
  raw.authenticate(await token("ann", 1));
  await expect.poll(() => raw.ofType("Transition")).toHaveLength(1);
  expect(raw.closeCode).toBeNull();
  clock.advance(60_000);
  await expect.poll(() => raw.closeCode).toBe(1005);
  expect(raw.received.at(-1)).toMatchObject({
    type: "AuthError",
    baseVersion: 1,
    authUpdateAttempted: false,
  });
});
