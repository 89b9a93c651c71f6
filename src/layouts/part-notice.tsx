import { useEffect } from "react";
import { useNavigation } from "react-router-dom";
import { isTyped } from "../lib/forms/is-typed";
import {
  hasJustReloaded,
  loadAgain,
  wantedAddress,
} from "../lib/connection/host";
import { usePartTrouble } from "../lib/connection/load-part";
import { useLasting } from "../lib/time/use-lasting";
import { Button } from "../ui/button";
import { Notice } from "../ui/notice";

const QUIET_MS = 2_000;

/**
 * Says what keeps a page from opening, and goes on by itself: a part that was not fetched takes a new load of the page at
 * the address that was asked for. It does not load again by itself if that would lose typed text, or just did not help.
 */
export function PartNotice() {
  const trouble = usePartTrouble();
  const isSlow = useLasting(useNavigation().state !== "idle", QUIET_MS);
  useEffect(() => {
    if (trouble === "missing" && !isTyped() && !hasJustReloaded()) loadAgain();
  }, [trouble]);

  if (trouble === "away") {
    return (
      <Notice>
        The connection is lost.{" "}
        {wantedAddress() === undefined ? "This continues" : "The page opens"} by
        itself when it is back.
      </Notice>
    );
  }
  if (trouble === "missing") {
    return (
      <Notice>
        A part of the page could not be loaded.{" "}
        <Button onClick={loadAgain}>Load again</Button>
      </Notice>
    );
  }
  return <Notice>{isSlow && "Still loading the page…"}</Notice>;
}
