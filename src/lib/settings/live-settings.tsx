import { useEffect } from "react";
import { api } from "#convex/_generated/api";
import {
  DEFAULTS,
  type Settings,
  type WindowState,
} from "#convex/settings/shared";
import { dataOf, useQuietLive } from "../connection/use-live";
import { useTimedLive } from "../connection/use-timed-live";
import { applySettings } from "./hidden-parts";

/** Used if they cannot be loaded. */
const changesOpen: WindowState = {
  state: "open",
  opensAt: 0,
  closesAt: null,
  closedSince: null,
};

/** The current settings; undefined while they load. `teamChangesOpen` counts the closing time, too. */
export function useSettings(): Settings | undefined {
  const settings = useQuietLive(api.settings.current, {});
  const teamChanges = useTeamChanges();
  if (settings.status === "pending" || teamChanges === undefined) {
    return undefined;
  }
  // If they cannot be loaded, the deployment still refuses what is closed.
  const current = dataOf(settings) ?? DEFAULTS;
  return { ...current, teamChangesOpen: teamChanges.state === "open" };
}

/** Whether teams can be changed now, by the deployment's clock; undefined while it loads. */
export function useTeamChanges(): WindowState | undefined {
  const live = useTimedLive(api.settings.teamChanges);
  return live.status === "error" ? changesOpen : dataOf(live);
}

/** Applies changes of the settings at once, on pages where the Convex client is loaded. */
export function SettingsWatch() {
  const current = dataOf(useQuietLive(api.settings.current, {}));
  useEffect(() => {
    if (current !== undefined) applySettings(current);
  }, [current]);
  return null;
}
