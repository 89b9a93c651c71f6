import { useConvexConnectionState, useMutation } from "convex/react";
import { useEffect, useRef, useState, useSyncExternalStore } from "react";
import { api } from "#convex/_generated/api";
import type { Id } from "#convex/_generated/dataModel";
import { isAppError } from "#convex/shared/errors";
import { isShownOut } from "../../lib/use-action";
import { dropSent, useKept } from "./kept-marks";

const RETRY_MS = 5_000;

export type Sending = {
  state: "sent" | "sending" | "offline";
  /** The number of projects with unsent marks. */
  waiting: number;
  /** The refusals, by the ids of projects. */
  refused: ReadonlyMap<string, string>;
};

/** Sends the marks saved in the browser when there is a connection, and repeats until the deployment has answered. */
export function useSending(judgeId: string): Sending {
  const { unsent } = useKept(judgeId);
  const { isWebSocketConnected } = useConvexConnectionState();
  const isOnline = useOnline() && isWebSocketConnected;
  const score = useMutation(api.judging.score);
  const unscore = useMutation(api.judging.unscore);
  const underWay = useRef(new Set<string>());
  const [round, setRound] = useState(0);
  const [refused, setRefused] = useState<ReadonlyMap<string, string>>(
    new Map(),
  );

  useEffect(() => {
    if (!isOnline) return;
    for (const [id, sheet] of Object.entries(unsent)) {
      if (underWay.current.has(id)) continue;
      underWay.current.add(id);
      // Ids were kept as text.
      const projectId = id as Id<"projects">;
      const sent =
        sheet === null
          ? unscore({ projectId })
          : score({ projectId, ...sheet });
      void sent
        .then(
          () => dropSent(judgeId, id, sheet),
          async (error: unknown) => {
            if (isAppError(error) && !isShownOut(error)) {
              const { message } = error.data;
              setRefused((before) => new Map(before).set(id, message));
              dropSent(judgeId, id, sheet);
            } else await new Promise((after) => setTimeout(after, RETRY_MS));
          },
        )
        .finally(() => {
          underWay.current.delete(id);
          setRound((before) => before + 1);
        });
    }
  }, [judgeId, unsent, isOnline, score, unscore, round]);

  const waiting = Object.keys(unsent).length;
  return {
    state: waiting === 0 ? "sent" : isOnline ? "sending" : "offline",
    waiting,
    refused,
  };
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
