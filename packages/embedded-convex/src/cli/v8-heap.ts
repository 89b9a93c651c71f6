import { performance } from "node:perf_hooks";
import { getHeapStatistics, setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { returnFreedMemory } from "./freed-memory";

export type HeapUse = {
  /** What the process has from the system: its resident set. */
  heldBytes: number;
  /** Objects in the heap, garbage among them. */
  usedBytes: number;
};

/** The heap of a process, and the event loop that works on it. */
export type Heap = {
  use(): HeapUse;
  /** Time that the event loop has been working so far. */
  busyMs(): number;
  /**
   * Collects all garbage soon, and gives freed memory back to the system; resolves
   * when that is done.
   */
  collect(): Promise<void>;
  /** How many collections in a row give back what can be given back. */
  readonly steps: number;
};

/**
 * In a task of its own, with nothing on the stack that could look like an
 * object. The flavor repeats the collection until it finds nothing more, and
 * gives back the young generation and empty pages.
 */
const OPTIONS = { type: "major", execution: "async", flavor: "last-resort" };

/** V8 11 (Node 20) knows no flavors: it gives memory back step by step. */
const STEPS = process.versions.v8.startsWith("11.") ? 3 : 1;

/**
 * The heap of this process; null if V8 cannot be told to collect.
 *
 * V8 has a function for it, which only contexts have that are created while a
 * flag is set.
 */
export function openHeap(): Heap | null {
  const collect = exposedCollect();
  if (collect === null) return null;
  return {
    use() {
      const { used_heap_size: usedBytes } = getHeapStatistics();
      return { heldBytes: process.memoryUsage.rss(), usedBytes };
    },
    busyMs: () => performance.eventLoopUtilization().active,
    collect,
    steps: STEPS,
  };
}

function exposedCollect(): (() => Promise<void>) | null {
  try {
    setFlagsFromString("--expose-gc");
    const collect: unknown = runInNewContext("globalThis.gc");
    setFlagsFromString("--no-expose-gc");
    if (typeof collect !== "function") return null;
    return async () => {
      await collect(OPTIONS);
      await returnFreedMemory();
    };
  } catch {
    return null;
  }
}
