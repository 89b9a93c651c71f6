import type { JSONValue } from "convex/values";
import { MAX_FUNCTION_PATH_LENGTH } from "../base/client-limits";
import { parseJson, TooManyValuesError } from "../base/parse-json";
import { actingIdentity } from "./acting-identity";
import type { Credential } from "./authenticator";
import { ProtocolError } from "./protocol-error";
import { decodeTimestamp } from "./timestamps";

export type ConnectMessage = {
  type: "Connect";
  sessionId: string;
  connectionCount: number;
  maxObservedTimestamp: bigint | null;
  clientTs: number | null;
};

export type AuthenticateMessage = {
  type: "Authenticate";
  baseVersion: number;
  credential: Credential;
};

export type AddQuery = {
  type: "Add";
  queryId: number;
  udfPath: string;
  args: JSONValue[];
  journal: string | null;
  componentPath: string;
};

export type RemoveQuery = { type: "Remove"; queryId: number };

export type QuerySetModification = AddQuery | RemoveQuery;

export type ModifyQuerySetMessage = {
  type: "ModifyQuerySet";
  baseVersion: number;
  newVersion: number;
  modifications: QuerySetModification[];
};

type FunctionMessage<Type extends "Mutation" | "Action"> = {
  type: Type;
  requestId: number;
  udfPath: string;
  args: JSONValue[];
  componentPath: string;
};

export type MutationMessage = FunctionMessage<"Mutation">;
export type ActionMessage = FunctionMessage<"Action">;
type EventMessage = { type: "Event" };

/** A message of the sync protocol from a client to the server. */
export type ClientMessage =
  | ConnectMessage
  | AuthenticateMessage
  | ModifyQuerySetMessage
  | MutationMessage
  | ActionMessage
  | EventMessage;

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

function parseConnect(fields: Fields): ConnectMessage {
  return {
    type: "Connect",
    sessionId: asSessionId(fields.sessionId),
    connectionCount: asCount(fields.connectionCount, "connectionCount"),
    maxObservedTimestamp: asTimestamp(fields.maxObservedTimestamp),
    clientTs: typeof fields.clientTs === "number" ? fields.clientTs : null,
  };
}

function parseAuthenticate(fields: Fields): AuthenticateMessage {
  const baseVersion = asCount(fields.baseVersion, "baseVersion");
  return {
    type: "Authenticate",
    baseVersion,
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

function parseModifyQuerySet(fields: Fields): ModifyQuerySetMessage {
  if (!Array.isArray(fields.modifications)) {
    throw new ProtocolError("ModifyQuerySet has no modifications");
  }
  return {
    type: "ModifyQuerySet",
    baseVersion: asCount(fields.baseVersion, "baseVersion"),
    newVersion: asCount(fields.newVersion, "newVersion"),
    modifications: fields.modifications.map(parseModification),
  };
}

function parseModification(value: JSONValue): QuerySetModification {
  const fields = asObject(value, "modification");
  const queryId = asCount(fields.queryId, "queryId");
  if (fields.type === "Remove") return { type: "Remove", queryId };
  if (fields.type !== "Add") {
    throw new ProtocolError("ModifyQuerySet has an unknown modification");
  }
  return {
    type: "Add",
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
): FunctionMessage<Type> {
  return {
    type,
    requestId: asCount(fields.requestId, "requestId"),
    udfPath: asPath(fields.udfPath, "udfPath"),
    args: asArguments(fields.args),
    componentPath: asPath(fields.componentPath ?? "", "componentPath"),
  };
}

function asObject(value: JSONValue, name: string): Fields {
  if (value === null || typeof value !== "object" || Array.isArray(value)) {
    throw new ProtocolError(`The ${name} is not an object`);
  }
  return value;
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
