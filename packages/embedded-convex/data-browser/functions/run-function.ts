import {
  convexToJson,
  type JSONValue,
  jsonToConvex,
  type Value,
} from "convex/values";
import { adminRequest } from "../requests/admin-request";
import { type ActingAs, keyActingAs } from "./acting-as";

/** A request to run a function. */
export type Run = {
  /** `module:function` */
  path: string;
  args: Record<string, Value>;
  componentId: string | null;
  /** Null for the administrator: the functions see no identity. */
  actingAs: ActingAs | null;
};

export type Outcome = {
  result: { ok: true; value: Value } | { ok: false; message: string };
  /** The data of a ConvexError. */
  errorData?: Value;
  logLines: string[];
  /** Round-trip time. */
  durationMs: number;
  endedAtMs: number;
};

type Answer =
  | { status: "success"; value: JSONValue; logLines: string[] }
  | {
      status: "error";
      errorMessage: string;
      errorData?: JSONValue;
      logLines: string[];
    };

/** Runs a function. Rejects only if the request itself fails. */
export async function runFunction(run: Run, key: string): Promise<Outcome> {
  const startedAtMs = performance.now();
  const answer = (await adminRequest("/api/function", {
    key: keyActingAs(key, run.actingAs),
    body: {
      path: run.path,
      args: [convexToJson(run.args)],
      componentPath: run.componentId,
      format: "convex_encoded_json",
    },
  })) as Answer;
  return {
    result:
      answer.status === "success"
        ? { ok: true, value: jsonToConvex(answer.value) }
        : { ok: false, message: answer.errorMessage },
    ...(answer.status === "error" &&
      answer.errorData !== undefined && {
        errorData: jsonToConvex(answer.errorData),
      }),
    logLines: answer.logLines,
    durationMs: performance.now() - startedAtMs,
    endedAtMs: Date.now(),
  };
}
