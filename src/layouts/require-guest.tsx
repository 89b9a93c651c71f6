import { useEffect, useMemo, useState } from "react";
import { Navigate, Outlet, useLocation } from "react-router-dom";
import type { GuestContext } from "../features/auth/use-google";
import { arrival } from "../lib/arrival";
import { addressAfterSignIn } from "../lib/kept/kept-invitation";
import { findReturnAddress } from "../lib/return-address";
import { useSession, want } from "../lib/session/session-store";
import { useHydrated } from "../lib/use-hydrated";
import { paths } from "../paths";
import { PagePending } from "./page-pending";

/**
 * Guard of the login and register screens. People who are or become signed in are redirected: after a login to the page
 * they asked for, after a registration to the dashboard, by way of the buffer screen if they used Google. People with
 * an invitation are led to it instead of the dashboard, which leads organisers and judges on to their own pages.
 *
 * The prerendered HTML is the form, for visitors without a stored session. `public/first-paint.js` hides it from others
 * (`styles/base.css`) until the session is known.
 */
export function Component() {
  const { status } = useSession();
  const { pathname, state } = useLocation();
  const [isByGoogle, setIsByGoogle] = useState(false);
  const context = useMemo<GuestContext>(
    () => ({ onGoogle: () => setIsByGoogle(true) }),
    [],
  );
  const isHydrated = useHydrated();
  useEffect(() => {
    const { dataset } = document.documentElement;
    if (dataset.session === "stored") delete dataset.session;
    want();
  }, []);
  if (!isHydrated || status === "signedOut") {
    return <Outlet context={context} />;
  }
  if (status === "unknown") return <PagePending />;
  const isLogin = pathname === paths.login;
  const from = isLogin ? findReturnAddress(state) : undefined;
  const buffer = isLogin ? paths.bufferLogin : paths.bufferRegister;
  const next = isByGoogle ? buffer : addressAfterSignIn();
  return from === undefined ? (
    <Navigate to={next} state={arrival} replace />
  ) : (
    <Navigate to={from} replace />
  );
}
