import { useConvexConnectionState } from "convex/react";
import { useEffect, useSyncExternalStore } from "react";
import type { Waiting } from "../../lib/outbox/outbox";
import { sendAgain } from "../../lib/outbox/sender";
import { unsentOf } from "./kept-marks";

export type Sending = {
  /** `closed`: judging was closed before what waits could be sent. */
  state: "sent" | "sending" | "offline" | "closed";
  /** The projects with unsent marks. */
  waiting: readonly string[];
  /** The refusals, with their projects. */
  refused: readonly string[];
};

/** How far the outbox is with a judge's marks. While judging is closed they wait for it to be reopened. */
export function useSending(
  marks: readonly Waiting<"marks">[],
  isClosed: boolean,
): Sending {
  const { isWebSocketConnected } = useConvexConnectionState();
  const isOnline = useOnline() && isWebSocketConnected;
  useEffect(() => {
    if (!isClosed) sendAgain();
  }, [isClosed]);
  const waiting = [...unsentOf(marks).values()].map(({ name }) => name);
  return {
    state: stateOf(waiting.length > 0, isClosed, isOnline),
    waiting,
    refused: [...unsentOf(marks, true).values()].map(
      ({ name, refusal }) => `${name}: ${refusal}`,
    ),
  };
}

function stateOf(
  isWaiting: boolean,
  isClosed: boolean,
  isOnline: boolean,
): Sending["state"] {
  if (!isWaiting) return "sent";
  if (isClosed) return "closed";
  return isOnline ? "sending" : "offline";
}

/** False if the browser knows that it has no network; the live connection may learn it later. */
function useOnline(): boolean {
  return useSyncExternalStore(
    (listener) => {
      addEventListener("online", listener);
      addEventListener("offline", listener);
      return () => {
        removeEventListener("online", listener);
        removeEventListener("offline", listener);
      };
    },
    () => navigator.onLine,
    () => true,
  );
}
