import { ConvexError } from "convex/values";
import type { RefusalData } from "../../src/admin/admin-api";

/** The message of the backend's refusal, or else of the error itself. */
export function errorMessage(error: unknown): string {
  if (error instanceof ConvexError && isRefusal(error.data)) {
    return error.data.message;
  }
  return error instanceof Error ? error.message : String(error);
}

function isRefusal(data: unknown): data is RefusalData {
  return typeof data === "object" && data !== null && "message" in data;
}
