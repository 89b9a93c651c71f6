/** Sends what is kept in the outbox, in order, until the deployment has answered. */
import type { ConvexReactClient } from "convex/react";
import type { ConvexError } from "convex/values";
import { isAppError, type AppErrorData } from "#convex/shared/errors";
import { newListeners } from "../listeners";
import { quietly } from "../quiet-calls";
import { isShownOut } from "../use-action";
import {
  change,
  discard,
  inLine,
  onOutbox,
  outboxOf,
  sending,
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
export function startSending(
  convex: ConvexReactClient,
  uid: string,
): () => void {
  const busy = new Set<string>();
  /** The lines whose last call failed. */
  const rests = new Map<string, { until: number; ms: number }>();
  let isEnded = false;
  let wasUp = false;
  const isUp = () => !isEnded && convex.connectionState().isWebSocketConnected;

  function look(): void {
    if (isUp() && !wasUp) rests.clear();
    wasUp = isUp();
    for (const task of outboxOf(uid)) {
      const line = lineOf(task);
      const isResting = (rests.get(line)?.until ?? 0) > Date.now();
      if (!isUp() || !isSendable(task) || isResting || busy.has(line)) continue;
      busy.add(line);
      void inTurn(`outbox:${uid}:${line}`, () => sendLine(task)).finally(() => {
        busy.delete(line);
        look();
      });
    }
  }

  async function sendLine({ kind, args }: Waiting): Promise<void> {
    while (isUp()) {
      // Read anew: another tab may have sent some.
      const line = inLine(outboxOf(uid), kind, args).filter(isSendable);
      const [first, ...others] = line;
      if (first === undefined || !(await isSettled(first, others))) return;
    }
  }

  /** Sends a task. @returns false if it has to be sent again later */
  async function isSettled(
    task: Waiting,
    others: readonly Waiting[],
  ): Promise<boolean> {
    const { key, kind, args } = task;
    const line = lineOf(task);
    change(uid, key, { isTried: true });
    try {
      await sending(key, async () => {
        await quietly(send(task));
        for (const other of others) {
          const next = taskOf(kind)?.after?.(other.args, args);
          if (next !== undefined) change(uid, other.key, { args: next });
        }
        discard(uid, key);
      });
      rests.delete(line);
      return true;
    } catch (error) {
      if (isAppError(error) && !mayEnd(error, kind)) {
        change(uid, key, { refusal: error.data.message });
        return true;
      }
      const before = rests.get(line)?.ms ?? RETRY_MS / 2;
      const ms = Math.min(2 * before, LONGEST_RETRY_MS);
      rests.set(line, { until: Date.now() + ms, ms });
      setTimeout(look, ms);
      return false;
    }
  }

  async function send({ key, kind, args }: Waiting): Promise<unknown> {
    return taskOf(kind)?.send(convex, args, key);
  }

  const stops = [
    onOutbox(look),
    convex.subscribeToConnectionState(look),
    callers.subscribe(() => {
      rests.clear();
      look();
    }),
  ];
  look();
  return () => {
    isEnded = true;
    for (const stop of stops) stop();
  };
}

function lineOf({ kind, args }: Waiting): string {
  return `${kind}:${taskOf(kind)?.line(args)}`;
}

function isSendable({ kind, refusal }: Waiting): boolean {
  return refusal === undefined && taskOf(kind) !== undefined;
}

/** Whether a refusal is of this moment: the session is being renewed, a limit, a role, or what the kind names. */
function mayEnd(error: ConvexError<AppErrorData>, kind: string): boolean {
  const { code } = error.data;
  return (
    isShownOut(error) ||
    code === "rate_limited" ||
    (taskOf(kind)?.waitsFor?.includes(code) ?? false)
  );
}

/** Runs `work` while no other tab runs what has this name; after a while in any case. */
async function inTurn(name: string, work: () => Promise<void>): Promise<void> {
  // Not there without TLS.
  if (!("locks" in navigator)) return work();
  const patience = new AbortController();
  const timer = setTimeout(() => patience.abort(), TURN_MS);
  let hasBegun = false;
  async function begin() {
    clearTimeout(timer);
    hasBegun = true;
    await work();
  }
  const { signal } = patience;
  await navigator.locks.request(name, { signal }, begin).catch(() => {});
  if (!hasBegun) await begin();
}
