import {
  ConvexAuthProvider,
  useAuthActions,
  useAuthToken,
} from "@convex-dev/auth/react";
import { useConvexAuth } from "convex/react";
import { makeFunctionReference } from "convex/server";
import { useEffect, useMemo, useSyncExternalStore } from "react";
import { convex } from "../convex-client";
import { SettingsWatch } from "../settings/live-settings";
import { ConnectionNotice } from "./connection-notice";
import {
  forgetFirst,
  isKnownFirst,
  onFirstAnswers,
  openingQuestions,
} from "./first-answers";
import { publish, type SessionActions } from "./session-store";
import { storedToken, tokenStorage } from "./token-storage";

// Loaded only if configured.
const tokenSync = import.meta.env.VITE_TOKEN_SYNC_URL
  ? import("./token-sync")
  : undefined;

/** For so long the pages may take to ask the same. */
const OPENING_MS = 10_000;

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
      <Opening />
      <ConnectionNotice />
      <SettingsWatch />
    </ConvexAuthProvider>
  );
}

/**
 * Publishes each answer; keeps the last one while a new one is fetched. The first can be the one to `askFirst`, but not
 * before the client has the token, or the pages would ask as strangers.
 */
function Publisher() {
  const { isLoading, isAuthenticated } = useConvexAuth();
  const hasToken = useAuthToken() !== null;
  const isKnown =
    useSyncExternalStore(onFirstAnswers, isKnownFirst) && hasToken;
  const actions = useSyncedActions();
  useEffect(() => {
    if (isLoading && !isKnown) return;
    const isSignedIn = isLoading || isAuthenticated;
    if (!isSignedIn) forgetFirst();
    const status = isSignedIn ? "signedIn" : "signedOut";
    publish(status, actions, { isConfirmed: !isLoading });
  }, [isLoading, isKnown, isAuthenticated, actions]);
  return null;
}

/**
 * Asks what the portal begins with as soon as there is a token: the questions travel with the token, not after its
 * confirmation. The provider sets the token first, in an effect of its own.
 */
function Opening() {
  const isSignedIn = useAuthToken() !== null;
  useEffect(() => {
    if (!isSignedIn) return;
    for (const { path, args } of openingQuestions()) {
      const query = makeFunctionReference<"query">(path);
      convex.prewarmQuery({ query, args, extendSubscriptionFor: OPENING_MS });
    }
  }, [isSignedIn]);
  return null;
}

/** Convex Auth's actions, with token sync if it is configured. */
function useSyncedActions(): SessionActions {
  const { signIn, signOut } = useAuthActions();
  // This sends the token of the last visit, if it is young enough.
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
