import type { Value } from "convex/values";

const EARLIEST = Date.UTC(2000, 0, 1);
const LATEST = Date.UTC(2100, 0, 1);

/** Does a value look like milliseconds since the epoch in this century? */
export function isTimeLike(value: Value | undefined): value is number {
  return typeof value === "number" && value >= EARLIEST && value < LATEST;
}
