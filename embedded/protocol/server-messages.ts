import type { JSONValue } from "convex/values";
import type { ClientError } from "../functions/execution/client-error";
import { encodeTimestamp } from "./timestamps";

/** What a client has been told, or is told next. */
export type StateVersion = { querySet: number; identity: number; ts: bigint };

/** Optional figures of a Transition; absent rather than null when unknown. */
export type TransitionClock = {
  /** Milliseconds by which the client's clock was ahead when it connected. */
  clientClockSkewMs: number | null;
  /** When the message was made, in milliseconds since the epoch. */
  nowMs: number;
};

export const pingMessage = '{"type":"Ping"}';

/**
 * Takes what `versionText` gave. Results arrive as JSON text already: messages
 * are put together, not encoded.
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
    `{"type":"Transition","startVersion":${start},"endVersion":${end}` +
    `,"modifications":[${modifications.join(",")}]` +
    `${skew},"serverTs":${Math.round(clock.nowMs)}000000}`
  );
}

/** `fragment` is what `queryResultFragment` or `queryErrorFragment` made. */
export function queryModification(queryId: number, fragment: string): string {
  return `{"queryId":${queryId},${fragment}}`;
}

export function queryRemoved(queryId: number): string {
  return `{"type":"QueryRemoved","queryId":${queryId}}`;
}

/** The part of a QueryUpdated that everybody who shows the result shares. */
export function queryResultFragment(
  valueText: string,
  logLines: readonly string[],
  journal: string | null,
): string {
  return `"type":"QueryUpdated","value":${valueText},"logLines":${list(logLines)},"journal":${JSON.stringify(journal)}`;
}

/** The part of a QueryFailed that everybody who shows the failure shares. */
export function queryErrorFragment(
  error: ClientError,
  logLines: readonly string[],
  journal: string | null,
): string {
  return `"type":"QueryFailed","errorMessage":${JSON.stringify(error.errorMessage)},"logLines":${list(logLines)},"journal":${JSON.stringify(journal)}${errorData(error)}`;
}

/** `ts` is the commit that a later Transition must have reached. */
export function mutationSucceeded(
  requestId: number,
  valueText: string,
  ts: bigint,
  logLines: readonly string[],
): string {
  return `{"type":"MutationResponse","requestId":${requestId},"success":true,"result":${valueText},"ts":"${encodeTimestamp(ts)}","logLines":${list(logLines)}}`;
}

export function mutationFailed(
  requestId: number,
  error: ClientError,
  logLines: readonly string[],
): string {
  return `{"type":"MutationResponse","requestId":${requestId},"success":false,"result":${JSON.stringify(error.errorMessage)},"ts":null,"logLines":${list(logLines)}${errorData(error)}}`;
}

export function actionSucceeded(
  requestId: number,
  valueText: string,
  logLines: readonly string[],
): string {
  return `{"type":"ActionResponse","requestId":${requestId},"success":true,"result":${valueText},"logLines":${list(logLines)}}`;
}

export function actionFailed(
  requestId: number,
  error: ClientError,
  logLines: readonly string[],
): string {
  return `{"type":"ActionResponse","requestId":${requestId},"success":false,"result":${JSON.stringify(error.errorMessage)},"logLines":${list(logLines)}${errorData(error)}}`;
}

export function fatalError(error: string): string {
  return JSON.stringify({ type: "FatalError", error });
}

/** `baseVersion` is the identity version that the client extended. */
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

/** A version's text: the end of one Transition is the start of the next. */
export function versionText({ querySet, identity, ts }: StateVersion): string {
  return `{"querySet":${querySet},"identity":${identity},"ts":"${encodeTimestamp(ts)}"}`;
}

function list(lines: readonly string[]): string {
  return lines.length === 0 ? "[]" : JSON.stringify(lines);
}

function errorData({ errorData: data }: { errorData?: JSONValue }): string {
  return data === undefined ? "" : `,"errorData":${JSON.stringify(data)}`;
}
