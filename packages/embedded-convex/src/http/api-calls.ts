import type { JSONValue } from "convex/values";
import { MAX_FUNCTION_PATH_LENGTH } from "../base/client-limits";
import { badRequest, type RequestError, tooLarge } from "../base/errors";
import {
  isJsonObject,
  type JsonObject,
  parseJson,
  TooManyValuesError,
} from "../base/parse-json";
import { parseFormat, type ValueFormat } from "./value-format";

export type ApiCall = {
  component: string;
  path: string;
  args: JSONValue[];
  format: ValueFormat;
};

/**
 * @param maxValues the maximum number of values in it
 * @throws RequestError 400 when the body is not a JSON object, 413 when it has too
 *   many values
 */
export function parseJsonObject(text: string, maxValues?: number): JsonObject {
  const value = parseText(text, maxValues);
  if (isJsonObject(value)) return value;
  throw badBody("The request body is not a JSON object");
}

/**
 * Parses `{path, args, format, componentPath}`.
 *
 * @throws RequestError 400 when it is malformed
 */
export function parseApiCall(body: JsonObject): ApiCall {
  return {
    component: parseComponent(body.componentPath),
    path: parsePath(body.path),
    args: parseArguments(body.args),
    format: parseFormat(body.format),
  };
}

/**
 * Parses the parameters of a `GET /api/query`.
 *
 * @throws RequestError 400 when they are malformed
 */
export function parseQueryString(parameters: URLSearchParams): ApiCall {
  const args = parameters.get("args");
  return parseApiCall({
    path: parameters.get("path"),
    args: args === null ? {} : parseText(args),
    format: parameters.get("format"),
  });
}

function parseText(text: string, maxValues?: number): JSONValue {
  try {
    return parseJson(text, maxValues);
  } catch (error) {
    if (error instanceof TooManyValuesError) throw tooLarge(error.message);
    throw badBody("The request is not valid JSON");
  }
}

function parseComponent(value: JSONValue | undefined): string {
  if (value === undefined || value === null) return "";
  if (typeof value === "string" && value.length <= MAX_FUNCTION_PATH_LENGTH) {
    return value;
  }
  throw badBody("componentPath is not a string, or too long");
}

function parsePath(value: JSONValue | undefined): string {
  const isPath =
    typeof value === "string" &&
    value !== "" &&
    value.length <= MAX_FUNCTION_PATH_LENGTH;
  if (isPath) return value;
  throw badRequest(
    "BadConvexFunctionIdentifier",
    "path must name a function, such as module:function",
  );
}

/** Accepts the argument object, or an array that contains it. */
function parseArguments(value: JSONValue | undefined): JSONValue[] {
  if (value === undefined || value === null) return [{}];
  if (Array.isArray(value)) return value;
  if (isJsonObject(value)) return [value];
  throw badBody("args is not an object");
}

function badBody(message: string): RequestError {
  return badRequest("BadJsonBody", message);
}
