import { expect, test } from "vitest";
import { RecentSnapshots } from "../../src/http/recent-snapshots";
import type { Snapshot } from "../../src/transaction/snapshot";
import { TestTime } from "../functions/test-time";

test("a snapshot is kept for a minute", () => {
  const time = new TestTime();
  const snapshots = new RecentSnapshots(time);
  const snapshot = { ts: 5n } as Snapshot;
  snapshots.keep(snapshot);
  time.pause(60_000);
  expect(snapshots.find(5n)).toBe(snapshot);
  expect(snapshots.find(6n)).toBeNull();
  time.pause(1);
  expect(snapshots.find(5n)).toBeNull();
});
