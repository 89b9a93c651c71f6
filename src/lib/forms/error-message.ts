import { isAppError } from "#convex/platform/shared/errors";

/** The message of a refusal, or `fallback` for other errors. */
export function messageOf(error: unknown, fallback: string): string {
  return isAppError(error) ? error.data.message : fallback;
}
