import { Session } from "node:inspector";
import { performance } from "node:perf_hooks";
import type { Timers } from "../base/timers";

const MIB = 1024 * 1024;
const LOOK_MS = 10_000;
/** Growth since the last collection that is worth a pause. */
const WORTHWHILE_GROWTH = 1.2;
/** Share of its time for which an idle server may be busy. */
const IDLE_SHARE = 0.2;
/** A collection pauses the server: for 0.1 s at 16 MiB, longer for more. */
const LARGE_HEAP_BYTES = 128 * MIB;

/** What the process uses at the moment. */
export type Usage = {
  /** Physical memory, in bytes. */
  residentBytes: number;
  /** Objects in V8's heap, in bytes, including those that nothing refers to. */
  heapBytes: number;
  /** Share of the time since the last look in which the event loop was busy. */
  busyShare: number;
};

type Options = {
  timers: Timers;
  usage?: () => Usage;
  collect?: () => void;
};

/**
 * Returns memory to the system while the server is idle. V8 collects garbage
 * only when something is allocated, so an idle server would keep what a rush
 * has left behind, and its young generation would stay at its largest size.
 *
 * @returns a function that stops it
 */
export function collectWhenIdle({
  timers,
  usage = usageSinceLastCall(),
  collect = collectGarbage,
}: Options): () => void {
  let lowest = usage().residentBytes;
  let hasCollected = false;
  let cancel = () => {};
  const look = () => {
    const { residentBytes, heapBytes, busyShare } = usage();
    if (hasCollected) lowest = residentBytes;
    hasCollected =
      residentBytes > lowest * WORTHWHILE_GROWTH &&
      heapBytes <= LARGE_HEAP_BYTES &&
      busyShare <= IDLE_SHARE;
    if (hasCollected) collect();
    lowest = Math.min(lowest, residentBytes);
    cancel = timers.schedule(LOOK_MS, look);
  };
  cancel = timers.schedule(LOOK_MS, look);
  return () => cancel();
}

function usageSinceLastCall(): () => Usage {
  let before = performance.eventLoopUtilization();
  return () => {
    const now = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(now, before);
    before = now;
    const { rss, heapUsed } = process.memoryUsage();
    return {
      residentBytes: rss,
      heapBytes: heapUsed,
      busyShare: utilization,
    };
  };
}

/** The inspector's command also shrinks the heap, which `gc()` does not. */
function collectGarbage(): void {
  const session = new Session();
  session.connect();
  session.post("HeapProfiler.collectGarbage", () => session.disconnect());
}
