/** The way to the host of the page: whether it answers, and loading the page again when parts of it could not be fetched. */

const LOOK_EVERY_MS = 3_000;
const LONGEST_LOOK_MS = 5_000;

/** Small, and part of every build. */
const PROBE = "/mark.svg";

/** When the page was last loaded again because a part was missing. `public/first-paint.js` sets it where nothing is stored. */
const RELOADED_KEY = "hackarenaLoadedAgain";
const RELOAD_EVERY_MS = 60_000;

/** What a page may take to open, before its host counts as silent. */
const LONGEST_LEAVING_MS = 30_000;

let wanted: string | undefined;

/**
 * Fetches a script. Firefox gives up what a page fetches as soon as somebody leaves it: such a failure is reported only if
 * the page is still there much later, because loading it again would keep them here.
 */
export async function fetchScript<Script>(
  load: () => Promise<Script>,
): Promise<Script> {
  let isLeft = false;
  const leave = () => void (isLeft = true);
  // Only meanwhile: some browsers keep no page for the way back that listens.
  globalThis.window?.addEventListener("beforeunload", leave);
  try {
    return await load();
  } catch (error) {
    if (isLeft)
      await new Promise((resolve) => setTimeout(resolve, LONGEST_LEAVING_MS));
    throw error;
  } finally {
    globalThis.window?.removeEventListener("beforeunload", leave);
  }
}

/** Resolves as soon as the host answers; calls `onAway` each time it does not. */
export async function hostBack(onAway: () => void = () => {}): Promise<void> {
  while (!(await isAnswered())) {
    onAway();
    await nextLook();
  }
}

/** Whether a call got no answer: of `fetch`, or of an action, which Convex's client does not send again. */
export function isCut(error: unknown): boolean {
  return (
    error instanceof TypeError ||
    String(error).includes("Connection lost while action was in flight")
  );
}

/**
 * Makes a call, and again when the line is back if it was cut meanwhile. The deployment may have taken it before, and must
 * bear that.
 */
export async function retryOnDisconnect<Answer>(
  call: () => Promise<Answer>,
  repeats = Infinity,
): Promise<Answer> {
  try {
    return await call();
  } catch (error) {
    if (!isCut(error) || repeats === 0) throw error;
    await hostBack();
    return retryOnDisconnect(call, repeats - 1);
  }
}

/** Whether the page has just been loaded again: doing it once more at once would not help. */
export function hasJustReloaded(): boolean {
  return restMs() > 0;
}

/** Loads the page again as soon as the host answers, but not before a minute has passed since the last time. */
export async function loadAgainLater(): Promise<void> {
  const rest = restMs();
  // Nobody would remember it.
  if (rest === Infinity) return;
  await new Promise((resolve) => setTimeout(resolve, rest));
  await hostBack();
  loadAgain();
}

function restMs(): number {
  const last = Number(sessionStorage.getItem(RELOADED_KEY));
  return Math.max(0, last + RELOAD_EVERY_MS - Date.now());
}

/** The address that is being opened; undefined if none is. */
export function wantedAddress(): string | undefined {
  return wanted;
}

/** Kept here by `main.tsx`, because a part that does not load can keep React from showing the router's state. */
export function setWantedAddress(address: string | undefined): void {
  wanted = address;
}

/** Loads the page again, at the address that is being opened. */
export function loadAgain(): void {
  sessionStorage.setItem(RELOADED_KEY, String(Date.now()));
  if (wanted === undefined) location.reload();
  else location.assign(wanted);
}

async function isAnswered(): Promise<boolean> {
  try {
    await fetch(PROBE, {
      method: "HEAD",
      cache: "no-store",
      signal: AbortSignal.timeout(LONGEST_LOOK_MS),
    });
    return true;
  } catch {
    return false;
  }
}

/** When the browser says that it is online, and after a while: it does not know of every way back. */
async function nextLook() {
  await new Promise((resolve) => {
    addEventListener("online", resolve, { once: true });
    setTimeout(resolve, LOOK_EVERY_MS);
  });
}
