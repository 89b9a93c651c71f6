import { useLasting } from "../lib/time/use-lasting";

const QUIET_MS = 2_000;

/** Says in sight that an answer is awaited, once that takes long. Mounted while it is awaited. */
export function WaitingNote() {
  const isLong = useLasting(true, QUIET_MS);
  return (
    <output className="soft text-s tight no-room">
      {isLong && "Still waiting for an answer…"}
    </output>
  );
}
