import { useRef, useState } from "react";
import { useLocation, useNavigate, useOutletContext } from "react-router-dom";
import { findReturnAddress } from "../../lib/return-address";
import { rememberSession } from "../../lib/session/token-storage";
import { openGooglePopup, type GooglePopup } from "./google-popup";
import {
  googleAddress,
  type GooglePurpose,
  type GoogleRequest,
} from "./google-request";
import { notifyOfGoogle } from "./google-words";

/** What the guard of the login and register screens is told. */
export type GuestContext = {
  /** Whoever is signed in from now on has come by Google. */
  onGoogle: () => void;
};

/**
 * Signing in with Google: in a popup, or in the page's place where the browser opens none. Closing the popup is no
 * failure.
 */
export function useGoogle(purpose: GooglePurpose) {
  const { onGoogle } = useOutletContext<GuestContext>();
  const { state } = useLocation();
  const navigate = useNavigate();
  const popup = useRef<GooglePopup>(null);
  const [isWaiting, setIsWaiting] = useState(false);

  function start(isRemembered: boolean) {
    if (isWaiting) return popup.current?.focus();
    rememberSession(isRemembered);
    const request = requestOf(purpose, isRemembered, state);
    popup.current = openGooglePopup(request);
    if (popup.current === null) {
      void navigate(googleAddress(request, "leave"));
      return;
    }
    onGoogle();
    void waitFor(popup.current);
  }

  async function waitFor({ outcome, closed }: GooglePopup) {
    setIsWaiting(true);
    const told = outcome.then((ending) => notifyOfGoogle(purpose, ending));
    await Promise.race([told, closed]);
    setIsWaiting(false);
  }

  return { start, isWaiting };
}

function requestOf(
  purpose: GooglePurpose,
  isRemembered: boolean,
  state: unknown,
): GoogleRequest {
  // A registration leads to the dashboard, wherever it began.
  const from = purpose === "login" ? findReturnAddress(state) : undefined;
  return { purpose, isRemembered, ...(from !== undefined && { from }) };
}
