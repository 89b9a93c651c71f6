import { api } from "#convex/_generated/api";
import type { Hiding, Request } from "#convex/shared/findingValidators";
import type { Profile } from "#convex/shared/validators";
import { useTeamChanges } from "../../lib/settings/live-settings";
import { useLive, useQuietLive } from "../../lib/use-live";

export const LOAD_FAILURE = "Failed to load who is looking";

/** What the whole page knows about the person who looks. */
export type Finding = {
  me: Profile;
  areChangesOpen: boolean;
  requests: readonly Request[];
  hidden: readonly Hiding[];
  /** Undefined before anyone has shown anything. */
  pass: string | undefined;
};

/** Undefined while it loads; null if it failed. */
export function useFinding(): Finding | null | undefined {
  const me = useLive(api.users.me, LOAD_FAILURE);
  const changes = useTeamChanges();
  const requests = useQuietLive(api.requests.mine, {});
  const hidden = useQuietLive(api.find.hidden, {});
  const pass = useQuietLive(api.find.pass, {});
  const all = [me, requests, hidden, pass];
  if (all.some(({ status }) => status === "error")) return null;
  if (
    changes === undefined ||
    me.status !== "success" ||
    requests.status !== "success" ||
    hidden.status !== "success" ||
    pass.status !== "success" ||
    // Signed out: the guard is about to redirect.
    me.data === null
  ) {
    return undefined;
  }
  return {
    me: me.data,
    areChangesOpen: changes.isOpen,
    requests: requests.data ?? [],
    hidden: hidden.data ?? [],
    pass: pass.data ?? undefined,
  };
}
