import { indianTime, zonedLocalTime } from "./format-time";

/** A time in India's and in the user's time zone. */
export function Moment({ timeMs }: { timeMs: number }) {
  const local = zonedLocalTime(timeMs);
  return (
    <time className="number" dateTime={new Date(timeMs).toISOString()}>
      {indianTime(timeMs)}
      {local !== null && <span className="quiet">, {local}</span>}
    </time>
  );
}
