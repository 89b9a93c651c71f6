import { useEffect, useMemo, useState } from "react";
import { Navigate, Outlet, useLocation } from "react-router-dom";
import type { GuestContext } from "../features/auth/use-google";
import { findReturnAddress } from "../lib/return-address";
import { useSession, want } from "../lib/session/session-store";
import { paths } from "../paths";
import { PagePending } from "./page-pending";

/**
 * Parent of the login and register screens. Whoever is signed in, or becomes so there, goes on: after a login to where
 * they came from, after a registration to the dashboard. Whoever comes back from Google and goes to the dashboard passes
 * the buffer screen, which says what is happening.
 */
export function Component() {
  const { status } = useSession();
  const { pathname, state } = useLocation();
  const [isByGoogle, setIsByGoogle] = useState(false);
  const context = useMemo<GuestContext>(
    () => ({ onGoogle: () => setIsByGoogle(true) }),
    [],
  );
  useEffect(want, []);
  if (status === "unknown") return <PagePending />;
  if (status === "signedOut") return <Outlet context={context} />;
  const isLogin = pathname === paths.login;
  const from = isLogin ? findReturnAddress(state) : undefined;
  const buffer = isLogin ? paths.bufferLogin : paths.bufferRegister;
  const next = isByGoogle ? buffer : paths.dashboard;
  return <Navigate to={from ?? next} replace />;
}
