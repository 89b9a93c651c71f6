import { pages } from "../../content/pages";
import { WaitingScreen } from "../../features/auth/waiting-screen";
import { Button } from "../../ui/button";
import { useGoogleJourney, type Stage } from "./use-google-journey";

const statuses: Record<Stage, string> = {
  underWay: "One moment…",
  signedIn: "You are signed in. You can close this window.",
  failed: "That did not work. Close this window and try again.",
};

/** The redirect to Google and back. Its final states are for browsers that do not let a popup close itself. */
export function Component() {
  const stage = useGoogleJourney();
  return (
    <WaitingScreen title={pages.google.title} status={statuses[stage]}>
      {stage !== "underWay" && (
        <Button onClick={() => window.close()}>Close this window</Button>
      )}
    </WaitingScreen>
  );
}
