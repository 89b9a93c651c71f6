import { useConvexConnectionState } from "convex/react";
import { useEffect } from "react";
import { Notice } from "../../ui/notice";
import { CONNECTION_LOST, setConnectionLost } from "../connection";
import { usePartTrouble } from "../load-part";
import { useLasting } from "../use-lasting";

const GRACE_MS = 2_000;

/** Says that the connection is lost, after a grace period, until it is back. Another notice may say it already. */
export function ConnectionNotice() {
  const { isWebSocketConnected } = useConvexConnectionState();
  const isLost = useLasting(!isWebSocketConnected, GRACE_MS);
  const isSaid = usePartTrouble() !== "none";
  useEffect(() => {
    setConnectionLost(isLost);
    return () => setConnectionLost(false);
  }, [isLost]);
  return <Notice>{isLost && !isSaid && CONNECTION_LOST}</Notice>;
}
