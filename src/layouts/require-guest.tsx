import { useEffect, useMemo, useState } from "react";
import { Navigate, Outlet, useLocation } from "react-router-dom";
import type { GuestContext } from "../features/auth/use-google";
import { findReturnAddress } from "../lib/return-address";
import { useSession, want } from "../lib/session/session-store";
import { paths } from "../paths";
import { PagePending } from "./page-pending";

/**
 * Guard of the login and register screens. People who are or become signed in are redirected: after a login to the page
 * they asked for, after a registration to the dashboard, by way of the buffer screen if they used Google.
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
