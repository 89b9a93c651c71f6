import {
  convexToJson,
  type JSONValue,
  jsonToConvex,
  type Value,
} from "convex/values";
import { adminRequest } from "../requests/admin-request";
import { type ActingAs, keyActingAs } from "./acting-as";

/** A call that somebody has asked for. */
export type Run = {
  /** `module:function` */
  path: string;
  args: Record<string, Value>;
  componentId: string | null;
  /** Null for the administrator, who is nobody to the functions. */
  actingAs: ActingAs | null;
};

export type Outcome = {
  result: { ok: true; value: Value } | { ok: false; message: string };
  /** What a ConvexError carried. */
  errorData?: Value;
  logLines: string[];
  /** From question to answer. */
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

/** Runs a function. Rejects only if it cannot be asked for. */
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
