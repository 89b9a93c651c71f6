/** What becomes of chosen pictures over a line that is lost, silent or slow. */
import { getEventListeners } from "node:events";
import { beforeEach, expect, test, vi } from "vitest";
import type { Id } from "#convex/_generated/dataModel";
import { ConvexError } from "convex/values";
import { refusal } from "#convex/platform/shared/errors";
import { Busy, LineLost } from "../../src/routes/project/pictures/send-file";
import { Uploads, type Steps } from "../../src/routes/project/pictures/uploads";

const SECOND = 1_000;

beforeEach(() => {
  vi.useFakeTimers();
});

const file = (name: string) => new File(["photo"], name);
const blob = (size: number) => new Blob([new Uint8Array(size)]);
const stored = (nth: number) => `file ${nth}` as Id<"_storage">;
const picture = "picture" as Id<"pictures">;

type Sending = Parameters<Steps["send"]>[2] & {
  end: (id: Id<"_storage">) => void;
  fail: (error: Error) => void;
};

/** Uploads whose files leave when the test says so. */
function stage(steps: Partial<Steps> = {}) {
  const sendings: Sending[] = [];
  const remove = vi.fn(async () => Promise.resolve());
  const prepare = vi.fn(async () =>
    Promise.resolve({ picture: blob(900), thumbnail: blob(100) }),
  );
  const askWhere = vi.fn(async () =>
    Promise.resolve({ picture: "/1", thumbnail: "/2" }),
  );
  const uploads = new Uploads({
    prepare,
    askWhere,
    send: async (_address, _file, options) => {
      const over = new AbortController();
      const sending = new Promise<Id<"_storage">>((end, fail) => {
        const lose = () => fail(new LineLost());
        options.signal.addEventListener("abort", lose, over);
        sendings.push({ ...options, end, fail });
      });
      return sending.finally(() => over.abort());
    },
    add: async () => Promise.resolve(picture),
    remove,
    pause: async (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
    ...steps,
  });
  const settle = async () => vi.advanceTimersByTimeAsync(0);
  return { uploads, sendings, remove, prepare, askWhere, settle };
}

const sentOf = (uploads: Uploads) =>
  uploads.current().uploads.map(({ name, sent }) => [name, sent]);

test("the progress counts both files, and one picture is sent after the other", async () => {
  const { uploads, sendings, settle } = stage();
  uploads.start([file("a.jpg"), file("b.jpg")]);
  await settle();
  expect(sentOf(uploads)).toEqual([
    ["a.jpg", 0],
    ["b.jpg", null],
  ]);
  sendings[0]?.onSent(450);
  sendings[1]?.onSent(50);
  expect(sentOf(uploads)[0]).toEqual(["a.jpg", 0.5]);
  for (const [nth, { end }] of [...sendings].entries()) end(stored(nth));
  await settle();
  expect(uploads.current().added).toBe("a.jpg");
  expect(sentOf(uploads)).toEqual([["b.jpg", 0]]);
  // Chosen while another one is sent.
  uploads.start([file("c.jpg")]);
  expect(sentOf(uploads).map(([name]) => name)).toEqual(["b.jpg", "c.jpg"]);
});

test("what was prepared is sent again, as often as the line is lost", async () => {
  const { uploads, sendings, prepare, askWhere, settle } = stage();
  const listening = vi.spyOn(EventTarget.prototype, "addEventListener");
  const listeners = () =>
    [...new Set(listening.mock.contexts as AbortSignal[])].flatMap((signal) =>
      getEventListeners(signal, "abort"),
    ).length;
  uploads.start([file("a.jpg")]);
  await settle();
  const atFirst = listeners();
  for (let tries = 1; tries <= 8; tries++) {
    await settle();
    expect(sendings).toHaveLength(2 * tries);
    sendings.at(-1)?.fail(new LineLost());
    await settle();
    await vi.advanceTimersByTimeAsync(30 * SECOND);
  }
  await settle();
  // No try that is over still listens.
  expect(listeners()).toBe(atFirst);
  sendings.slice(-2).forEach(({ end }, nth) => end(stored(nth)));
  await settle();
  expect(uploads.current().added).toBe("a.jpg");
  expect(prepare).toHaveBeenCalledTimes(1);
  // The number of addresses that a person gets is limited.
  expect(askWhere).toHaveBeenCalledTimes(1);
  expect(uploads.current()).toMatchObject({ uploads: [], failed: [] });
});

test("a file for which there is no room is sent again to its address for a minute", async () => {
  const { uploads, sendings, askWhere, settle } = stage();
  uploads.start([file("a.jpg"), file("b.jpg")]);
  await settle();
  sendings[1]?.end(stored(2));
  for (let refusals = 1; refusals <= 8; refusals++) {
    sendings.at(refusals === 1 ? 0 : -1)?.fail(new Busy());
    await settle();
    expect(sendings).toHaveLength(1 + refusals);
    await vi.advanceTimersByTimeAsync(11 * SECOND);
    expect(sendings).toHaveLength(2 + refusals);
  }
  sendings.at(-1)?.end(stored(1));
  await settle();
  expect(uploads.current().added).toBe("a.jpg");
  expect(askWhere).toHaveBeenCalledTimes(2);
  for (let refusals = 0; refusals < 12; refusals++) {
    sendings.at(-1)?.fail(new Busy());
    await vi.advanceTimersByTimeAsync(11 * SECOND);
  }
  expect(uploads.current()).toMatchObject({
    uploads: [],
    failed: [{ name: "b.jpg", why: "Failed to upload the picture" }],
  });
});

test("an address that takes no more is replaced", async () => {
  const { uploads, sendings, askWhere, settle } = stage();
  uploads.start([file("a.jpg")]);
  await settle();
  sendings[0]?.fail(new Error("the upload failed: 413"));
  await vi.advanceTimersByTimeAsync(SECOND);
  expect(askWhere).toHaveBeenCalledTimes(2);
  sendings.slice(-2).forEach(({ end }, nth) => end(stored(nth)));
  await settle();
  expect(uploads.current().added).toBe("a.jpg");
});

test("a silent line is tried again after 15 seconds, then later, and a slow one is left alone", async () => {
  const { uploads, sendings, settle } = stage();
  uploads.start([file("a.jpg")]);
  await settle();
  for (let bytes = 0; bytes < 900; bytes += 100) {
    sendings[0]?.onSent(bytes);
    await vi.advanceTimersByTimeAsync(14 * SECOND);
  }
  expect(sendings).toHaveLength(2);
  await vi.advanceTimersByTimeAsync(2 * SECOND);
  await vi.advanceTimersByTimeAsync(SECOND);
  expect(sendings).toHaveLength(4);
  await vi.advanceTimersByTimeAsync(28 * SECOND);
  expect(sendings).toHaveLength(4);
  expect(sendings[2]?.signal.aborted).toBe(false);
  await vi.advanceTimersByTimeAsync(2 * SECOND);
  expect(sendings[2]?.signal.aborted).toBe(true);
});

test("an answer that was lost is asked for again, without sending the files again", async () => {
  const add = vi
    .fn<Steps["add"]>()
    .mockRejectedValueOnce(new Error("Connection lost"))
    .mockResolvedValue(picture);
  const { uploads, sendings, settle } = stage({ add });
  uploads.start([file("a.jpg")]);
  await settle();
  sendings.forEach(({ end }, nth) => end(stored(nth)));
  await settle();
  await vi.advanceTimersByTimeAsync(SECOND);
  expect(uploads.current().added).toBe("a.jpg");
  expect(sendings).toHaveLength(2);
  expect(add.mock.calls[1]).toEqual(add.mock.calls[0]);
});

test("a file that the deployment has deleted meanwhile is sent again", async () => {
  const add = vi
    .fn<Steps["add"]>()
    .mockRejectedValueOnce(new Error("Connection lost"))
    .mockRejectedValueOnce(
      new ConvexError(refusal("picture_refused", { why: "Gone." })),
    )
    .mockResolvedValue(picture);
  const { uploads, sendings, settle } = stage({ add });
  uploads.start([file("a.jpg")]);
  await settle();
  sendings.forEach(({ end }, nth) => end(stored(nth)));
  await settle();
  await vi.advanceTimersByTimeAsync(SECOND);
  expect(sendings).toHaveLength(4);
  sendings.slice(2).forEach(({ end }, nth) => end(stored(nth)));
  await settle();
  expect(uploads.current().added).toBe("a.jpg");
});

test("a refusal is said and ends the upload, and the next one goes on", async () => {
  const askWhere = vi
    .fn<Steps["askWhere"]>()
    .mockRejectedValueOnce(new ConvexError(refusal("submissions_closed", {})))
    .mockResolvedValue({ picture: "/1", thumbnail: "/2" });
  const { uploads, sendings, settle } = stage({ askWhere });
  uploads.start([file("a.jpg"), file("b.jpg")]);
  await settle();
  expect(sentOf(uploads)).toEqual([["b.jpg", 0]]);
  expect(uploads.current().failed).toEqual([
    { name: "a.jpg", why: expect.stringContaining("closed") },
  ]);
  expect(sendings).toHaveLength(2);
});

test("a deployment that goes on failing is given up", async () => {
  const add = vi.fn<Steps["add"]>().mockRejectedValue(new Error("a bug"));
  const { uploads, sendings, settle } = stage({ add });
  uploads.start([file("a.jpg")]);
  await settle();
  sendings.forEach(({ end }, nth) => end(stored(nth)));
  await vi.advanceTimersByTimeAsync(60 * SECOND);
  expect(uploads.current()).toEqual({
    uploads: [],
    failed: [{ name: "a.jpg", why: "Failed to upload the picture" }],
  });
  expect(add).toHaveBeenCalledTimes(5);
});

test("whoever cancels stops the sending, also while the line is away, and the next one goes on", async () => {
  const askWhere = vi
    .fn<Steps["askWhere"]>()
    .mockReturnValueOnce(new Promise(() => {}))
    .mockResolvedValue({ picture: "/1", thumbnail: "/2" });
  const { uploads, sendings, settle } = stage({ askWhere });
  uploads.start([file("a.jpg"), file("b.jpg"), file("c.jpg")]);
  await settle();
  const [a, , c] = uploads.current().uploads;
  uploads.cancel(c?.id ?? -1);
  uploads.cancel(a?.id ?? -1);
  await settle();
  expect(sentOf(uploads)).toEqual([["b.jpg", 0]]);
  uploads.cancelAll();
  await settle();
  expect(sendings.every(({ signal }) => signal.aborted)).toBe(true);
  expect(uploads.current()).toMatchObject({ uploads: [], failed: [] });
  expect(uploads.current().added).toBeUndefined();
});

test("a picture that is cancelled while the deployment adds it is removed again", async () => {
  let answer = (_id: typeof picture) => {};
  const { uploads, sendings, remove, settle } = stage({
    add: async () => new Promise((resolve) => (answer = resolve)),
  });
  uploads.start([file("a.jpg")]);
  await settle();
  sendings.forEach(({ end }, nth) => end(stored(nth)));
  await settle();
  uploads.cancelAll();
  await settle();
  expect(remove).not.toHaveBeenCalled();
  answer(picture);
  await settle();
  expect(remove).toHaveBeenCalledExactlyOnceWith(picture);
  expect(uploads.current()).toEqual({ uploads: [], failed: [] });
});
