import { useEffect, useState } from "react";
import {
  lengthOf,
  momentsBetween,
  queued,
  type HallState,
  type Moment,
} from "./moments";

/** Between two moments the clock has the stage. */
const PAUSE_MS = 1_200;

/** The moment that has the stage; null for minutes. The first state of the hall is no news. */
export function useMoments(hall: HallState | undefined): Moment | null {
  const [seen, setSeen] = useState(hall);
  const [waiting, setWaiting] = useState<readonly Moment[]>([]);
  const [shown, setShown] = useState<Moment | null>(null);
  if (hall !== seen) {
    setSeen(hall);
    if (hall && seen) setWaiting(queued(waiting, momentsBetween(seen, hall)));
  }
  const next = waiting[0];
  useEffect(() => {
    if (shown !== null || next === undefined) return;
    const timer = setTimeout(() => {
      setShown(next);
      setWaiting((all) => all.filter((moment) => moment !== next));
    }, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [shown, next]);
  useEffect(() => {
    if (shown === null) return;
    const timer = setTimeout(
      () => setShown(null),
      lengthOf(shown, waiting.length),
    );
    return () => clearTimeout(timer);
    // What comes meanwhile does not make it longer.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [shown]);
  return shown;
}
