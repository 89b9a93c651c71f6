/**
 * The deployment's clock: one for the page, whatever shows it. It is measured when something first shows it, and again
 * when the page is looked at again, when the device has slept or its clock was changed, and every half hour. In between
 * it continues with the page's monotonic clock. Answers of queries do not set it: they are shared, so they may be old.
 */
import { useSyncExternalStore } from "react";
import { CLOCK_PATH } from "#convex/content/shared/schedule";
import { readStored, writeStored } from "../../lib/kept/stored";
import { siteUrl } from "../../lib/connection/site-url";

const MINUTE_MS = 60_000;
/** The entry of local storage with the time that the deployment last said. */
const LAST_KNOWN = "deploymentTime";
const TRIES = 3;
/** With a shorter round trip, the clock is right to a fifth of a second. */
const GOOD_ENOUGH_MS = 400;
const AGAIN_MS = 30 * 60 * 1000;
const AFTER_FAILURE_MS = 10_000;
const LONGEST_ASK_MS = 5_000;
/** The monotonic clock may stop while a device sleeps. */
const LARGEST_DRIFT_MS = 1_000;

/** The deployment's time at a value of the page's monotonic clock. */
type Measured = { serverMs: number; at: number; roundTripMs: number };

/** Asks the deployment for its time. @throws if it does not answer in time */
export async function askDeploymentTime(): Promise<number> {
  const response = await fetch(siteUrl() + CLOCK_PATH, {
    cache: "no-store",
    signal: AbortSignal.timeout(LONGEST_ASK_MS),
  });
  const time = Number(await response.text());
  if (!response.ok || !(time > 0)) throw new Error("no time");
  return time;
}

/**
 * Estimates the deployment's time. The error is at most half the round trip.
 * @param ask returns the deployment's time
 */
export async function measure(
  ask: () => Promise<number>,
  stopwatch = () => performance.now(),
): Promise<() => number> {
  let best: Measured | undefined;
  for (let tried = 0; tried < TRIES; tried++) {
    const before = stopwatch();
    const serverMs = await ask();
    const roundTripMs = stopwatch() - before;
    if (best === undefined || roundTripMs < best.roundTripMs)
      best = { serverMs, at: before + roundTripMs / 2, roundTripMs };
    if (roundTripMs < GOOD_ENOUGH_MS) break;
  }
  const { serverMs = 0, at = 0 } = best ?? {};
  return () => serverMs + stopwatch() - at;
}

const listeners = new Set<() => void>();
let clock: (() => number) | null = null;
/** What is shown. */
let now: number | null = null;
let timer: ReturnType<typeof setTimeout> | undefined;
let measuredAt = -Infinity;
let drift = 0;
let isMeasuring = false;

/** The deployment's time, updated each second while the page is seen; null until it is measured. */
export function useDeploymentTime(): number | null {
  return useSyncExternalStore(
    subscribe,
    () => now,
    () => null,
  );
}

/** The same in whole minutes, for what changes with them; the device's own time until it is measured. */
export function useDeploymentMinute(): number {
  return useSyncExternalStore(subscribe, minute, () => 0);
}

/** The deployment's time; the device's own until it is measured. */
export function deploymentNow(): number {
  return clock?.() ?? Date.now();
}

/** When the deployment was last known to say its time; null if this device has never heard it. */
export function lastKnownTime(): number | null {
  return Number(readStored(LAST_KNOWN)) || null;
}

/** Of these instants, which may be any, the last that has passed; 0 before all of them. Changes when one passes. */
export function useLastPassed(instants: readonly number[]): number {
  return useSyncExternalStore(
    subscribe,
    () => Math.max(0, ...instants.filter((at) => at <= deploymentNow())),
    () => 0,
  );
}

/** Whether the deployment has told its time. */
export function useIsMeasured(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => now !== null,
    () => false,
  );
}

function minute(): number {
  const time = now ?? Date.now();
  return time - (time % MINUTE_MS);
}

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) start();
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) stop();
  };
}

function start() {
  document.addEventListener("visibilitychange", resume);
  resume();
}

function stop() {
  document.removeEventListener("visibilitychange", resume);
  clearTimeout(timer);
}

function resume() {
  clearTimeout(timer);
  if (document.visibilityState === "hidden") return;
  void remeasure();
  tick();
}

function tick() {
  clearTimeout(timer);
  if (clock === null) return;
  const isOld = performance.now() - measuredAt > AGAIN_MS;
  if (isOld || Math.abs(driftNow() - drift) > LARGEST_DRIFT_MS)
    void remeasure();
  const before = now ?? 0;
  now = clock();
  if (now - before >= MINUTE_MS) writeStored(LAST_KNOWN, String(now));
  timer = setTimeout(tick, 1_000 - (now % 1_000) + 5);
  for (const listener of listeners) listener();
}

/** How far the device's clock is from the monotonic one. */
function driftNow(): number {
  return Date.now() - performance.now();
}

async function remeasure(): Promise<void> {
  if (isMeasuring) return;
  isMeasuring = true;
  try {
    clock = await measure(askDeploymentTime);
    measuredAt = performance.now();
  } catch {
    // Unreachable: the last measure goes on, or there is none to show.
    measuredAt = performance.now() - AGAIN_MS + AFTER_FAILURE_MS;
  }
  drift = driftNow();
  isMeasuring = false;
  if (listeners.size === 0 || document.visibilityState === "hidden") return;
  if (clock === null) timer = setTimeout(resume, AFTER_FAILURE_MS);
  else tick();
}
