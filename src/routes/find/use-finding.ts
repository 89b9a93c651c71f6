import { api } from "#convex/_generated/api";
import type {
  Card,
  Hiding,
  Opening,
  Request,
} from "#convex/shared/findingValidators";
import { isFull } from "#convex/shared/roster";
import type { Profile, TeamView } from "#convex/shared/validators";
import { useTeamChanges } from "../../lib/settings/live-settings";
import { useLive, useQuietLive } from "../../lib/use-live";

export const LOAD_FAILURE = "Failed to load who is looking";

/** The data about the reader that the whole page uses. */
export type Finding = {
  me: Profile;
  areChangesOpen: boolean;
  requests: readonly Request[];
  hidden: readonly Hiding[];
  /** The reader's own; null without one. */
  card: Card | null;
  /** The one of the reader's team; null without one. */
  opening: Opening | null;
  /** Why the reader's team cannot take anybody; null if it can, or without a team. */
  noRoom: string | null;
  /** Undefined until the deployment has it. */
  pass: string | undefined;
};

/** Undefined while it loads; null if it failed. */
export function useFinding(): Finding | null | undefined {
  const me = useLive(api.users.me, LOAD_FAILURE);
  const team = useQuietLive(api.teams.mine, {});
  const changes = useTeamChanges();
  const requests = useQuietLive(api.requests.mine, {});
  const hidden = useQuietLive(api.find.hidden, {});
  const card = useQuietLive(api.cards.mine, {});
  const opening = useQuietLive(api.openings.mine, {});
  const pass = useQuietLive(api.find.pass, {});
  const all = [me, team, requests, hidden, card, opening, pass];
  if (all.some(({ status }) => status === "error")) return null;
  if (
    changes === undefined ||
    me.status !== "success" ||
    team.status !== "success" ||
    requests.status !== "success" ||
    hidden.status !== "success" ||
    card.status !== "success" ||
    opening.status !== "success" ||
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
    card: card.data,
    opening: opening.data,
    noRoom: team.data === null ? null : whyNoRoom(team.data),
    pass: pass.data ?? undefined,
  };
}

function whyNoRoom({ members, isOpen }: TeamView): string | null {
  if (isFull(members)) return "Your team is full, so it looks for no one.";
  return isOpen
    ? null
    : "Your team is closed to newcomers. Open it on the team page to look for someone.";
}
