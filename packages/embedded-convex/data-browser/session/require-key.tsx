import { ConvexProvider } from "convex/react";
import { useEffect, useSyncExternalStore } from "react";
import { Outlet } from "react-router-dom";
import { sessionStore, SessionContext } from "./session-store";
import { SignIn } from "./sign-in";

/** Renders the nested routes for signed-in users, and the sign-in form for others. */
export function RequireKey() {
  const state = useSyncExternalStore(sessionStore.subscribe, sessionStore.get);
  const client = state.kind === "signed-in" ? state.client : null;
  useEffect(() => sessionStore.closeOthers(client), [client]);
  if (state.kind === "signed-out") return <SignIn notice={state.notice} />;
  return (
    <SessionContext value={state}>
      <ConvexProvider client={state.client}>
        <Outlet />
      </ConvexProvider>
    </SessionContext>
  );
}
