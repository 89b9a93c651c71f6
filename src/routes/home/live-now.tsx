import { Suspense, useEffect, useRef, useState } from "react";
import { latePart, loadPart } from "../../lib/connection/load-part";
import { onSeen } from "../../lib/on-seen";
import styles from "./landing.module.css";

const LiveBoard = latePart(
  async () => (await loadPart(() => import("../arena/live-board"))).LiveBoard,
);

/** The hall for who is not in it, while the event is live. It comes when it is seen: in other phases it is not displayed. */
export function LiveNow() {
  const place = useRef<HTMLDivElement>(null);
  const [isSeen, setIsSeen] = useState(false);
  useEffect(() => {
    if (place.current) return onSeen(place.current, () => setIsSeen(true));
  }, []);
  return (
    <div ref={place} className="container" data-when="live">
      <div className={styles.live}>
        {isSeen && (
          <Suspense>
            <LiveBoard />
          </Suspense>
        )}
      </div>
    </div>
  );
}
