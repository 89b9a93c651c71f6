import { notify } from "../../lib/notify";
import type { GooglePurpose } from "./google-request";

export type GoogleOutcome = "signedIn" | "failed";

const words = {
  login: {
    signedIn: "Successfully logged in with Google!",
    failed: "Failed to log in with Google.",
  },
  register: {
    signedIn: "Successfully registered with Google!",
    failed: "Failed to register with Google.",
  },
} as const satisfies Record<GooglePurpose, Record<GoogleOutcome, string>>;

export function notifyOfGoogle(purpose: GooglePurpose, outcome: GoogleOutcome) {
  const show = outcome === "signedIn" ? notify.success : notify.error;
  show(words[purpose][outcome]);
}
