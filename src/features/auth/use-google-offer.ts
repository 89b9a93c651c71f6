import { useEffect, useState } from "react";
import { api } from "../../../convex/_generated/api";

let offer: Promise<boolean> | undefined;

/** Whether people can sign in with Google here; false until the deployment has said so. */
export function useGoogleOffer(): boolean {
  const [isOffered, setIsOffered] = useState(false);
  useEffect(() => {
    offer ??= askForOffer();
    void offer.then(setIsOffered);
  }, []);
  return isOffered;
}

async function askForOffer(): Promise<boolean> {
  try {
    const { convex } = await import("../../lib/convex-client");
    const { google } = await convex.query(api.account.options, {});
    return google;
  } catch {
    offer = undefined;
    return false;
  }
}
