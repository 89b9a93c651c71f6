import { inspect } from "node:util";
import type { JSONValue } from "convex/values";
import { BusyError, ConflictError, UserError } from "../../base/errors";
import { engineStackOf } from "./error-stacks";
import type { FunctionFailure } from "./call-and-outcome";
import type { SourceMaps } from "../app/source-maps";

const CONVEX_ERROR = Symbol.for("ConvexError");

/**
 * Failure of a nested call, as its caller sees it. The client library turns it
 * into a ConvexError if and only if `data` is not undefined.
 */
export class CalledFunctionError extends Error {
  override readonly name = "CalledFunctionError";
  readonly data: JSONValue | undefined;

  constructor(failure: FunctionFailure) {
    super(failureText(failure));
    this.data = failure.data;
  }
}

/** The backend refused a call, or the value that it returned. */
export class RefusedCallError extends Error {
  override readonly name = "RefusedCallError";
}

/**
 * Describes what a function threw, in Convex's words. ConvexErrors are
 * recognised by a symbol, because the app and each component bundle a class of
 * their own.
 *
 * @returns message, the stack mapped to the sources, and a ConvexError's data
 */
export function describeFailure(
  thrown: unknown,
  sourceMaps: SourceMaps,
): FunctionFailure {
  if (thrown instanceof RefusedCallError) return { message: thrown.message };
  if (thrown instanceof BusyError) return busyFailure(thrown);
  if (!(thrown instanceof Error))
    return { message: `Uncaught ${nameOf(thrown)}` };
  const failure = {
    message: uncaught(thrown),
    frames: sourceMaps.frames(stackOf(thrown)),
  };
  const data: unknown = CONVEX_ERROR in thrown && Reflect.get(thrown, "data");
  // The library encodes only the data of an error that the function itself throws.
  const isEncoded = typeof data === "string" && "ConvexErrorSymbol" in thrown;
  return isEncoded
    ? { ...failure, data: JSON.parse(data) as JSONValue }
    : failure;
}

/** The whole failure with a line break at its end, as in Convex's nested errors. */
export function failureText({ message, frames = [] }: FunctionFailure): string {
  return [message, ...frames, ""].join("\n");
}

export function busyFailure({ message }: BusyError): FunctionFailure {
  return { message, isBusy: true };
}

function uncaught(error: Error): string {
  const isOurs = error instanceof UserError || error instanceof ConflictError;
  const said = [isOurs ? "Error" : `${error.name}`, `${error.message}`];
  const text = said.filter((part) => part !== "").join(": ");
  return text === "" ? "Uncaught" : `Uncaught ${text}`;
}

/** Whether deployed code threw the error, and not the engine or Node. */
export function isOfDeployedCode(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const frames = engineStackOf(error).split("\n");
  const thrower = frames.find((line) => STACK_FRAME.test(line)) ?? "";
  return DEPLOYED_CODE.test(thrower);
}

const STACK_FRAME = /^ {4}at /;
/** See `source-maps.ts`. */
const DEPLOYED_CODE = /convex-\d+:/;

/** @returns the stack without the message, which may hold another's stack */
function stackOf(error: Error): string {
  const text = engineStackOf(error);
  const start = text.indexOf(error.message);
  return start < 0 ? text : text.slice(start + error.message.length);
}

/** V8's wording for a thrown value that is not an error. */
function nameOf(thrown: unknown): string {
  if (typeof thrown === "string") return thrown;
  if (typeof thrown !== "object" || thrown === null) return inspect(thrown);
  const type: unknown = Reflect.get(thrown, "constructor");
  return `#<${typeof type === "function" ? type.name : "Object"}>`;
}
