import type { Addresses } from "#convex/shared/addresses";
import type { Phase } from "#convex/shared/settings";
import { deploymentUrl } from "../deployment-url";
import { applySettings } from "./hidden-parts";

const phases: readonly Phase[] = ["closed", "live", "over"];

const QUESTION = { path: "settings:current", args: {}, format: "json" };

/** Reads the settings once over Convex's HTTP API, for visitors without a client. If it fails, nothing changes. */
export async function readSettings(signal: AbortSignal): Promise<void> {
  try {
    const response = await fetch(`${deploymentUrl()}/api/query`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(QUESTION),
      priority: "low",
      signal,
    });
    const answer: unknown = await response.json();
    if (!isSuccess(answer) || signal.aborted) return;
    const {
      registrationLinkShown,
      bannerShown,
      phase,
      galleryPublished,
      addresses,
    } = answer.value;
    applySettings({
      registrationLinkShown: registrationLinkShown !== false,
      bannerShown: bannerShown !== false,
      phase: phases.find((known) => known === phase) ?? "open",
      galleryPublished: galleryPublished === true,
      addresses,
    });
  } catch {
    // Unreachable, aborted, or not a deployment.
  }
}

type Success = {
  value: {
    registrationLinkShown?: unknown;
    bannerShown?: unknown;
    phase?: unknown;
    galleryPublished?: unknown;
    addresses?: Addresses;
  };
};

function isSuccess(answer: unknown): answer is Success {
  return (
    typeof answer === "object" &&
    answer !== null &&
    "status" in answer &&
    answer.status === "success" &&
    "value" in answer &&
    typeof answer.value === "object" &&
    answer.value !== null
  );
}
