import type { Value } from "convex/values";

const EARLIEST = Date.UTC(2000, 0, 1);
const LATEST = Date.UTC(2100, 0, 1);

/** Whether a value looks like a timestamp in milliseconds of this century. */
export function isTimeLike(value: Value | undefined): value is number {
  return typeof value === "number" && value >= EARLIEST && value < LATEST;
}
