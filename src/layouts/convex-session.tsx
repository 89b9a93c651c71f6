import {
  ConvexAuthProvider,
  useAuthActions,
  useAuthToken,
} from "@convex-dev/auth/react";
import { useConvexAuth, useConvexConnectionState } from "convex/react";
import { makeFunctionReference } from "convex/server";
import { useEffect, useMemo, useSyncExternalStore } from "react";
import { api } from "#convex/_generated/api";
import {
  CONNECTION_LOST,
  setConnectionLost,
  useConnectionLost,
} from "../lib/connection/connection";
import { convex } from "../lib/connection/convex-client";
import {
  formatIsoDay,
  formatMoment,
  formatTime,
} from "../lib/time/format-time";
import { loadPart, usePartTrouble } from "../lib/connection/load-part";
import { SettingsWatch } from "../lib/settings/live-settings";
import {
  forgetFirst,
  isKnownFirst,
  onFirstAnswers,
  openingQuestions,
} from "../lib/connection/first-answers";
import { publish, type SessionActions } from "../lib/session/session-store";
import {
  forgetKept,
  isKnownKept,
  keptAnswer,
  keptKey,
  onKept,
} from "../lib/session/kept-store";
import { endSession, isEnded } from "../lib/session/log-out";
import { storedToken, tokenStorage } from "../lib/session/token-storage";
import { useLasting } from "../lib/time/use-lasting";
import { useQuietLive } from "../lib/connection/use-live";
import { Notice } from "../ui/notice";
import { mayLeave, OutboxHost, useWaitingWords } from "./outbox-host";

// Loaded only if configured.
const tokenSync = import.meta.env.VITE_TOKEN_SYNC_URL
  ? import("../lib/session/token-sync")
  : undefined;

/** How long the opening queries stay subscribed, for the pages that ask the same. */
const OPENING_MS = 10_000;
/** Shorter interruptions are not shown. */
const GRACE_MS = 2_000;

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
      <Person />
      <SettingsWatch />
    </ConvexAuthProvider>
  );
}

/**
 * Publishes each answer; keeps the last one while a new one is fetched. The first answer can be that to `askFirst`, but
 * not before the client has the token: otherwise the pages would send their queries signed out. With no line it is what
 * this device has kept, also if the token has expired meanwhile.
 */
function Publisher() {
  const { isLoading, isAuthenticated } = useConvexAuth();
  const token = useAuthToken();
  const hasToken = token !== null;
  const isLost = useConnectionLost();
  const isKnown =
    useSyncExternalStore(
      onAnswers,
      () => isKnownFirst() || (isLost && isKnownKept()),
    ) && hasToken;
  const actions = useSyncedActions();
  useEffect(() => {
    if (token !== null && isEnded(token)) endSession(token);
  }, [token]);
  useEffect(() => {
    if (isLoading && !isKnown) return;
    const isSignedIn = isLoading || isAuthenticated;
    if (!isSignedIn) {
      forgetFirst();
      forgetKept();
    }
    const status = isSignedIn ? "signedIn" : "signedOut";
    publish(status, actions, { isConfirmed: !isLoading });
  }, [isLoading, isKnown, isAuthenticated, actions]);
  return null;
}

function onAnswers(callback: () => void) {
  const stops = [onFirstAnswers(callback), onKept(callback)];
  return () => stops.forEach((stop) => stop());
}

/**
 * Subscribes to the portal's first queries as soon as there is a token: they are sent together with it, not after its
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

/** Who has no token yet is not asked for: the deployment would answer a stranger. */
function Person() {
  const hasToken = useAuthToken() !== null;
  return hasToken ? <KnownPerson /> : <ConnectionNotice uid="" />;
}

/** What is sent for the person, and what is said about their connection. */
function KnownPerson() {
  const me = useQuietLive(api.users.me, {});
  const uid = (me.status === "success" && me.data?._id) || "";
  useEffect(() => {
    // Without the permission there is nothing to load.
    if (uid && globalThis.Notification?.permission === "granted")
      void loadPart(() => import("../features/push/this-device"))
        .then(({ registerAgain }) => registerAgain(convex, uid))
        // With no line; the next opening does it.
        .catch(() => {});
  }, [uid]);
  return (
    <>
      <ConnectionNotice uid={uid} />
      {uid && <OutboxHost key={uid} uid={uid} />}
    </>
  );
}

/**
 * Says that the connection is lost, after a grace period, until it is back, and how old what is shown may be, unless
 * another notice says it already; and what waits on this device.
 */
function ConnectionNotice({ uid }: { uid: string }) {
  const { isWebSocketConnected } = useConvexConnectionState();
  const isLost = useLasting(
    !isWebSocketConnected,
    navigator.onLine ? GRACE_MS : 0,
  );
  const isSaid = usePartTrouble() !== "none";
  const words = useWaitingWords(uid);
  const isWaiting = useLasting(words !== "", GRACE_MS);
  useEffect(() => {
    setConnectionLost(isLost);
    return () => setConnectionLost(false);
  }, [isLost]);
  const lost =
    isLost && !isSaid
      ? `${CONNECTION_LOST} ${age()}What you typed stays here.`
      : "";
  return <Notice>{`${lost} ${isWaiting ? words : ""}`.trim()}</Notice>;
}

/** Of the person's own record, which every page of the portal keeps. */
function age(): string {
  const { at } = keptAnswer(keptKey("users:me", {})) ?? {};
  if (at === undefined) return "";
  const isToday = formatIsoDay(at) === formatIsoDay(Date.now());
  return `What you see is from ${isToday ? formatTime(at) : formatMoment(at)}. `;
}

/** Convex Auth's actions, with token sync if it is configured. */
function useSyncedActions(): SessionActions {
  const { signIn } = useAuthActions();
  // Sends the token of the last visit, if it is recent enough.
  useEffect(() => void tellSignIn(), []);
  return useMemo(
    () => ({
      signIn: async (provider, params) => {
        const result = await signIn(provider, params);
        if (result.signingIn) void tellSignIn();
        return result;
      },
      mayLeave,
      signOut: async () => {
        const token = storedToken();
        endSession(token);
        if (token !== null) void tellSignOut(token);
      },
    }),
    [signIn],
  );
}

async function tellSignIn() {
  const token = storedToken();
  if (token !== null) await (await tokenSync)?.syncSignIn(token);
}

async function tellSignOut(token: string) {
  await (await tokenSync)?.syncSignOut(token);
}
