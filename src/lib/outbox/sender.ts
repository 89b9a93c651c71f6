/** Sends what is kept in the outbox, in order, until the deployment has answered. */
import type { ConvexReactClient } from "convex/react";
import type { ConvexError } from "convex/values";
import { isAppError, type AppErrorData } from "#convex/platform/shared/errors";
import { newListeners } from "../listeners";
import { quietly } from "../connection/quiet-calls";
import { endsSession } from "../forms/use-action";
import {
  change,
  discard,
  inLane,
  onOutbox,
  outboxOf,
  type Waiting,
} from "./outbox";
import { taskOf } from "./tasks";

const RETRY_MS = 5_000;
const LONGEST_RETRY_MS = 5 * 60_000;
/** Other tabs do not wait longer for one that was put to sleep while it was sending. */
const TURN_MS = 10_000;

const callers = newListeners();

/** Tries again at once, for who knows that what held a task up has ended. */
export const sendAgain = callers.tell;

/**
 * Sends for one person while there is a connection. Tabs take turns where the browser has locks; what two of them send
 * is done once all the same.
 * @returns a function that ends it
 */
export function startSending(convex: ConvexReactClient, uid: string) {
  const busy = new Set<string>();
  /** The lanes whose last call failed. */
  const rests = new Map<string, { until: number; ms: number }>();
  let isEnded = false;
  let wasUp = false;
  const isUp = () => !isEnded && convex.connectionState().isWebSocketConnected;

  function sendDue(): void {
    if (isUp() && !wasUp) rests.clear();
    wasUp = isUp();
    for (const task of outboxOf(uid)) {
      const lane = laneOf(task);
      const isResting = (rests.get(lane)?.until ?? 0) > Date.now();
      if (!isUp() || !isSendable(task) || isResting || busy.has(lane)) continue;
      if (pauseOf(task) > 0) {
        setTimeout(sendDue, pauseOf(task));
        continue;
      }
      busy.add(lane);
      void withLock(`outbox:${uid}:${lane}`, () => sendLane(task)).finally(
        () => {
          busy.delete(lane);
          sendDue();
        },
      );
    }
  }

  async function sendLane({ kind, args }: Waiting): Promise<void> {
    while (isUp()) {
      // Read anew: another tab may have sent some.
      const first = inLane(outboxOf(uid), kind, args).find(isSendable);
      if (first === undefined || pauseOf(first) > 0) return;
      if (!(await isSettled(first))) return;
    }
  }

  /** Sends a task. @returns false if it has to be sent again later */
  async function isSettled(task: Waiting): Promise<boolean> {
    const { key, kind, args } = task;
    const lane = laneOf(task);
    change(uid, key, { isTried: true, isHeld: false });
    try {
      await quietly(send(task));
      // Also what was kept meanwhile.
      for (const other of inLane(outboxOf(uid), kind, args)) {
        const next = taskOf(kind)?.after?.(other.args, args);
        if (next !== undefined) change(uid, other.key, { args: next });
      }
      discard(uid, key);
      rests.delete(lane);
      return true;
    } catch (error) {
      const answer = isAppError(error) ? error.data : undefined;
      const isHeld = taskOf(kind)?.waitsFor?.includes(answer?.code) === true;
      if (isAppError(error) && !isHeld && !isTemporary(error)) {
        const { message } = error.data;
        change(uid, key, { refusal: message, answer });
        return true;
      }
      if (isHeld) change(uid, key, { isHeld, answer });
      const doubled = 2 * (rests.get(lane)?.ms ?? RETRY_MS / 2);
      const ms = isHeld
        ? LONGEST_RETRY_MS
        : Math.min(doubled, LONGEST_RETRY_MS);
      rests.set(lane, { until: Date.now() + ms, ms });
      setTimeout(sendDue, ms);
      return false;
    }
  }

  async function send({ key, kind, args }: Waiting): Promise<unknown> {
    return taskOf(kind)?.send(convex, args, key);
  }

  const stops = [
    onOutbox(sendDue),
    convex.subscribeToConnectionState(sendDue),
    callers.subscribe(() => {
      rests.clear();
      sendDue();
    }),
  ];
  sendDue();
  return () => {
    isEnded = true;
    for (const stop of stops) stop();
  };
}

function laneOf({ kind, args }: Waiting): string {
  return `${kind}:${taskOf(kind)?.lane(args)}`;
}

function isSendable({ kind, refusal }: Waiting): boolean {
  return refusal === undefined && taskOf(kind) !== undefined;
}

/** How long a task is still left to be replaced. */
function pauseOf({ kind, at }: Waiting): number {
  const { pauseMs = 0 } = taskOf(kind) ?? {};
  const left = at + pauseMs - Date.now();
  // Much longer, if the device's clock was set back.
  return left > 2 * pauseMs ? 0 : Math.max(0, left);
}

/** Whether a refusal ends by itself: the session is being renewed, a role, a limit. */
function isTemporary(error: ConvexError<AppErrorData>): boolean {
  return endsSession(error) || error.data.code === "rate_limited";
}

/** Runs `work` while no other tab runs what has this name; after a while in any case. */
async function withLock(
  name: string,
  work: () => Promise<void>,
): Promise<void> {
  const { locks }: { locks?: LockManager | null } = navigator;
  // Without TLS.
  if (!locks) return work();
  const patience = new AbortController();
  const timer = setTimeout(() => patience.abort(), TURN_MS);
  let hasBegun = false;
  async function begin() {
    clearTimeout(timer);
    hasBegun = true;
    await work();
  }
  const { signal } = patience;
  await locks.request(name, { signal }, begin).catch(() => {});
  if (!hasBegun) await begin();
}
