import { afterEach, beforeEach, expect, test, vi } from "vitest";
import {
  watchedSocket,
  watchConnection,
} from "../../src/lib/connection/watched-socket";

/** A socket whose other end says nothing unless the test lets it. */
class FakeSocket extends EventTarget {
  static readonly OPEN = 1;
  readyState = 1;
  onclose: (() => void) | null = null;
  onmessage = null;
  onopen = null;
  onerror = null;
  close(): void {
    this.readyState = 2;
  }
}

let client: (FakeSocket & { onclose: (() => void) | null }) | undefined;
let answers = true;
const asked = vi.fn(async () => {
  if (answers) client?.dispatchEvent(new Event("message"));
});
const closed = vi.fn();
const online = vi.fn();

/** What happens to the page, which is the test's own: a page is watched as long as it lives. */
let page = new EventTarget();

function connect() {
  const Socket = watchedSocket() as unknown as new () => FakeSocket;
  client = new Socket();
  client.onclose = closed;
}
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);
const unlock = () => page.dispatchEvent(new Event("visibilitychange"));

beforeEach(async () => {
  vi.useFakeTimers();
  vi.stubGlobal("WebSocket", FakeSocket);
  addEventListener("online", online);
  page = new EventTarget();
  const listen = page.addEventListener.bind(page);
  vi.stubGlobal("addEventListener", listen);
  vi.spyOn(document, "addEventListener").mockImplementation(listen);
  watchConnection(asked);
  answers = true;
  connect();
  client?.dispatchEvent(new Event("message"));
  await pass(1_000);
});
afterEach(() => {
  vi.clearAllMocks();
  removeEventListener("online", online);
});

test("a socket that answers after an unlock stays", async () => {
  unlock();
  await pass(10_000);
  expect(asked).toHaveBeenCalledTimes(1);
  expect(closed).not.toHaveBeenCalled();
});

test("one that does not is closed for the client, which tries again at once", async () => {
  answers = false;
  unlock();
  page.dispatchEvent(new Event("pageshow"));
  await pass(2_100);
  expect(asked).toHaveBeenCalledTimes(1);
  expect(closed).toHaveBeenCalledTimes(1);
  // Clients of other files in this worker may say it too.
  expect(online).toHaveBeenCalled();
});

test("a client that waits between tries does not wait after an unlock", async () => {
  client?.close();
  unlock();
  await pass(0);
  expect(online).toHaveBeenCalledTimes(1);
  expect(asked).not.toHaveBeenCalled();
});

test("a socket that is silent while it brings a long answer stays, as Convex's client gives it a minute", async () => {
  answers = false;
  await pass(59_000);
  expect(asked).not.toHaveBeenCalled();
  expect(closed).not.toHaveBeenCalled();
});

test("who gives one up at an unlock waits longer for the next, until something has come", async () => {
  answers = false;
  for (const [patience, times] of [
    [2_000, 1],
    [4_000, 2],
    [8_000, 3],
  ] as const) {
    unlock();
    await pass(patience - 100);
    expect(closed).toHaveBeenCalledTimes(times - 1);
    await pass(200);
    expect(closed).toHaveBeenCalledTimes(times);
    connect();
    await pass(10);
  }
  client?.dispatchEvent(new Event("message"));
  await pass(1);
  unlock();
  await pass(2_100);
  expect(closed).toHaveBeenCalledTimes(4);
});

test("a socket that is about to open has time for it", async () => {
  answers = false;
  if (client) client.readyState = 0;
  unlock();
  await pass(3_000);
  expect(closed).not.toHaveBeenCalled();
  await pass(2_000);
  expect(closed).toHaveBeenCalledTimes(1);
});
