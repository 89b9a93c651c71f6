import { useEffect } from "react";
import {
  useDeploymentMinute,
  useDeploymentTime,
} from "../../features/clock/deployment-clock";
import { formatTime } from "../../lib/time/format-time";
import { readStored, writeStored } from "../../lib/kept/stored";

/** How far this device's clock was from the deployment's when that was measured last. */
const KEY = "check-in clock";

/** The deployment's time; without a line the device's, corrected by what is known. */
export function deskNow(): number {
  return Date.now() + Number(readStored(KEY) ?? 0);
}

/** The time, and with no line how old the list is. It measures the deployment's clock for `deskNow`. */
export function DeskClock({
  listAt,
  isSlow,
}: {
  listAt: number | null;
  /** What was sent has not been answered for a while. */
  isSlow: boolean;
}) {
  const time = useDeploymentTime();
  const minute = useDeploymentMinute();
  useEffect(() => {
    if (time !== null) writeStored(KEY, String(time - Date.now()));
  }, [time]);
  return (
    <>
      <span className="desk-time">{formatTime(minute)}</span>
      <span>
        {listAt !== null
          ? ageInWords(listAt, minute)
          : isSlow
            ? "No answer: the line is slow or away"
            : "List is live"}
      </span>
    </>
  );
}

const MINUTE_MS = 60_000;

function ageInWords(listAt: number, now: number): string {
  const minutes = Math.max(0, Math.round((now - listAt) / MINUTE_MS));
  return `No line. List of ${formatTime(listAt)}, ${minutes} min old`;
}
