import { ConvexAuthProvider, useAuthActions } from "@convex-dev/auth/react";
import { useConvexAuth } from "convex/react";
import { useEffect, useMemo } from "react";
import { convex } from "../convex-client";
import { SettingsWatch } from "../settings/settings-watch";
import { ConnectionNotice } from "./connection-notice";
import { publish, type SessionActions } from "./session-store";
import { storedToken, tokenStorage } from "./token-storage";

// Not even loaded where nobody is to be told.
const tokenSync = import.meta.env.VITE_TOKEN_SYNC_URL
  ? import("./token-sync")
  : undefined;

/** Convex Auth, mounted once for the life of the page. */
export function ConvexSession() {
  return (
    <ConvexAuthProvider
      client={convex}
      storage={tokenStorage}
      // Only the page to which other sites send people back takes codes from its address.
      shouldHandleCode={false}
    >
      <Publisher />
      <ConnectionNotice />
      <SettingsWatch />
    </ConvexAuthProvider>
  );
}

/** Passes on each answer; while a new one is being fetched the last one stands. */
function Publisher() {
  const { isLoading, isAuthenticated } = useConvexAuth();
  const actions = useSyncedActions();
  useEffect(() => {
    if (isLoading) return;
    publish(isAuthenticated ? "signedIn" : "signedOut", actions);
  }, [isLoading, isAuthenticated, actions]);
  return null;
}

/** The library's actions, of which another system is told if the deployment says so. */
function useSyncedActions(): SessionActions {
  const { signIn, signOut } = useAuthActions();
  // The stored token is the one of the last visit: the client renews it once it is connected.
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
