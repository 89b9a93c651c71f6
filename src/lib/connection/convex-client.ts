import { ConvexReactClient } from "convex/react";
import { api } from "#convex/_generated/api";
import { deploymentUrl } from "./deployment-url";
import { retryOnDisconnect } from "./host";
import { isUnsaved } from "./quiet-calls";
import { hasExpired } from "../session/token-claims";
import { addWaits } from "../kept/waits";
import { watchedSocket, watchConnection } from "./watched-socket";

/**
 * Renews a token that has expired while the socket connects; the deployment would only refuse it. With no line it waits
 * for one: the client never asks again for a token that it could not fetch.
 */
class ConvexClient extends ConvexReactClient {
  override setAuth(
    ...[fetchToken, ...callbacks]: Parameters<ConvexReactClient["setAuth"]>
  ): void {
    const fetchPatiently: typeof fetchToken = async (how) =>
      retryOnDisconnect(async () => fetchToken(how));
    super.setAuth(
      async (how) => {
        const token = await fetchPatiently(how);
        return token && !how.forceRefreshToken && hasExpired(token)
          ? fetchPatiently({ forceRefreshToken: true })
          : token;
      },
      ...callbacks,
    );
  }
}

/**
 * The only connection to the deployment. It logs in development only, because refusals are no errors. It uses the stored
 * token until shortly before that expires: renewing it on every page would make the deployment answer everything twice.
 */
export const convex = new ConvexClient(deploymentUrl(), {
  logger: import.meta.env.MODE === "development",
  initialAuthTokenReuse: true,
  // The client's own warning counts actions too, and a login is one: nobody loses anything by leaving then.
  unsavedChangesWarning: false,
  webSocketConstructor: watchedSocket(),
});

// Prerendering has no window.
if (typeof window !== "undefined") {
  // Nobody has asked it before, so that it goes over the line; for the deployment it is little work.
  watchConnection(() =>
    convex.query(api.settings.teamChanges, { at: Date.now() }),
  );
  addWaits(
    () =>
      isUnsaved(convex.connectionState().inflightMutations)
        ? [{ name: "a change that is on its way", fate: "lost" }]
        : [],
    (tell) => convex.subscribeToConnectionState(tell),
  );
}
