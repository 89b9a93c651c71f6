import { useEffect, useState } from "react";
import { useNavigate } from "react-router-dom";
import { api } from "#convex/_generated/api";
import { useConnectionLost } from "../../lib/connection/connection";
import { isTyped } from "../../lib/forms/is-typed";
import { useKeptLive } from "../../lib/connection/kept-answers";
import { Button } from "../../ui/button";
import { Notice } from "../../ui/notice";
import {
  loadNewVersion,
  startWorker,
  useNewVersion,
} from "./worker-registration";

/** What the device does for the portal beside its pages. */
export function DeviceParts() {
  // Whoever stands at the desk, or looks for a room, may have opened the dashboard alone while there was a line.
  useKeptLive(api.schedule.list, {});
  useKeptLive(api.checkIns.pass, {});
  const navigate = useNavigate();
  useEffect(() => {
    const lead = ({ data, ports }: MessageEvent) => {
      if (data?.is !== "open") return;
      const isFree = !isTyped();
      if (isFree) void navigate(data.path);
      ports[0]?.postMessage(isFree);
    };
    const { serviceWorker } = navigator;
    // Not over plain HTTP.
    serviceWorker?.addEventListener("message", lead);
    return () => serviceWorker?.removeEventListener("message", lead);
  }, [navigate]);
  return <NewVersion />;
}

/** Registers the service worker, and offers a new version of the site; nothing happens unless somebody takes it. */
function NewVersion() {
  const isThere = useNewVersion();
  const isLost = useConnectionLost();
  const [isLater, setIsLater] = useState(false);
  const [isHeld, setIsHeld] = useState(false);
  // Refused by the browser's settings, or for want of storage: then it goes without.
  useEffect(() => void startWorker().catch(() => {}), []);
  const load = () => {
    if (isTyped()) setIsHeld(true);
    else loadNewVersion();
  };
  return (
    <Notice>
      {isThere && !isLater && !isLost && (
        <>
          <span>
            {isHeld
              ? "Send or clear what you have typed first: loading the new version would lose it."
              : "A new version of this site is ready."}
          </span>{" "}
          <Button onClick={load}>Load it</Button>{" "}
          <Button onClick={() => setIsLater(true)}>Later</Button>
        </>
      )}
    </Notice>
  );
}
