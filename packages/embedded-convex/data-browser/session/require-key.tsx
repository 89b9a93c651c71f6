import { ConvexProvider } from "convex/react";
import { useEffect, useMemo, useSyncExternalStore } from "react";
import { Outlet } from "react-router-dom";
import { sessionStore } from "./session-store";
import { SignIn } from "./sign-in";
import { type Session, SessionContext } from "./use-session";

/** Renders the nested routes for signed-in users, and the sign-in form for others. */
export function RequireKey() {
  const state = useSyncExternalStore(sessionStore.subscribe, sessionStore.get);
  const session = useMemo<Session | null>(
    () =>
      state.kind === "signed-in"
        ? {
            key: state.key,
            client: state.client,
            signOut: () => sessionStore.signOut(),
          }
        : null,
    [state],
  );
  const client = session?.client ?? null;
  useEffect(() => sessionStore.closeOthers(client), [client]);
  if (session === null) {
    const notice = state.kind === "signed-out" ? state.notice : null;
    return <SignIn notice={notice} />;
  }
  return (
    <SessionContext value={session}>
      <ConvexProvider client={session.client}>
        <Outlet />
      </ConvexProvider>
    </SessionContext>
  );
}
