import { useConvexConnectionState } from "convex/react";
import { useEffect, useState } from "react";
import { classNames } from "../../ui/class-names";
import styles from "./connection-notice.module.css";

const GRACE_MS = 2_000;

/** Says that the connection is lost, after a grace period, until it is back. */
export function ConnectionNotice() {
  const { isWebSocketConnected } = useConvexConnectionState();
  const isLost = useLasting(!isWebSocketConnected, GRACE_MS);
  return (
    <output>
      {isLost && (
        <span className={classNames("plate", styles.notice)}>
          <span className={styles.dot} />
          Connection lost. Reconnecting… What you typed stays here.
        </span>
      )}
    </output>
  );
}

/** Whether `isTrue` has been true for this long without interruption. */
export function useLasting(isTrue: boolean, durationMs: number): boolean {
  const [hasLasted, setHasLasted] = useState(false);
  useEffect(() => {
    if (!isTrue) return;
    const timer = setTimeout(() => setHasLasted(true), durationMs);
    return () => {
      clearTimeout(timer);
      setHasLasted(false);
    };
  }, [isTrue, durationMs]);
  return isTrue && hasLasted;
}
