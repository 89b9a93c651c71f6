import { useEffect } from "react";
import { Navigate, Outlet, useLocation } from "react-router-dom";
import { useSession, want } from "../lib/session/session-store";
import { paths } from "../paths";
import { PagePending } from "./page-pending";
import { findReturnAddress } from "./return-address";

/**
 * Parent of the login and register screens. Whoever is signed in, or becomes so there, goes on: after a login to where
 * they came from, after a registration to the dashboard.
 */
export function Component() {
  const { status } = useSession();
  const { pathname, state } = useLocation();
  useEffect(want, []);
  if (status === "unknown") return <PagePending />;
  if (status === "signedOut") return <Outlet />;
  const from = pathname === paths.login ? findReturnAddress(state) : undefined;
  return <Navigate to={from ?? paths.dashboard} replace />;
}
