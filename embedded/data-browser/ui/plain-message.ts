import { ConvexError } from "convex/values";
import type { RefusalData } from "../../admin/admin-api";

/** The words of the backend when it refused something, else the error's own. */
export function plainMessage(error: unknown): string {
  if (error instanceof ConvexError && isRefusal(error.data)) {
    return error.data.message;
  }
  return error instanceof Error ? error.message : String(error);
}

function isRefusal(data: unknown): data is RefusalData {
  return typeof data === "object" && data !== null && "message" in data;
}
