import type { JSONValue } from "convex/values";
import { RequestError } from "../base/errors";
import { parseJson } from "../base/parse-json";
import { parseFormat, type ValueFormat } from "./value-format";

/** A function call as an API request spells it. */
export type ApiCall = {
  component: string;
  path: string;
  args: JSONValue[];
  format: ValueFormat;
};

export type JsonObject = { [key: string]: JSONValue };

/** Parses a JSON body that must be an object; throws RequestError 400. */
export function parseJsonObject(text: string): JsonObject {
  const value = parseText(text);
  if (isObject(value)) return value;
  throw badBody("The request body is not a JSON object");
}

/** Reads `{path, args, format}`; throws RequestError 400 when malformed. */
export function parseApiCall(body: JsonObject): ApiCall {
  return {
    component: parseComponent(body.componentPath),
    path: parsePath(body.path),
    args: parseArguments(body.args),
    format: parseFormat(body.format),
  };
}

/** Reads the parameters of a `GET /api/query`. */
export function parseQueryString(parameters: URLSearchParams): ApiCall {
  const args = parameters.get("args");
  return parseApiCall({
    path: parameters.get("path"),
    args: args === null ? {} : parseText(args),
    format: parameters.get("format"),
  });
}

function parseText(text: string): JSONValue {
  try {
    return parseJson(text);
  } catch {
    throw badBody("The request is not valid JSON");
  }
}

function parseComponent(value: JSONValue | undefined): string {
  if (value === undefined || value === null) return "";
  if (typeof value === "string") return value;
  throw badBody("componentPath is not a string");
}

function parsePath(value: JSONValue | undefined): string {
  if (typeof value === "string" && value !== "") return value;
  throw new RequestError(
    400,
    "BadConvexFunctionIdentifier",
    "path must name a function, such as module:function",
  );
}

/** Arguments come as an object, or as an array that holds it. */
function parseArguments(value: JSONValue | undefined): JSONValue[] {
  if (value === undefined || value === null) return [{}];
  if (Array.isArray(value)) return value;
  if (isObject(value)) return [value];
  throw badBody("args is not an object");
}

function isObject(value: JSONValue): value is JsonObject {
  return value !== null && typeof value === "object" && !Array.isArray(value);
}

function badBody(message: string): RequestError {
  return new RequestError(400, "BadJsonBody", message);
}
