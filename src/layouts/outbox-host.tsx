import { useConvexAuth } from "convex/react";
import { useEffect, useState } from "react";
import { counted } from "#convex/shared/text";
import { convex } from "../lib/convex-client";
import { onOutbox, outboxOf, useOutbox } from "../lib/outbox/outbox";
import { startSending } from "../lib/outbox/sender";
import { Confirmation } from "../ui/confirmation";

/** How long a logout waits for what is being sent, before it asks. */
const PATIENCE_MS = 2_000;

let ask = async () => true;

/** Sends what waits before a logout; what cannot be sent is said, and the person decides. */
export const mayLeave = () => ask();

/** Sends what waits on this device for a person, whatever page is open. */
export function OutboxHost({ uid }: { uid: string }) {
  const { isAuthenticated } = useConvexAuth();
  const left = useOutbox(uid);
  const [answer, setAnswer] = useState<{ give: (may: boolean) => void }>();
  useEffect(
    () => (isAuthenticated ? startSending(convex, uid) : undefined),
    [isAuthenticated, uid],
  );
  useEffect(() => {
    ask = async () => {
      const isSent = emptied(uid);
      const isLate = new Promise<boolean>((after) =>
        setTimeout(after, PATIENCE_MS, false),
      );
      if (await Promise.race([isSent, isLate])) return true;
      const said = new Promise<boolean>((give) => setAnswer({ give }));
      // Sending goes on while it is asked.
      const may = await Promise.race([said, isSent]);
      setAnswer(undefined);
      return may;
    };
    return () => {
      ask = async () => true;
    };
  }, [uid]);

  return (
    <Confirmation
      isOpen={answer !== undefined}
      title="Log out before everything is sent?"
      text={`Not sent yet: ${left.map(({ name }) => name).join(", ")}. It stays on this device and is sent when you log in here again. Nobody else can see it.`}
      confirm="Log out"
      failure="Failed to log out"
      onClose={() => answer?.give(false)}
      onConfirm={async () => answer?.give(true)}
    />
  );
}

/** How much waits on this device, in words; empty if nothing does. */
export function useWaitingWords(uid: string): string {
  const { length } = useOutbox(uid).filter(
    ({ refusal, isHeld }) => refusal === undefined && !isHeld,
  );
  return length === 0
    ? ""
    : `${counted(length, "waits", "wait")} on this device.`;
}

/** Resolves to true once nothing waits. */
async function emptied(uid: string): Promise<boolean> {
  let stop = () => {};
  await new Promise<void>((resolve) => {
    const look = () => {
      if (outboxOf(uid).length === 0) resolve();
    };
    stop = onOutbox(look);
    look();
  });
  stop();
  return true;
}
