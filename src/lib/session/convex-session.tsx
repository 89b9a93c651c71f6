import { ConvexAuthProvider, useAuthActions } from "@convex-dev/auth/react";
import { useConvexAuth } from "convex/react";
import { useEffect } from "react";
import { convex } from "../convex-client";
import { ConnectionNotice } from "./connection-notice";
import { publish } from "./session-store";
import { tokenStorage } from "./token-storage";

/** Convex Auth, mounted once for the life of the page. */
export function ConvexSession() {
  return (
    <ConvexAuthProvider client={convex} storage={tokenStorage}>
      <Publisher />
      <ConnectionNotice />
    </ConvexAuthProvider>
  );
}

/** Passes on each answer; while a new one is being fetched the last one stands. */
function Publisher() {
  const { isLoading, isAuthenticated } = useConvexAuth();
  const actions = useAuthActions();
  useEffect(() => {
    if (isLoading) return;
    publish(isAuthenticated ? "signedIn" : "signedOut", actions);
  }, [isLoading, isAuthenticated, actions]);
  return null;
}
