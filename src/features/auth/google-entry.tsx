import { useEffect, useState } from "react";
import { api } from "#convex/_generated/api";
import { useMedia } from "../../lib/use-media";
import { Button } from "../../ui/button";
import { GoogleIcon } from "../../ui/tool-icons";
import styles from "./google-entry.module.css";
import type { GooglePurpose } from "./google-request";
import { isInApp } from "./in-app-browser";
import { TermsLinks } from "./terms-links";
import { useGoogle } from "./use-google";

let offer: Promise<boolean> | undefined;

const labels: Record<GooglePurpose, string> = {
  login: "Continue with Google",
  register: "Sign up with Google",
};

/** Shown only if the deployment offers Google. Last on its screen, so that nothing moves when it appears. */
export function GoogleEntry(props: {
  purpose: GooglePurpose;
  isRemembered: () => boolean;
}) {
  return useGoogleOffer() ? <Entry {...props} /> : null;
}

function Entry({
  purpose,
  isRemembered,
}: {
  purpose: GooglePurpose;
  isRemembered: () => boolean;
}) {
  const { start, isWaiting } = useGoogle(purpose);
  const isOnHomeScreen = useMedia("(display-mode: standalone)");
  if (isInApp(navigator.userAgent, isOnHomeScreen))
    return <p>Open this page in Chrome or Safari to use Google.</p>;
  return (
    <div className={`stack gap-4 ${styles.entry}`}>
      <p className={`grid gap-4 items-center quiet text-s ${styles.or}`}>or</p>
      <Button isWide onClick={() => start(isRemembered())}>
        <GoogleIcon />
        <span>{labels[purpose]}</span>
      </Button>
      <output className="quiet text-s">
        {isWaiting ? (
          "Finish in the window that opened."
        ) : (
          <>
            <span>
              If you are new here, this creates your account, and you accept
              the{" "}
            </span>
            <TermsLinks />.
          </>
        )}
      </output>
    </div>
  );
}

/** Whether the deployment offers Google; false until it has answered. */
function useGoogleOffer(): boolean {
  const [isOffered, setIsOffered] = useState(false);
  useEffect(() => {
    offer ??= askForOffer();
    void offer.then(setIsOffered);
  }, []);
  return isOffered;
}

async function askForOffer(): Promise<boolean> {
  try {
    const { convex } = await import("../../lib/connection/convex-client");
    const { google } = await convex.query(api.account.options, {});
    return google;
  } catch {
    offer = undefined;
    return false;
  }
}
