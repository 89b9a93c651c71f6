import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterEach, expect, test } from "vitest";
import { IdleCollector } from "../../src/cli/idle-collector";
import type { Heap } from "../../src/cli/v8-heap";
import { ChildServer } from "../engine/child-server";
import { closeAll, temporaryDataDir } from "../engine/test-server";
import { TestTime } from "../functions/test-time";

const MIB = 1024 * 1024;
const SECOND_MS = 1000;
const HOUR_MS = 3600 * SECOND_MS;

/** A heap whose every collection takes a millisecond for each live MiB. */
class TestHeap implements Heap {
  readonly #time: TestTime;
  steps = 3;
  liveMib = 40;
  garbageMib = 0;
  /** Share of the garbage that a collection takes. */
  collectedShare = 1;
  /** Whether the event loop never rests. */
  isBusy = false;
  /** When there were collections, in seconds. */
  collections: number[] = [];
  #pausedMs = 0;

  constructor(time: TestTime) {
    this.#time = time;
  }

  use() {
    const usedBytes = (this.liveMib + this.garbageMib) * MIB;
    return { heldBytes: usedBytes, usedBytes };
  }

  busyMs(): number {
    return (this.isBusy ? this.#time.steadyNow() : 0) + this.#pausedMs;
  }

  async collect(): Promise<void> {
    this.collections.push(Math.round(this.#time.steadyNow() / SECOND_MS));
    this.garbageMib *= 1 - this.collectedShare;
    this.#pausedMs += this.liveMib;
    this.#time.pause(this.liveMib);
  }
}

let collector: IdleCollector | undefined;

afterEach(async () => {
  collector?.close();
  await closeAll();
});

function start(liveMib = 40) {
  const time = new TestTime();
  const heap = new TestHeap(time);
  heap.liveMib = liveMib;
  const clients = { mib: 0 };
  const clientBytes = () => clients.mib * MIB;
  collector = new IdleCollector({ heap, clientBytes, timers: time });
  return { time, heap, clients };
}

test("garbage is collected when the event loop has been quiet for seconds", async () => {
  const { time, heap } = start();
  heap.isBusy = true;
  heap.garbageMib = 60;
  await time.advance(30 * SECOND_MS);
  expect(heap.collections).toEqual([]);
  heap.isBusy = false;
  await time.advance(4 * SECOND_MS);
  expect(heap.collections).toEqual([]);
  await time.advance(10 * SECOND_MS);
  expect(heap.garbageMib).toBe(0);
  // The second one gives nothing back, so there is no third.
  expect(heap.collections).toEqual([35, 37]);
});

test("what a fifth of the heap is not worth is left to V8", async () => {
  const { time, heap } = start(200);
  heap.garbageMib = 39;
  await time.advance(60 * SECOND_MS);
  expect(heap.collections).toEqual([]);
  heap.garbageMib = 41;
  await time.advance(60 * SECOND_MS);
  expect(heap.collections).toHaveLength(2);
});

test.each([
  [3, 20],
  [1, 80],
])("there are at most %i collections in a row", async (steps, leftMib) => {
  const { time, heap } = start();
  heap.steps = steps;
  heap.garbageMib = 160;
  heap.collectedShare = 0.5;
  await time.advance(30 * SECOND_MS);
  expect(heap.collections).toHaveLength(steps);
  expect(heap.garbageMib).toBe(leftMib);
});

test("work that begins between two collections delays the second", async () => {
  const { time, heap } = start();
  heap.garbageMib = 160;
  heap.collectedShare = 0.5;
  await time.advance(10.5 * SECOND_MS);
  heap.isBusy = true;
  const { length } = heap.collections;
  expect(length).toBe(1);
  await time.advance(60 * SECOND_MS);
  expect(heap.collections).toHaveLength(1);
});

test("a large heap waits for a longer quiet and is collected rarely", async () => {
  const { time, heap } = start();
  heap.liveMib = 500;
  await time.advance(24 * SECOND_MS);
  expect(heap.collections).toEqual([]);
  await time.advance(25 * SECOND_MS);
  expect(heap.collections).toEqual([25]);
  await time.advance(HOUR_MS);
  expect(heap.collections).toEqual([25, 51]);
  // Each round in vain doubles the rest, so not all of twelve growths get one.
  for (let growths = 0; growths < 12; growths++) {
    heap.liveMib *= 1.3;
    await time.advance(HOUR_MS / 12);
  }
  expect(heap.collections.length).toBeLessThan(10);
});

test("what clients hold is not garbage until they let go", async () => {
  const { time, heap, clients } = start();
  heap.liveMib = 140;
  clients.mib = 100;
  await time.advance(60 * SECOND_MS);
  expect(heap.collections).toEqual([]);
  heap.liveMib = 40;
  heap.garbageMib = 100;
  clients.mib = 0;
  await time.advance(SECOND_MS);
  expect(heap.garbageMib).toBe(0);
});

test("it stops when it is closed", async () => {
  const { time, heap } = start();
  heap.garbageMib = 60;
  collector?.close();
  await time.advance(60 * SECOND_MS);
  expect(heap.collections).toEqual([]);
});

test("an idle server gives back what it no longer needs", async () => {
  const litter = pathToFileURL(join(import.meta.dirname, "litter.mjs"));
  const child = new ChildServer(["serve", "--data", await temporaryDataDir()], {
    env: { PORT: "0", NODE_OPTIONS: `--import=${litter.href}` },
  });
  await child.ready();
  const canTrim = hasGlibc() && (await hasKoffi());
  for (const what of [
    "litter is gone",
    ...(canTrim ? ["memory is back"] : []),
  ]) {
    await expect
      .poll(() => child.stdout, { timeout: 60_000, interval: 200 })
      .toContain(`The ${what}`);
  }
});

/** Other C libraries, such as musl's, have no function that gives memory back. */
function hasGlibc(): boolean {
  const { header } = process.report.getReport() as { header: object };
  return "glibcVersionRuntime" in header;
}

/** An optional package, without which the function cannot be called. */
function hasKoffi(): Promise<boolean> {
  return import("koffi").then(
    () => true,
    () => false,
  );
}
