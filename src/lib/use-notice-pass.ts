import { api } from "#convex/_generated/api";
import { useQuietLive } from "./use-live";

/**
 * With this pass, the pages of everyone who is signed in share the answers about announcements, resources and dates.
 * @returns undefined while it is not known; the page then asks for itself alone
 */
export function useNoticePass(): string | undefined {
  const me = useQuietLive(api.users.me, {});
  return me.status === "success"
    ? (me.data?.noticePass ?? undefined)
    : undefined;
}
