/**
 * When a promise is rejected that nobody handles, Convex fails the function at
 * the next point where its code waits or ends. Node says so only when it has
 * nothing more to run, which would add a round of the event loop to every query
 * and mutation, and conflicts to mutations that arrive together. But Node reads
 * `process.domain` at the very moment when a promise is rejected that has no
 * handler yet: an accessor there is a hint that costs nothing. Only calls that
 * it hints at wait for Node's verdict; without it, all of them wait.
 */
import { setImmediate } from "node:timers";
import { currentFrame } from "../calls/current-frame";

const host = process as { readonly domain?: unknown };
let reads = 0;
let isProbing = false;
let isTold = false;

function readDomain(): undefined {
  reads++;
  if (!isProbing) currentFrame.getStore()?.noteRejection();
  return undefined;
}

/** Starts hinting. Calls of it after the first do nothing. */
export function hintAtRejections(): void {
  const known = Object.getOwnPropertyDescriptor(process, "domain") ?? {};
  // An accessor is that of node:domain.
  if (isTold || "get" in known) return;
  Object.defineProperty(process, "domain", {
    configurable: true,
    enumerable: true,
    get: readDomain,
    set: undefined,
  });
  const before = reads;
  isProbing = true;
  void Promise.reject(new Error("a probe")).catch(() => undefined);
  isProbing = false;
  isTold = reads > before;
}

/** Whether every rejection without a handler is noted in its call's frame. */
export function areRejectionsNoted(): boolean {
  if (!isTold) return false;
  // The deprecated module node:domain replaces the accessor when it is loaded.
  const before = reads;
  isProbing = true;
  void host.domain;
  isProbing = false;
  return reads > before;
}

/** Resolves when Node has told all rejections so far that nobody handles. */
export function rejectionsAreTold(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}
