import { inspect } from "node:util";
import type { JSONValue } from "convex/values";
import { ConflictError, UserError } from "../../base/errors";
import type { FunctionFailure } from "./function-call";
import type { SourceMaps } from "../loading/source-maps";

const CONVEX_ERROR = Symbol.for("ConvexError");

/**
 * A failed call of another function, as its caller sees it. The client library
 * makes a ConvexError of it if, and only if, `data` is not undefined.
 */
export class CalledFunctionError extends Error {
  override readonly name = "CalledFunctionError";
  readonly data: JSONValue | undefined;

  constructor({ message, data }: FunctionFailure) {
    super(message);
    this.data = data;
  }
}

/** A call that was refused before, or because of what came after, user code. */
export class RefusedCallError extends Error {
  override readonly name = "RefusedCallError";
}

/**
 * Describes what a function threw. ConvexErrors are known by their symbol: the
 * app and its components each bring a class of their own.
 */
export function describeFailure(
  thrown: unknown,
  sourceMaps: SourceMaps,
): FunctionFailure {
  if (thrown instanceof RefusedCallError) return { message: thrown.message };
  if (!(thrown instanceof Error)) {
    return { message: `Uncaught ${inspect(thrown)}` };
  }
  const frames = sourceMaps.frames(thrown.stack ?? "");
  if (CONVEX_ERROR in thrown && "data" in thrown) {
    const text = String(thrown.data);
    return {
      message: [`Uncaught ConvexError: ${text}`, ...frames].join("\n"),
      data: JSON.parse(text) as JSONValue,
    };
  }
  const message = `Uncaught ${nameOf(thrown)}: ${thrown.message}`;
  return { message: [message, ...frames].join("\n") };
}

function nameOf(error: Error): string {
  return error instanceof UserError || error instanceof ConflictError
    ? "Error"
    : error.name;
}
