import { expect, test } from "vitest";
import { collectWhenIdle, type Usage } from "../../src/cli/idle-memory";
import { TestTime } from "../functions/test-time";

const MIB = 1024 * 1024;

function start() {
  const time = new TestTime();
  const usage: Usage = {
    residentBytes: 80 * MIB,
    heapBytes: 20 * MIB,
    busyShare: 0.01,
  };
  const collections: number[] = [];
  const stop = collectWhenIdle({
    timers: time,
    usage: () => usage,
    collect: () => collections.push(usage.residentBytes / MIB),
  });
  const minute = () => time.advance(60_000);
  return { usage, collections, stop, minute };
}

test("an idle server that has grown by a fifth collects once", async () => {
  const { usage, collections, minute } = start();
  await minute();
  expect(collections).toEqual([]);
  usage.residentBytes = 200 * MIB;
  await minute();
  // Nothing came of it, so it is not tried again before it has grown again.
  expect(collections).toEqual([200]);
  usage.residentBytes = 250 * MIB;
  await minute();
  expect(collections).toEqual([200, 250]);
});

test("after memory went back, the next growth is measured from there", async () => {
  const { usage, collections, minute } = start();
  usage.residentBytes = 200 * MIB;
  await minute();
  usage.residentBytes = 90 * MIB;
  await minute();
  usage.residentBytes = 120 * MIB;
  await minute();
  expect(collections).toEqual([200, 120]);
});

test("a busy server, and one with a large heap, does not pause", async () => {
  const { usage, collections, minute, stop } = start();
  usage.residentBytes = 400 * MIB;
  usage.busyShare = 0.5;
  await minute();
  usage.busyShare = 0;
  usage.heapBytes = 300 * MIB;
  await minute();
  expect(collections).toEqual([]);
  usage.heapBytes = 50 * MIB;
  stop();
  await minute();
  expect(collections).toEqual([]);
});
