import { api } from "#convex/_generated/api";
import type { Hiding, Listing, Request } from "#convex/shared/listings";
import { isFull, type TeamView } from "#convex/shared/teams";
import type { Profile } from "#convex/shared/people";
import { useTeamChanges } from "../../lib/settings/live-settings";
import { useLive, useQuietLive } from "../../lib/use-live";

export const LOAD_FAILURE = "Failed to load who is looking";

/** The data about the reader that the whole page uses. */
export type Finding = {
  me: Profile;
  areChangesOpen: boolean;
  requests: readonly Request[];
  hidden: readonly Hiding[];
  /** The reader's card or, in a team, its opening; null without one. */
  own: Listing | null;
  /** Why the reader's team cannot take anybody; null if it can, or without a team. */
  noRoom: string | null;
  /** Undefined until the deployment has it. */
  readKey: string | undefined;
};

/** Undefined while it loads; null if it failed. */
export function useFinding(): Finding | null | undefined {
  const me = useLive(api.users.me, LOAD_FAILURE);
  const team = useQuietLive(api.teams.mine, {});
  const changes = useTeamChanges();
  const requests = useQuietLive(api.requests.mine, {});
  const hidden = useQuietLive(api.listings.hidden, {});
  const own = useQuietLive(api.listings.mine, {});
  const readKey = useQuietLive(api.listings.readKey, {});
  const all = [me, team, requests, hidden, own, readKey];
  if (all.some(({ status }) => status === "error")) return null;
  if (
    changes === undefined ||
    me.status !== "success" ||
    team.status !== "success" ||
    requests.status !== "success" ||
    hidden.status !== "success" ||
    own.status !== "success" ||
    readKey.status !== "success" ||
    // Signed out: the guard is about to redirect.
    me.data === null
  ) {
    return undefined;
  }
  return {
    me: me.data,
    areChangesOpen: changes.state === "open",
    requests: requests.data ?? [],
    hidden: hidden.data ?? [],
    own: own.data,
    noRoom: team.data === null ? null : whyNoRoom(team.data),
    readKey: readKey.data ?? undefined,
  };
}

function whyNoRoom({ members, isOpen }: TeamView): string | null {
  if (isFull(members)) return "Your team is full, so it looks for no one.";
  return isOpen
    ? null
    : "Your team is closed to newcomers. Open it on the team page to look for someone.";
}
