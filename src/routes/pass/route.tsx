import { api } from "#convex/_generated/api";
import type { Pass } from "#convex/checkIns/shared/checkIns";
import { QrCode } from "../../features/team/qr-code";
import { formatTime } from "../../lib/time/format-date";
import { useKeptLive } from "../../lib/connection/kept-answers";
import { notify } from "../../lib/notify";
import { saveFile } from "../../lib/save-file";
import { useSettings } from "../../lib/settings/live-settings";
import { Button } from "../../ui/button";
import { Fitted } from "../../ui/fitted";
import { LoadFailure } from "../../ui/load-failure";
import { LoadingTitle, Skeleton } from "../../ui/skeleton";
import { Written } from "../../ui/written";
import { drawPass } from "./pass-picture";
import styles from "./pass.css?url";

/** The pass that the desk reads when a participant arrives. */
export function Component() {
  const live = useKeptLive(api.checkIns.pass, {});
  const isOpen = useSettings()?.checkInOpen === true;
  return (
    <div className="container">
      <link rel="stylesheet" href={styles} precedence="medium" />
      <div className="pass stack gap-3">
        {live.status === "error" && (
          <LoadFailure isPage>Failed to load your pass</LoadFailure>
        )}
        {live.status === "pending" && (
          <>
            <LoadingTitle>Loading your pass</LoadingTitle>
            <Skeleton height="32rem" />
          </>
        )}
        {live.status === "success" && live.data === null && (
          <>
            <h1>No pass for you</h1>
            <p>Judges and mentors are not checked in. Come in as you are.</p>
          </>
        )}
        {live.status === "success" && live.data && (
          <>
            <h1 className="quiet pass-title">Your pass</h1>
            <PassCard pass={live.data} />
            <p className="soft">{adviceOn(live.data, isOpen)}</p>
            <PictureButtons pass={live.data} />
          </>
        )}
      </div>
    </div>
  );
}

function adviceOn({ checkedInAt }: Pass, isOpen: boolean): string {
  if (checkedInAt !== null) return "You are in. Keep the pass until the end.";
  return isOpen
    ? "Show this at the check-in desk with your college ID. Turn the brightness up."
    : "Check-in has not opened yet. Keep your pass as a picture now: it stays the same, and works with no connection.";
}

const FAILURE = "Your browser cannot draw the picture. Take a screenshot.";

function PictureButtons({ pass }: { pass: Pass }) {
  const draw = async () =>
    new File([await drawPass(pass)], "pass.png", { type: "image/png" });
  async function share() {
    try {
      const shared = { files: [await draw()], title: "My pass" };
      await navigator.share(shared);
    } catch (error) {
      if (error instanceof DOMException && error.name === "AbortError") return;
      notify.error(FAILURE);
    }
  }
  async function save() {
    try {
      saveFile("pass.png", await draw());
    } catch {
      notify.error(FAILURE);
    }
  }
  return (
    <div className="row gap-3 screen-only">
      <Button tone="signal" onClick={() => void save()}>
        Save as a picture
      </Button>
      {canShare() && <Button onClick={() => void share()}>Share it</Button>}
    </div>
  );
}

/** Whether the browser's share sheet takes pictures; where it does, it also saves them among the phone's photos. */
function canShare(): boolean {
  const files = [new File([], "pass.png", { type: "image/png" })];
  return navigator.canShare?.({ files }) ?? false;
}

/** The player's pass: whose it is in large, and the code in a white field, which a camera reads from a screen in any light. */
function PassCard({ pass }: { pass: Pass }) {
  const { text, name, college, teamName, checkedInAt } = pass;
  return (
    <article
      className="plate stack gap-3 pass-card"
      data-in={checkedInAt !== null || undefined}
      aria-label="Your pass"
    >
      <div className="stack gap-1 min-w-0">
        <p className="pass-name">
          <Fitted>{name}</Fitted>
        </p>
        <p className="text-l tight">
          {teamName === null ? "No team yet" : <Written>{teamName}</Written>}
        </p>
        {college && (
          <p className="soft text-l tight">
            <Written>{college}</Written>
          </p>
        )}
      </div>
      <QrCode text={text} />
      {checkedInAt !== null && (
        <p className="signal-text strong">
          Checked in at {formatTime(checkedInAt)}
        </p>
      )}
    </article>
  );
}
