import type { JSONValue } from "convex/values";
import { MAX_FUNCTION_PATH_LENGTH } from "../base/client-limits";
import {
  isJsonObject,
  parseJson,
  TooManyValuesError,
} from "../base/parse-json";
import { actingIdentity } from "./acting-identity";
import type { Credential } from "./authenticator";
import { ProtocolError } from "./protocol-error";
import { decodeTimestamp } from "./timestamps";

export type ConnectMessage = ReturnType<typeof parseConnect>;
export type AuthenticateMessage = ReturnType<typeof parseAuthenticate>;
export type ModifyQuerySetMessage = ReturnType<typeof parseModifyQuerySet>;
export type QuerySetModification = ReturnType<typeof parseModification>;
export type AddQuery = Extract<QuerySetModification, { type: "Add" }>;
export type MutationMessage = ReturnType<
  typeof parseFunctionMessage<"Mutation">
>;
export type ActionMessage = ReturnType<typeof parseFunctionMessage<"Action">>;

export type ClientMessage =
  | ConnectMessage
  | AuthenticateMessage
  | ModifyQuerySetMessage
  | MutationMessage
  | ActionMessage
  | { type: "Event" };

type Fields = Record<string, JSONValue | undefined>;

/**
 * Parses the text of one WebSocket message.
 *
 * @param maxValues the maximum number of values in it
 * @throws ProtocolError when it is malformed, or has too many values
 */
export function parseClientMessage(
  text: string,
  maxValues?: number,
): ClientMessage {
  const fields = asObject(parseText(text, maxValues), "message");
  switch (fields.type) {
    case "Connect":
      return parseConnect(fields);
    case "Authenticate":
      return parseAuthenticate(fields);
    case "ModifyQuerySet":
      return parseModifyQuerySet(fields);
    case "Mutation":
      return parseFunctionMessage("Mutation", fields);
    case "Action":
      return parseFunctionMessage("Action", fields);
    case "Event":
      return { type: "Event" };
    default:
      throw new ProtocolError("Received a message of unknown type");
  }
}

function parseText(text: string, maxValues?: number): JSONValue {
  try {
    return parseJson(text, maxValues);
  } catch (error) {
    if (error instanceof TooManyValuesError) {
      throw new ProtocolError(error.message);
    }
    throw new ProtocolError("Received invalid JSON on the websocket");
  }
}

function parseConnect(fields: Fields) {
  return {
    type: "Connect" as const,
    sessionId: asSessionId(fields.sessionId),
    connectionCount: asCount(fields.connectionCount, "connectionCount"),
    maxObservedTimestamp: asTimestamp(fields.maxObservedTimestamp),
    clientTs: typeof fields.clientTs === "number" ? fields.clientTs : null,
  };
}

function parseAuthenticate(fields: Fields) {
  return {
    type: "Authenticate" as const,
    baseVersion: asCount(fields.baseVersion, "baseVersion"),
    credential: parseCredential(fields),
  };
}

function parseCredential(fields: Fields): Credential {
  switch (fields.tokenType) {
    case "None":
      return { kind: "none" };
    case "User":
      return { kind: "user", token: asString(fields.value, "value") };
    case "Admin":
      return {
        kind: "admin",
        key: asString(fields.value, "value"),
        actingAs: actingIdentity(fields.impersonating),
      };
    default:
      throw new ProtocolError("Authenticate has an unknown tokenType");
  }
}

function parseModifyQuerySet(fields: Fields) {
  if (!Array.isArray(fields.modifications)) {
    throw new ProtocolError("ModifyQuerySet has no modifications");
  }
  return {
    type: "ModifyQuerySet" as const,
    baseVersion: asCount(fields.baseVersion, "baseVersion"),
    newVersion: asCount(fields.newVersion, "newVersion"),
    modifications: fields.modifications.map(parseModification),
  };
}

function parseModification(value: JSONValue) {
  const fields = asObject(value, "modification");
  const queryId = asCount(fields.queryId, "queryId");
  if (fields.type === "Remove") return { type: "Remove" as const, queryId };
  if (fields.type !== "Add") {
    throw new ProtocolError("ModifyQuerySet has an unknown modification");
  }
  return {
    type: "Add" as const,
    queryId,
    udfPath: asPath(fields.udfPath, "udfPath"),
    args: asArguments(fields.args),
    journal: asOptionalString(fields.journal, "journal"),
    componentPath: asPath(fields.componentPath ?? "", "componentPath"),
  };
}

function parseFunctionMessage<Type extends "Mutation" | "Action">(
  type: Type,
  fields: Fields,
) {
  return {
    type,
    requestId: asCount(fields.requestId, "requestId"),
    udfPath: asPath(fields.udfPath, "udfPath"),
    args: asArguments(fields.args),
    componentPath: asPath(fields.componentPath ?? "", "componentPath"),
  };
}

function asObject(value: JSONValue, name: string): Fields {
  if (isJsonObject(value)) return value;
  throw new ProtocolError(`The ${name} is not an object`);
}

function asString(value: JSONValue | undefined, name: string): string {
  if (typeof value === "string") return value;
  throw new ProtocolError(`The field ${name} is not a string`);
}

/** Limits the length, because error messages and the log contain the path. */
function asPath(value: JSONValue | undefined, name: string): string {
  const path = asString(value, name);
  if (path.length <= MAX_FUNCTION_PATH_LENGTH) return path;
  throw new ProtocolError(`The field ${name} is too long`);
}

function asOptionalString(
  value: JSONValue | undefined,
  name: string,
): string | null {
  return value === undefined || value === null ? null : asString(value, name);
}

/** The protocol's versions and ids are unsigned 32-bit integers. */
function asCount(value: JSONValue | undefined, name: string): number {
  if (
    typeof value === "number" &&
    Number.isInteger(value) &&
    value >= 0 &&
    value <= 0xffff_ffff
  ) {
    return value;
  }
  throw new ProtocolError(`The field ${name} is not an unsigned integer`);
}

function asArguments(value: JSONValue | undefined): JSONValue[] {
  if (Array.isArray(value)) return value;
  throw new ProtocolError("The field args is not an array");
}

function asSessionId(value: JSONValue | undefined): string {
  const text = asString(value, "sessionId");
  if (/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)) return text;
  throw new ProtocolError("The field sessionId is not a UUID");
}

function asTimestamp(value: JSONValue | undefined): bigint | null {
  const text = asOptionalString(value, "maxObservedTimestamp");
  if (text === null) return null;
  const ts = decodeTimestamp(text);
  if (ts !== null) return ts;
  throw new ProtocolError("The field maxObservedTimestamp is not a timestamp");
}
