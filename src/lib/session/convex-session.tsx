import { ConvexAuthProvider, useAuthActions } from "@convex-dev/auth/react";
import { useConvexAuth } from "convex/react";
import { useEffect, useMemo } from "react";
import { convex } from "../convex-client";
import { SettingsWatch } from "../settings/live-settings";
import { ConnectionNotice } from "./connection-notice";
import { publish, type SessionActions } from "./session-store";
import { storedToken, tokenStorage } from "./token-storage";

// Loaded only if configured.
const tokenSync = import.meta.env.VITE_TOKEN_SYNC_URL
  ? import("./token-sync")
  : undefined;

/** Convex Auth, mounted once per page load. */
export function ConvexSession() {
  return (
    <ConvexAuthProvider
      client={convex}
      storage={tokenStorage}
      // Only `/google` handles the code of a redirect.
      shouldHandleCode={false}
    >
      <Publisher />
      <ConnectionNotice />
      <SettingsWatch />
    </ConvexAuthProvider>
  );
}

/** Publishes each answer; keeps the last one while a new one is fetched. */
function Publisher() {
  const { isLoading, isAuthenticated } = useConvexAuth();
  const actions = useSyncedActions();
  useEffect(() => {
    if (isLoading) return;
    publish(isAuthenticated ? "signedIn" : "signedOut", actions);
  }, [isLoading, isAuthenticated, actions]);
  return null;
}

/** Convex Auth's actions, with token sync if it is configured. */
function useSyncedActions(): SessionActions {
  const { signIn, signOut } = useAuthActions();
  // This sends the token of the last visit; the client renews it once it is connected.
  useEffect(() => void tellSignIn(), []);
  return useMemo(
    () => ({
      signIn: async (provider, params) => {
        const result = await signIn(provider, params);
        if (result.signingIn) void tellSignIn();
        return result;
      },
      signOut: async () => {
        const token = storedToken();
        await signOut();
        void tellSignOut(token);
      },
    }),
    [signIn, signOut],
  );
}

async function tellSignIn() {
  const token = storedToken();
  if (token !== null) await (await tokenSync)?.syncSignIn(token);
}

async function tellSignOut(token: string | null) {
  if (token !== null) await (await tokenSync)?.syncSignOut(token);
}
