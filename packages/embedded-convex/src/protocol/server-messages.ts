import type { JSONValue } from "convex/values";
import type { ClientError } from "../functions/calls/client-error";
import { encodeTimestamp } from "./timestamps";

/** The version at which a Transition starts or ends. */
type StateVersion = { querySet: number; identity: number; ts: bigint };

const TRANSITION = '{"type":"Transition",';

/** Time fields of a Transition. */
export type TransitionClock = {
  /**
   * Milliseconds by which the client's clock was ahead when it connected. When
   * it is null, the message omits the field.
   */
  clientClockSkewMs: number | null;
  /** Time of the message, in milliseconds since the epoch. */
  nowMs: number;
};

export const pingMessage = '{"type":"Ping"}';

/**
 * Builds a Transition. Results are JSON text already, so that they are only
 * concatenated.
 *
 * @param start from `versionText`, as is `end`
 * @param modifications from `stateModification` and `queryRemoved`
 */
export function transitionMessage(
  start: string,
  end: string,
  modifications: readonly string[],
  clock: TransitionClock,
): string {
  const skew =
    clock.clientClockSkewMs === null
      ? ""
      : `,"clientClockSkew":${clock.clientClockSkewMs}`;
  return (
    `${TRANSITION}"startVersion":${start},"endVersion":${end}` +
    `,"modifications":[${modifications.join(",")}]` +
    `${skew},"serverTs":${Math.round(clock.nowMs)}000000}`
  );
}

/** A line of 40 kbit/s brings one in two seconds. */
const CHUNK_LENGTH = 8 * 1024;
const MAX_CHUNKS = 64;

/**
 * Splits a long Transition into TransitionChunks, so that a client on a slow line hears something while it comes.
 * Other messages, and short ones, stay whole. `maybe_split_transition` of Convex's backend does this from 5 MB on.
 */
export function inChunks(message: string): string[] {
  const { length } = message;
  if (length <= 2 * CHUNK_LENGTH || !message.startsWith(TRANSITION)) {
    return [message];
  }
  const size = Math.max(CHUNK_LENGTH, Math.ceil(length / MAX_CHUNKS));
  const totalParts = Math.ceil(length / size);
  return Array.from({ length: totalParts }, (_, partNumber) =>
    JSON.stringify({
      type: "TransitionChunk",
      chunk: message.slice(partNumber * size, (partNumber + 1) * size),
      partNumber,
      totalParts,
      transitionId: String(length),
    }),
  );
}

/** @param fragment from `queryUpdatedFragment` or `queryFailedFragment` */
export function stateModification(queryId: number, fragment: string): string {
  return `{"queryId":${queryId},${fragment}}`;
}

export function queryRemoved(queryId: number): string {
  return `{"type":"QueryRemoved","queryId":${queryId}}`;
}

/** A QueryUpdated without the query id: the same text for all subscribers. */
export function queryUpdatedFragment(
  valueText: string,
  logLines: readonly string[],
  journal: string | null,
): string {
  return `"type":"QueryUpdated","value":${valueText},"logLines":${list(logLines)},"journal":${JSON.stringify(journal)}`;
}

/** A QueryFailed without the query id: the same text for all subscribers. */
export function queryFailedFragment(
  error: ClientError,
  logLines: readonly string[],
  journal: string | null,
): string {
  return `"type":"QueryFailed","errorMessage":${JSON.stringify(error.errorMessage)},"logLines":${list(logLines)},"journal":${JSON.stringify(journal)}${errorData(error)}`;
}

/** The message that a response answers. */
type Request = { type: "Mutation" | "Action"; requestId: number };

/** @param ts of a mutation: the client waits for a Transition at or after it */
export function succeeded(
  { type, requestId }: Request,
  valueText: string,
  logLines: readonly string[],
  ts: bigint | null,
): string {
  const time = ts === null ? "" : `,"ts":"${encodeTimestamp(ts)}"`;
  return `{"type":"${type}Response","requestId":${requestId},"success":true,"result":${valueText}${time},"logLines":${list(logLines)}}`;
}

export function failed(
  { type, requestId }: Request,
  error: ClientError,
  logLines: readonly string[],
): string {
  const time = type === "Mutation" ? ',"ts":null' : "";
  return `{"type":"${type}Response","requestId":${requestId},"success":false,"result":${JSON.stringify(error.errorMessage)}${time},"logLines":${list(logLines)}${errorData(error)}}`;
}

export function fatalError(error: string): string {
  return JSON.stringify({ type: "FatalError", error });
}

/** @param baseVersion the connection's current identity version */
export function authError(
  error: string,
  baseVersion: number,
  authUpdateAttempted: boolean,
): string {
  return JSON.stringify({
    type: "AuthError",
    error,
    baseVersion,
    authUpdateAttempted,
  });
}

/** Kept as text, because the end of one Transition starts the next. */
export function versionText({ querySet, identity, ts }: StateVersion): string {
  return `{"querySet":${querySet},"identity":${identity},"ts":"${encodeTimestamp(ts)}"}`;
}

function list(lines: readonly string[]): string {
  return lines.length === 0 ? "[]" : JSON.stringify(lines);
}

function errorData({ errorData: data }: { errorData?: JSONValue }): string {
  return data === undefined ? "" : `,"errorData":${JSON.stringify(data)}`;
}
