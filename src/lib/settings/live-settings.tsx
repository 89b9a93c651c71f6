import { useEffect } from "react";
import { api } from "#convex/_generated/api";
import type { Settings } from "#convex/shared/validators";
import { useQuietLive } from "../use-live";
import { applySettings } from "./hidden-parts";

/** Used if the settings cannot be loaded; the deployment still refuses what is closed. */
const everythingOpen: Settings = {
  teamChangesOpen: true,
  submissionsOpen: true,
  registrationLinkShown: true,
  bannerShown: true,
  phase: "open",
};

/** The current settings; undefined while they load. */
export function useSettings(): Settings | undefined {
  const settings = useQuietLive(api.settings.current, {});
  switch (settings.status) {
    case "pending":
      return undefined;
    case "error":
      return everythingOpen;
    case "success":
      return settings.data;
  }
}

/** Applies changes of the settings at once, on pages where the Convex client is loaded. */
export function SettingsWatch() {
  const settings = useQuietLive(api.settings.current, {});
  const current = settings.status === "success" ? settings.data : undefined;
  useEffect(() => {
    if (current !== undefined) applySettings(current);
  }, [current]);
  return null;
}
