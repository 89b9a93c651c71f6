import type { PublicSettings } from "#convex/settings/shared";
import { callOverHttp } from "../connection/deployment-url";
import { applySettings } from "./hidden-parts";

const QUESTION = { path: "settings:current", args: {}, format: "json" };

/** Reads the settings once over Convex's HTTP API, for visitors without a client. If it fails, nothing changes. */
export async function readSettings(signal: AbortSignal): Promise<void> {
  try {
    const how = { priority: "low", signal } as const;
    const response = await callOverHttp("query", QUESTION, how);
    const { value } = (await response.json()) as {
      value?: PublicSettings | null;
    };
    if (value && !signal.aborted) applySettings(value);
  } catch {
    // Unreachable, aborted, or not a deployment.
  }
}
