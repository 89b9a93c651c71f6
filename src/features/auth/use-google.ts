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

/** Outlet context of the login and register screens. */
export type GuestContext = {
  /** Says that the next sign-in is by Google. */
  onGoogle: () => void;
};

/** Signs in with Google: in a popup, or in the page itself if the browser blocks popups. */
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
  // A registration always leads to the dashboard.
  const from = purpose === "login" ? findReturnAddress(state) : undefined;
  return { purpose, isRemembered, ...(from !== undefined && { from }) };
}
