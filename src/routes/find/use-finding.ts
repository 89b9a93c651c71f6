import { api } from "#convex/_generated/api";
import { refusals } from "#convex/platform/shared/errors";
import type { Settings } from "#convex/settings/shared";
import { freeSlots, isFull, type TeamView } from "#convex/teams/shared/teams";
import { mayAccept, mayFind } from "../../features/next-step/standing";
import { useSettings } from "../../lib/settings/live-settings";
import { useLive, useQuietLive } from "../../lib/connection/use-live";
import { paths } from "../../paths";

export const LOAD_FAILURE = "Failed to load who is looking";

/** A sentence and a link that leads on from it. */
export type Way = { sentence: string; label: string; to: string };

/** The data about the reader that the whole page uses. */
export type Finding = NonNullable<ReturnType<typeof useFinding>>;

/** Undefined while it loads; null if it failed. */
export function useFinding() {
  const me = useLive(api.users.me, LOAD_FAILURE);
  const team = useQuietLive(api.teams.mine, {});
  const settings = useSettings();
  const requests = useQuietLive(api.requests.mine, {});
  const hidden = useQuietLive(api.listings.hidden, {});
  const own = useQuietLive(api.listings.mine, {});
  const readKey = useQuietLive(api.listings.readKey, {});
  const all = [me, team, requests, hidden, own, readKey];
  if (all.some(({ status }) => status === "error")) return null;
  if (
    settings === undefined ||
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
    /** Whether requests can be accepted. */
    mayAccept: mayAccept(settings),
    /** Why nobody looks for anybody now; null while people do. */
    closed: mayFind(settings) ? null : whyClosed(settings),
    requests: requests.data ?? [],
    hidden: hidden.data ?? [],
    /** The reader's card or, in a team, its opening; null without one. */
    own: own.data,
    /** In the reader's team; none without one. */
    freeSlots: team.data === null ? 0 : freeSlots(team.data.members),
    /** Why the reader's team cannot take anybody; null if it can, or without a team. */
    noRoom: team.data === null ? null : whyNoRoom(team.data),
    /** Undefined until the deployment has it. */
    readKey: readKey.data ?? undefined,
  };
}

const toOrganisers = { label: "Write to the organisers", to: paths.contact };
const toTeam = { label: "Open the team page", to: paths.team };

/** For who is in a team; who is in none is told on every page the same. */
function whyClosed({ phase, teamChangesOpen }: Settings): Way {
  if (phase === "over")
    return { sentence: "The event is over, and so is the search.", ...toTeam };
  if (!teamChangesOpen)
    return { sentence: refusals.team_changes_closed(), ...toTeam };
  return {
    sentence:
      "The event has begun, so this page is closed. The organisers help whoever needs a teammate.",
    ...toOrganisers,
  };
}

function whyNoRoom({ members, isOpen }: TeamView): Way | null {
  if (isFull(members))
    return {
      sentence: "Your team is full, so it looks for no one.",
      ...toTeam,
    };
  return isOpen
    ? null
    : { sentence: "Your team is closed to newcomers.", ...toTeam };
}
