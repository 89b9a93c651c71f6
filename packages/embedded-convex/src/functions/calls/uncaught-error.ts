import { engineStackOf } from "./error-stacks";
import type { Frame } from "./frame";

/**
 * Fails a call for what would have ended the process in Node: an uncaught
 * exception in a callback, or `process.exit`. The names are Convex's.
 */
export class UncaughtError extends Error {
  override readonly name: "uncaughtException" | "process.exit";

  constructor(name: UncaughtError["name"], thrown: unknown) {
    const isError = thrown instanceof Error;
    super(isError ? thrown.message : String(thrown), { cause: thrown });
    this.name = name;
    if (isError) this.stack = engineStackOf(thrown);
  }
}

/** Fails the call that an uncaught exception belongs to. */
export function failCall(frame: Frame, thrown: unknown): void {
  frame.fail(
    thrown instanceof UncaughtError
      ? thrown
      : new UncaughtError("uncaughtException", thrown),
  );
}
