import type { Frame } from "./frame";
import { engineStack, INDESCRIBABLE } from "./function-failure";

/** The ends of the process for which a call has failed already. */
const ends = new WeakSet<object>();

/**
 * Fails a call for what would have ended the process in Node: an uncaught
 * exception in a callback, or `process.exit`. The names are Convex's.
 */
export class UncaughtError extends Error {
  override readonly name: "uncaughtException" | "process.exit";

  constructor(name: UncaughtError["name"], thrown: unknown) {
    const { message, stack } = lookAt(thrown);
    super(message, { cause: thrown });
    this.name = name;
    if (stack !== undefined) this.stack = stack;
  }
}

/** Fails the call that an uncaught exception belongs to. */
export function failCall(frame: Frame, thrown: unknown): void {
  // Its creator has failed the call already.
  if (ends.has(Object(thrown) as object)) return;
  frame.fail(new UncaughtError("uncaughtException", thrown));
}

/**
 * Fails the call of this frame, if any, for the end of the process that its code asked
 * for, and throws.
 */
export function failForEnd(frame: Frame | undefined, how: string): never {
  const thrown = new Error(`process.exit() called with ${how}`);
  const error = new UncaughtError("process.exit", thrown);
  ends.add(error);
  frame?.fail(error);
  throw error;
}

/** Code can throw anything, also what fails when it is looked at. */
function lookAt(thrown: unknown): { message: string; stack?: string } {
  try {
    return thrown instanceof Error
      ? { message: `${thrown.message}`, stack: engineStack(thrown) }
      : { message: String(thrown) };
  } catch {
    return { message: INDESCRIBABLE };
  }
}
