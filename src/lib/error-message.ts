import { isAppError } from "../../convex/shared/errors";

/** The sentence of a refusal, or `fallback` for anything else. */
export function messageOf(error: unknown, fallback: string): string {
  return isAppError(error) ? error.data.message : fallback;
}
