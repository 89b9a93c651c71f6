import { useConvexConnectionState, useMutation } from "convex/react";
import type { ConvexError } from "convex/values";
import { useEffect, useRef, useState, useSyncExternalStore } from "react";
import { api } from "#convex/_generated/api";
import type { Id } from "#convex/_generated/dataModel";
import { isAppError, type AppErrorData } from "#convex/shared/errors";
import { isShownOut } from "../../lib/use-action";
import { dropSent, keepRefused, useKept } from "./kept-marks";

const RETRY_MS = 5_000;

export type Sending = {
  /** `closed`: judging was closed before what waits could be sent. */
  state: "sent" | "sending" | "offline" | "closed";
  /** The projects with unsent marks. */
  waiting: readonly string[];
  /** The refusals, with their projects. */
  refused: readonly string[];
};

/**
 * Sends the marks saved in the browser when there is a connection, and repeats until the deployment has answered. While
 * judging is closed they wait for it to be reopened.
 */
export function useSending(judgeId: string, isClosed: boolean): Sending {
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
    if (!isOnline || isClosed) return;
    for (const [id, kept] of Object.entries(unsent)) {
      if (underWay.current.has(id)) continue;
      underWay.current.add(id);
      const { sheet, over, name } = kept;
      const change = {
        // Ids were kept as text.
        projectId: id as Id<"projects">,
        ...(over !== undefined && { over }),
      };
      const sent =
        sheet === null ? unscore(change) : score({ ...change, ...sheet });
      void sent
        .then(
          () => {
            dropSent(judgeId, id, kept);
            setRefused((before) => without(before, id));
          },
          async (error: unknown) => {
            if (isRefusal(error)) {
              keepRefused(judgeId, id, kept);
              const words = `${name}: ${error.data.message}`;
              setRefused((before) => new Map(before).set(id, words));
            } else await new Promise((after) => setTimeout(after, RETRY_MS));
          },
        )
        .finally(() => {
          underWay.current.delete(id);
          setRound((before) => before + 1);
        });
    }
  }, [judgeId, unsent, isOnline, isClosed, score, unscore, round]);

  const waiting = Object.values(unsent).map(({ name }) => name);
  return {
    state: stateOf(waiting.length > 0, isClosed, isOnline),
    waiting,
    refused: [...refused.values()],
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

/** Whether the deployment will never take these marks. Those for which judging was closed wait for a reopening. */
function isRefusal(error: unknown): error is ConvexError<AppErrorData> {
  return (
    isAppError(error) &&
    !isShownOut(error) &&
    error.data.code !== "judging_closed"
  );
}

function without(all: ReadonlyMap<string, string>, id: string) {
  return new Map([...all].filter(([key]) => key !== id));
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
