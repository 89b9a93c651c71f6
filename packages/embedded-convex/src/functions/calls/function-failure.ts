import { inspect } from "node:util";
import type { JSONValue } from "convex/values";
import { BusyError, ConflictError, UserError } from "../../base/errors";
import type { FunctionFailure } from "./function-call";
import type { SourceMaps } from "../definitions/source-maps";

const CONVEX_ERROR = Symbol.for("ConvexError");

/**
 * Failure of a nested call, as its caller sees it. The client library turns it
 * into a ConvexError if and only if `data` is not undefined.
 */
export class CalledFunctionError extends Error {
  override readonly name = "CalledFunctionError";
  readonly data: JSONValue | undefined;

  constructor({ message, data }: FunctionFailure) {
    super(message);
    this.data = data;
  }
}

/** The backend refused a call, or the value that it returned. */
export class RefusedCallError extends Error {
  override readonly name = "RefusedCallError";
}

/**
 * Describes what a function threw. ConvexErrors are recognised by a symbol,
 * because the app and each component bundle a class of their own.
 *
 * @returns message with the stack mapped to the sources, and a ConvexError's
 *   data
 */
export function describeFailure(
  thrown: unknown,
  sourceMaps: SourceMaps,
): FunctionFailure {
  if (thrown instanceof RefusedCallError) return { message: thrown.message };
  if (thrown instanceof BusyError) return busyFailure(thrown);
  if (!(thrown instanceof Error)) {
    return { message: `Uncaught ${inspect(thrown)}` };
  }
  const frames = sourceMaps.frames(thrown.stack ?? "");
  const data: unknown = CONVEX_ERROR in thrown && Reflect.get(thrown, "data");
  // The library encodes the data only of what a function itself throws.
  if (typeof data === "string" && "ConvexErrorSymbol" in thrown) {
    return {
      message: [`Uncaught ConvexError: ${data}`, ...frames].join("\n"),
      data: JSON.parse(data) as JSONValue,
    };
  }
  const message = `Uncaught ${nameOf(thrown)}: ${thrown.message}`;
  return { message: [message, ...frames].join("\n") };
}

/** The failure of a call that was refused because the server is busy. */
export function busyFailure({ message }: BusyError): FunctionFailure {
  return { message, isBusy: true };
}

function nameOf(error: Error): string {
  return error instanceof UserError || error instanceof ConflictError
    ? "Error"
    : error.name;
}
