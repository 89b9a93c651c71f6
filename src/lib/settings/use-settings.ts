import { api } from "../../../convex/_generated/api";
import type { Settings } from "../../../convex/shared/validators";
import { useQuietLive } from "../use-live";

/** Holds when the deployment does not say; what is closed it refuses by itself. */
const everythingOpen: Settings = {
  teamChangesOpen: true,
  submissionsOpen: true,
  registrationLinkShown: true,
  bannerShown: true,
};

/** What is open and shown at this moment; undefined while it is loading. */
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
