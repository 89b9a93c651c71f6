import { api } from "#convex/_generated/api";
import { dataOf, useQuietLive } from "./use-live";

/**
 * With this read key, the pages of everyone who is signed in share the answers about announcements and resources.
 * @returns undefined while it is not known; the page then asks for itself alone
 */
export function useNoticeReadKey(): string | undefined {
  const me = dataOf(useQuietLive(api.users.me, {}));
  return me?.noticeReadKey ?? undefined;
}
