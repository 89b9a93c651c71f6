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
import { withBotCheck } from "../../lib/bot-check/with-bot-check";
import { isCut } from "../../lib/connection/host";
import { sessionActions, signedIn } from "../../lib/session/session-store";
import { hasVerifier, rememberSession } from "../../lib/session/token-storage";
import { paths } from "../../paths";

export type Stage = "underWay" | GoogleOutcome;

/** History state of a page that has redirected to Google: coming back to it means a change of mind. */
const LEFT = { hasLeft: true };

/** Redirects to Google, or finishes the sign-in on return, and then leaves the page. */
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
    const begin = () => {
      const address = googleAddress(request, "leave");
      void navigate(address, { replace: true, state: LEFT });
      leave(request).catch(() => finish("failed"));
    };
    if (search.get("step") === "return") {
      // Of a code that works once, nobody knows whether it has, if the line was cut meanwhile.
      void signInWith(search.get("code"), request).then(finish, begin);
    } else if (hasLeft(state)) {
      goBack();
    } else {
      begin();
    }
  }, [search, state, navigate, goBack, goOn]);

  useEffect(() => {
    // The back/forward cache may restore this page without running it again.
    const onShow = ({ persisted }: PageTransitionEvent) => {
      if (persisted) goBack();
    };
    addEventListener("pageshow", onShow);
    return () => removeEventListener("pageshow", onShow);
  }, [goBack]);

  return stage;
}

/** Where to go afterwards: a popup closes, a page navigates. */
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

/** Gets Google's address from the deployment; the client then redirects. */
async function leave(request: GoogleRequest): Promise<void> {
  rememberSession(request.isRemembered);
  const { signIn } = await sessionActions();
  const redirectTo = googleAddress(request, "return");
  await withBotCheck((proof) => signIn("google", { redirectTo, ...proof }));
}

/**
 * Exchanges the code for a session, if this window began the sign-in.
 * @throws if the line was cut meanwhile
 */
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
  } catch (error) {
    if (isCut(error)) throw error;
    return "failed";
  }
}

function hasLeft(state: unknown): boolean {
  return typeof state === "object" && state !== null && "hasLeft" in state;
}
