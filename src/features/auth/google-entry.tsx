import { Button } from "../../ui/button";
import { GoogleIcon } from "../../ui/icons";
import styles from "./google-entry.module.css";
import { TermsLinks } from "./terms-links";
import { useGoogle } from "./use-google";
import { useGoogleOffer } from "./use-google-offer";
import type { GooglePurpose } from "./google-request";

const labels: Record<GooglePurpose, string> = {
  login: "Continue with Google",
  register: "Sign up with Google",
};

/** The way in by Google, where the deployment offers it. Last on its screen, so that nothing moves when it appears. */
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
  return (
    <div className={styles.entry}>
      <p className={styles.or}>or</p>
      <Button isWide onClick={() => start(isRemembered())}>
        <GoogleIcon />
        {labels[purpose]}
      </Button>
      <output className={styles.note}>
        {isWaiting ? (
          "Finish in the window that opened."
        ) : (
          <>
            A first visit creates your account and accepts the <TermsLinks />.
          </>
        )}
      </output>
    </div>
  );
}
