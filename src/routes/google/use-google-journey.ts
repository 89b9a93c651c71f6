import { useCallback, useEffect, useRef, useState } from "react";
import { useLocation, useNavigate, useSearchParams } from "react-router-dom";
import { reportToOpener } from "../../features/auth/google-popup";
import {
  googleAddress,
  readGoogleRequest,
  type GoogleRequest,
} from "../../features/auth/google-request";
import {
  notifyOfGoogle,
  type GoogleOutcome,
} from "../../features/auth/google-words";
import { sessionActions, signedIn } from "../../lib/session/session-store";
import { hasVerifier, rememberSession } from "../../lib/session/token-storage";
import { paths } from "../../paths";

export type Stage = "underWay" | GoogleOutcome;

/** Left in the history entry of the page that led to Google: whoever comes back to it has changed their mind. */
const LEFT = { hasLeft: true };

/** Goes to Google, or finishes what was begun there, and then leaves this page. */
export function useGoogleJourney(): Stage {
  const [stage, setStage] = useState<Stage>("underWay");
  const [search] = useSearchParams();
  const { state } = useLocation();
  const navigate = useNavigate();
  const { goBack, goOn } = useWaysOut(readGoogleRequest(search));
  const hasStarted = useRef(false);

  useEffect(() => {
    if (hasStarted.current) return;
    hasStarted.current = true;
    const request = readGoogleRequest(search);
    const finish = (outcome: GoogleOutcome) => {
      setStage(outcome);
      goOn(outcome);
    };
    if (search.get("step") === "return") {
      void signInWith(search.get("code"), request).then(finish);
    } else if (hasLeft(state)) {
      goBack();
    } else {
      void navigate({ search: `?${search}` }, { replace: true, state: LEFT });
      leave(request).catch(() => finish("failed"));
    }
  }, [search, state, navigate, goBack, goOn]);

  useEffect(() => {
    // The browser may bring this page back as it was, without starting it anew.
    const onShow = ({ persisted }: PageTransitionEvent) => {
      if (persisted) goBack();
    };
    addEventListener("pageshow", onShow);
    return () => removeEventListener("pageshow", onShow);
  }, [goBack]);

  return stage;
}

/** Where this page leads when it is done: a popup closes, any other goes to another page. */
function useWaysOut({ popup, purpose, from }: GoogleRequest) {
  const navigate = useNavigate();
  const goTo = useCallback(
    (address: string) => {
      const state = from === undefined ? null : { from };
      if (popup === undefined) void navigate(address, { replace: true, state });
      else window.close();
    },
    [navigate, popup, from],
  );
  const goBack = useCallback(() => goTo(paths[purpose]), [goTo, purpose]);
  const goOn = useCallback(
    (outcome: GoogleOutcome) => {
      if (popup === undefined) notifyOfGoogle(purpose, outcome);
      else reportToOpener(popup, outcome);
      const buffer =
        purpose === "login" ? paths.bufferLogin : paths.bufferRegister;
      goTo(outcome === "signedIn" ? (from ?? buffer) : paths[purpose]);
    },
    [goTo, popup, purpose, from],
  );
  return { goBack, goOn };
}

/** Asks the deployment for the way to Google; the browser then goes there. */
async function leave(request: GoogleRequest): Promise<void> {
  rememberSession(request.isRemembered);
  const { signIn } = await sessionActions();
  await signIn("google", { redirectTo: googleAddress(request, "return") });
}

/** Trades the code for a session, if it was this window that left to get one. */
async function signInWith(
  code: string | null,
  { isRemembered }: GoogleRequest,
): Promise<GoogleOutcome> {
  if (code === null || !hasVerifier()) return "failed";
  rememberSession(isRemembered);
  try {
    const { signIn } = await sessionActions();
    const { signingIn } = await signIn("google", { code });
    if (!signingIn) return "failed";
    await signedIn();
    return "signedIn";
  } catch {
    return "failed";
  }
}

function hasLeft(state: unknown): boolean {
  return typeof state === "object" && state !== null && "hasLeft" in state;
}
