import type { Frame } from "./frame";
import { engineStack } from "./function-failure";

/**
 * Fails a call for what would have ended the process in Node: an uncaught
 * exception in a callback, or `process.exit`. The names are Convex's.
 */
export class UncaughtError extends Error {
  override readonly name: "uncaughtException" | "process.exit";

  constructor(name: UncaughtError["name"], thrown: unknown) {
    super(thrown instanceof Error ? thrown.message : String(thrown), {
      cause: thrown,
    });
    this.name = name;
    if (thrown instanceof Error) this.stack = engineStack(thrown);
  }
}

/** Fails the call that an uncaught exception belongs to. */
export function failCall(frame: Frame, thrown: unknown): void {
  // Its creator has failed the call already.
  if (thrown instanceof UncaughtError) return;
  frame.fail(new UncaughtError("uncaughtException", thrown));
}
