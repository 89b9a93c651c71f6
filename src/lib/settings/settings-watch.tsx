import { useEffect } from "react";
import { api } from "../../../convex/_generated/api";
import { useQuietLive } from "../use-live";
import { applySettings } from "./hidden-parts";

/** Hides and shows parts of the pages as organisers do, at once; for pages that have the client anyway. */
export function SettingsWatch() {
  const settings = useQuietLive(api.settings.current, {});
  const current = settings.status === "success" ? settings.data : undefined;
  useEffect(() => {
    if (current !== undefined) applySettings(current);
  }, [current]);
  return null;
}
