import { useConvexConnectionState } from "convex/react";
import { classNames } from "../ui/class-names";
import styles from "./connection-status.module.css";

/** Says whether what is shown is live. */
export function ConnectionStatus() {
  const { isWebSocketConnected, hasEverConnected } = useConvexConnectionState();
  const words = isWebSocketConnected
    ? "Live"
    : hasEverConnected
      ? "Reconnecting…"
      : "Connecting…";
  return (
    <output
      className={classNames(
        styles.status,
        isWebSocketConnected ? styles.live : styles.waiting,
      )}
    >
      {words}
    </output>
  );
}
