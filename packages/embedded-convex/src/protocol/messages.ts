import type { JSONValue } from "convex/values";
import * as z from "zod";
import { MAX_FUNCTION_PATH_LENGTH } from "../base/client-limits";
import { parseJson, TooManyValuesError } from "../base/parse-json";
import { actingIdentity } from "./acting-identity";
import type { Credential } from "./authenticator";
import { ProtocolError } from "./protocol-error";
import { decodeTimestamp } from "./timestamps";

export type ConnectMessage = z.output<typeof connect>;
export type AuthenticateMessage = z.output<typeof authenticate>;
export type ModifyQuerySetMessage = z.output<typeof modifyQuerySet>;
export type QuerySetModification = z.output<typeof modification>;
export type AddQuery = Extract<QuerySetModification, { type: "Add" }>;
export type MutationMessage = z.output<typeof mutation>;
export type ActionMessage = z.output<typeof action>;
export type ClientMessage = z.output<typeof clientMessage>;

/** The protocol's versions and ids are unsigned 32-bit integers. */
const count = z.uint32();
/** Limits the length, because error messages and the log contain the path. */
const path = z.string().max(MAX_FUNCTION_PATH_LENGTH);
const called = {
  udfPath: path,
  args: z.custom<JSONValue[]>(Array.isArray),
  componentPath: path.nullish().transform((given) => given ?? ""),
};
const request = { requestId: count, ...called };

const connect = z.object({
  type: z.literal("Connect"),
  sessionId: z.guid(),
  connectionCount: count,
  maxObservedTimestamp: z
    .string()
    .transform(decodeTimestamp)
    .pipe(z.bigint())
    .nullish(),
  clientTs: z.number().nullable().catch(null),
});

const credential = z.discriminatedUnion("tokenType", [
  z.object({ tokenType: z.literal("None") }),
  z.object({ tokenType: z.literal("User"), value: z.string() }),
  z.object({
    tokenType: z.literal("Admin"),
    value: z.string(),
    impersonating: z.custom<JSONValue>().optional(),
  }),
]);

const authenticate = z
  .looseObject({ type: z.literal("Authenticate"), baseVersion: count })
  .transform(({ type, baseVersion, ...rest }) => ({
    type,
    baseVersion,
    credential: credentialOf(credential.parse(rest)),
  }));

const modification = z.discriminatedUnion("type", [
  z.object({ type: z.literal("Remove"), queryId: count }),
  z.object({
    type: z.literal("Add"),
    queryId: count,
    journal: z
      .string()
      .nullish()
      .transform((given) => given ?? null),
    ...called,
  }),
]);

const modifyQuerySet = z.object({
  type: z.literal("ModifyQuerySet"),
  baseVersion: count,
  newVersion: count,
  // One by one: thousands of malformed ones are one error, not thousands.
  modifications: z
    .custom<JSONValue[]>(Array.isArray)
    .transform((given) => given.map((one) => modification.parse(one))),
});

const mutation = z.object({ type: z.literal("Mutation"), ...request });
const action = z.object({ type: z.literal("Action"), ...request });

const clientMessage = z.discriminatedUnion("type", [
  connect,
  authenticate,
  modifyQuerySet,
  mutation,
  action,
  z.object({ type: z.literal("Event") }),
]);

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
  try {
    return clientMessage.parse(parseJson(text, maxValues));
  } catch (error) {
    throw new ProtocolError(reasonOf(error));
  }
}

function reasonOf(error: unknown): string {
  if (error instanceof TooManyValuesError) return error.message;
  if (error instanceof z.ZodError) return z.prettifyError(error);
  return "Received invalid JSON on the websocket";
}

function credentialOf(sent: z.output<typeof credential>): Credential {
  switch (sent.tokenType) {
    case "None":
      return { kind: "none" };
    case "User":
      return { kind: "user", token: sent.value };
    case "Admin": {
      const actingAs = actingIdentity(sent.impersonating);
      return { kind: "admin", key: sent.value, actingAs };
    }
  }
}
