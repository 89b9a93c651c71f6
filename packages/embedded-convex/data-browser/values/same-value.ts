import type { Value } from "convex/values";
import { printValue } from "./print-value";

/** Whether two values are equal; undefined (absent) equals only itself. */
export function sameValue(a: Value | undefined, b: Value | undefined): boolean {
  if (a === b) return true;
  if (a === undefined || b === undefined) return false;
  return printValue(a) === printValue(b);
}
