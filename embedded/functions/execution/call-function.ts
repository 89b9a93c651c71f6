import type { JSONValue } from "convex/values";
import {
  MAX_FUNCTION_ARGS_BYTES,
  MAX_FUNCTION_RESULT_BYTES,
} from "../../base/limits";
import type { TableLookup } from "../../values/validators";
import { decodeValue } from "./convex-json";
import { currentExecution } from "./current-execution";
import type { Execution } from "./execution";
import { RefusedCallError } from "./function-failure";
import type { RegisteredFunction } from "../definitions/registered-function";

/**
 * Runs a function inside `execution`, checking what it is given and what it
 * returns. Rejects with what it throws, or a RefusedCallError.
 *
 * @param args an array of at most one object, encoded
 * @returns JSON text of the encoded result
 */
export async function callFunction(
  execution: Execution,
  fn: RegisteredFunction,
  args: readonly JSONValue[],
  tables: TableLookup,
): Promise<string> {
  const argsText = encodeArguments(fn, args, tables);
  const text = await currentExecution.run(execution, fn.invoke, argsText);
  checkResult(fn, text, tables);
  return text;
}

/**
 * As a field in JSON text. The client library would make it the prototype of
 * what it decodes, and functions would find fields there that nobody checked.
 */
const PROTOTYPE = '"__proto__":';

/** The arguments as the client library takes them, if they are valid. */
function encodeArguments(
  { validateArgs }: RegisteredFunction,
  args: readonly JSONValue[],
  tables: TableLookup,
): string {
  const [argument = {}] = args;
  if (args.length > 1 || !isObject(argument)) {
    throw new RefusedCallError(
      "ArgumentValidationError: a function takes one object as its arguments",
    );
  }
  const text = `[${JSON.stringify(argument)}]`;
  if (text.length > MAX_FUNCTION_ARGS_BYTES) {
    throw new RefusedCallError(
      `Arguments are too large (${text.length} bytes, limit: ${MAX_FUNCTION_ARGS_BYTES} bytes)`,
    );
  }
  if (text.includes(PROTOTYPE)) {
    throw new RefusedCallError(
      "ArgumentValidationError: a field cannot be called __proto__",
    );
  }
  const problem = validateArgs(decode(argument, text), tables);
  if (problem === null) return text;
  throw new RefusedCallError(`ArgumentValidationError: ${problem}`);
}

function checkResult(
  { validateReturns }: RegisteredFunction,
  text: string,
  tables: TableLookup,
): void {
  if (text.length > MAX_FUNCTION_RESULT_BYTES) {
    throw new RefusedCallError(
      `Function return value is too large (${text.length} bytes, limit: ${MAX_FUNCTION_RESULT_BYTES} bytes)`,
    );
  }
  if (validateReturns === null) return;
  const value = decode(JSON.parse(text) as JSONValue, text);
  const problem = validateReturns(value, tables);
  if (problem === null) return;
  throw new RefusedCallError(`ReturnsValidationError: ${problem}`);
}

function decode(json: JSONValue, text: string): ReturnType<typeof decodeValue> {
  try {
    return decodeValue(json, text);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new RefusedCallError(`ArgumentValidationError: ${why}`);
  }
}

function isObject(value: JSONValue): boolean {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
