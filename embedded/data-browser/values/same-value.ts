import type { Value } from "convex/values";
import { printValue } from "./print-value";

/** Are two values of documents the same? Absent ones are only like each other. */
export function sameValue(a: Value | undefined, b: Value | undefined): boolean {
  if (a === b) return true;
  if (a === undefined || b === undefined) return false;
  return printValue(a) === printValue(b);
}
