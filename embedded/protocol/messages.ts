import type { JSONValue } from "convex/values";
import { parseJson } from "../base/parse-json";
import type { Identity } from "../functions/execution/function-call";
import { actingIdentity } from "./acting-identity";
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
  credential:
    | { kind: "none" }
    | { kind: "user"; token: string }
    | { kind: "admin"; key: string; actingAs?: Identity };
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

export type QueryModification = AddQuery | RemoveQuery;

export type ModifyQuerySetMessage = {
  type: "ModifyQuerySet";
  baseVersion: number;
  newVersion: number;
  modifications: QueryModification[];
};

export type FunctionMessage<Type extends "Mutation" | "Action"> = {
  type: Type;
  requestId: number;
  udfPath: string;
  args: JSONValue[];
  componentPath: string;
};

export type MutationMessage = FunctionMessage<"Mutation">;
export type ActionMessage = FunctionMessage<"Action">;
export type EventMessage = { type: "Event" };

/** What a client may say (contract: sync protocol, client to server). */
export type ClientMessage =
  | ConnectMessage
  | AuthenticateMessage
  | ModifyQuerySetMessage
  | MutationMessage
  | ActionMessage
  | EventMessage;

type Fields = Record<string, JSONValue | undefined>;

/**
 * Takes the text of one frame and returns its message.
 * Throws ProtocolError when it is not a well-formed message.
 */
export function parseClientMessage(text: string): ClientMessage {
  const fields = asObject(parseText(text), "message");
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

function parseText(text: string): JSONValue {
  try {
    return parseJson(text);
  } catch {
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

function parseCredential(fields: Fields): AuthenticateMessage["credential"] {
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

function parseModification(value: JSONValue): QueryModification {
  const fields = asObject(value, "modification");
  const queryId = asCount(fields.queryId, "queryId");
  if (fields.type === "Remove") return { type: "Remove", queryId };
  if (fields.type !== "Add") {
    throw new ProtocolError("ModifyQuerySet has an unknown modification");
  }
  return {
    type: "Add",
    queryId,
    udfPath: asString(fields.udfPath, "udfPath"),
    args: asArguments(fields.args),
    journal: asOptionalString(fields.journal, "journal"),
    componentPath:
      asOptionalString(fields.componentPath, "componentPath") ?? "",
  };
}

function parseFunctionMessage<Type extends "Mutation" | "Action">(
  type: Type,
  fields: Fields,
): FunctionMessage<Type> {
  return {
    type,
    requestId: asCount(fields.requestId, "requestId"),
    udfPath: asString(fields.udfPath, "udfPath"),
    args: asArguments(fields.args),
    componentPath:
      asOptionalString(fields.componentPath, "componentPath") ?? "",
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

function asOptionalString(
  value: JSONValue | undefined,
  name: string,
): string | null {
  return value === undefined || value === null ? null : asString(value, name);
}

/** Versions and ids of the protocol are unsigned 32-bit integers. */
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
