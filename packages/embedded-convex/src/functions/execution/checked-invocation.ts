import { jsonToConvex, type JSONValue, type Value } from "convex/values";
import { LARGE_RESULT_BYTES } from "../../base/client-limits";
import {
  MAX_FUNCTION_ARGS_BYTES,
  MAX_FUNCTION_RESULT_BYTES,
} from "../../base/limits";
import { isJsonObject } from "../../base/parse-json";
import { turns } from "../../base/turns";
import { UserError, messageOf } from "../../base/errors";
import type { TableLookup } from "../../values/validators";
import { checkValue } from "../../values/value-limits";
import { currentFrame } from "../calls/current-frame";
import type { Frame } from "../calls/frame";
import { RefusedCallError } from "../calls/function-failure";
import type { RegisteredFunction } from "../app/registered-function";

/**
 * Runs a function inside `frame`, and validates its arguments and its result.
 *
 * @param args an array of at most one object, encoded
 * @param onResult called with the length of the result, also of one that is refused
 * @returns JSON text of the encoded result
 * @throws RefusedCallError when arguments or result are not valid
 * @throws whatever the function throws
 */
export async function invokeChecked(
  frame: Frame,
  fn: RegisteredFunction,
  args: readonly JSONValue[],
  tables: TableLookup,
  onResult?: (length: number) => void,
): Promise<string> {
  const argsText = encodeArguments(fn, args, tables);
  const text = await currentFrame.run(frame, fn.invoke, argsText);
  await frame.settled();
  onResult?.(text.length);
  if (text.length < LARGE_RESULT_BYTES) checkResult(fn, text, tables);
  else await checkLargeResult(frame, fn, text, tables);
  return text;
}

/**
 * A field name in JSON text. The client library would assign such a field as
 * the prototype of the decoded object, and so bypass validation.
 */
const PROTOTYPE = '"__proto__":';

/** @returns the validated arguments as JSON text for the client library */
function encodeArguments(
  { path, validateArgs }: RegisteredFunction,
  args: readonly JSONValue[],
  tables: TableLookup,
): string {
  const [argument = {}] = args;
  if (args.length > 1 || !isJsonObject(argument)) {
    throw new RefusedCallError(
      "ArgumentValidationError: a function takes one object as its arguments",
    );
  }
  const text = `[${JSON.stringify(argument)}]`;
  if (text.length > MAX_FUNCTION_ARGS_BYTES) {
    throw new RefusedCallError(
      `Arguments for ${path.module}:${path.name} are too large (${compared(text.length, MAX_FUNCTION_ARGS_BYTES)})`,
    );
  }
  if (text.includes(PROTOTYPE)) {
    throw new RefusedCallError(
      "ArgumentValidationError: a field cannot be called __proto__",
    );
  }
  const value = decode(argument, text);
  withinLimits(
    `Invalid arguments for ${path.module}:${path.name}`,
    value,
    text,
  );
  const problem = validateArgs(value, tables);
  if (problem === null) return text;
  throw new RefusedCallError(`ArgumentValidationError: ${problem}`);
}

/**
 * The result of a function that was accepted last, among these tables. Large
 * results are not kept for the comparison.
 */
type Accepted = { text: string; catalog: object };

const accepted = new WeakMap<RegisteredFunction, Accepted>();

/**
 * Many people's queries have the same result; decoding and validating it takes
 * as long as reading the documents. It is done once.
 */
function checkResult(
  fn: RegisteredFunction,
  text: string,
  tables: TableLookup,
): void {
  const { catalog } = tables;
  const last = accepted.get(fn);
  if (last?.text === text && last.catalog === catalog) return;
  const value = decode(JSON.parse(text) as JSONValue, text);
  withinLimits(resultOf(fn), value, text);
  requireValid(fn.validateReturns?.(value, tables) ?? null);
  if (catalog !== undefined) accepted.set(fn, { text, catalog });
}

/**
 * Each pass over a text of 16 MiB takes tens of milliseconds, and so did making
 * it: others go on after each.
 */
async function checkLargeResult(
  frame: Frame,
  fn: RegisteredFunction,
  text: string,
  tables: TableLookup,
): Promise<void> {
  const { path, validateReturns } = fn;
  if (text.length > MAX_FUNCTION_RESULT_BYTES) {
    const sizes = compared(text.length, MAX_FUNCTION_RESULT_BYTES);
    throw new RefusedCallError(
      `Function ${path.module}:${path.name} return value is too large (${sizes})`,
    );
  }
  const afterOthers = () => frame.trackTurn(turns.long());
  await afterOthers();
  // V8 builds it from pieces, and joins them when it is first looked at.
  const isText = text.startsWith('"');
  await afterOthers();
  // A text has neither members nor levels, so it need not be decoded.
  if (isText && validateReturns === null) {
    return withinLimits(resultOf(fn), "", text);
  }
  const json = JSON.parse(text) as JSONValue;
  await afterOthers();
  const value = decode(json, text);
  await afterOthers();
  withinLimits(resultOf(fn), value, text);
  if (validateReturns === null) return;
  await afterOthers();
  requireValid(validateReturns(value, tables));
}

function resultOf({ path }: RegisteredFunction): string {
  return `Function ${path.module}:${path.name} return value invalid`;
}

/**
 * @param what begins the message
 * @param text the JSON that `value` was decoded from
 * @throws RefusedCallError for a value that Convex does not take
 */
function withinLimits(what: string, value: Value, text: string): void {
  try {
    checkValue(value, text);
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    throw new RefusedCallError(`${what}: ${error.message}`);
  }
}

function requireValid(problem: string | null): void {
  if (problem === null) return;
  throw new RefusedCallError(`ReturnsValidationError: ${problem}`);
}

/** Sizes in Convex's words. */
function compared(bytes: number, limit: number): string {
  const [actual, most] = [bytes, limit].map((size) => size / 2 ** 20);
  return `actual: ${actual?.toFixed(2)} MiB, limit: ${most} MiB`;
}

/**
 * Decodes a value whose JSON text is at hand. Encoded special values have a key
 * that starts with `$`; JSON without one is the value itself, so nearly all
 * values need no copy.
 *
 * @param json parsed from `text` or from a part of it
 */
function decode(json: JSONValue, text: string): Value {
  if (!text.includes('"$')) return json as Value;
  try {
    return jsonToConvex(json);
  } catch (error) {
    throw new RefusedCallError(`ArgumentValidationError: ${messageOf(error)}`);
  }
}
