/**
 * The service worker as the page sees it: registers it after a sign-in, and says when one of another version waits. It
 * takes over when somebody asks for it; pages are never loaded again by themselves.
 */
import { useSyncExternalStore } from "react";
import { newListeners } from "../../lib/listeners";

const UPDATE_EVERY_MS = 60 * 60 * 1000;

/** The old version goes when it has nothing to answer any more, which can take minutes. */
const LONGEST_WAIT_MS = 3_000;

let isStarted = false;
/** The worker of another version than this page's. */
let other: ServiceWorker | undefined;
const listeners = newListeners();

/** Browsers without service workers, and pages over plain HTTP, do without. */
export async function startWorker(): Promise<void> {
  const { PROD, VITE_WORKER } = import.meta.env;
  if (isStarted || !PROD || VITE_WORKER === "off") return;
  if (!("serviceWorker" in navigator)) return;
  isStarted = true;
  const { serviceWorker } = navigator;
  const isFirst = serviceWorker.controller === null;
  const registration = await serviceWorker.register("/worker.js", {
    updateViaCache: "none",
  });
  const offerWaiting = () => {
    if (registration.waiting && registration.active)
      void offer(registration.waiting);
  };
  const follow = () =>
    registration.installing?.addEventListener("statechange", offerWaiting);
  registration.addEventListener("updatefound", follow);
  // One may be on its way or waiting since before this page was there.
  follow();
  offerWaiting();
  updateWhenSeen(registration);
  if (isFirst) tellUsed((await serviceWorker.ready).active);
}

/** Whether a new version can be loaded, in this tab or by another one that has loaded it already. */
export function useNewVersion(): boolean {
  return useSyncExternalStore(
    listeners.subscribe,
    () => other !== undefined,
    () => false,
  );
}

/**
 * Lets the new version take over, and loads this page again, which comes from the host; other tabs stay as they are.
 */
export function loadNewVersion(): void {
  if (other?.state !== "installed") return location.reload();
  const late = setTimeout(() => location.reload(), LONGEST_WAIT_MS);
  other.addEventListener("statechange", ({ target }) => {
    if ((target as ServiceWorker).state !== "activated") return;
    clearTimeout(late);
    location.reload();
  });
  other.postMessage({ is: "take over" });
}

/** Not to a page that is of the new version already, as one that was opened since. */
async function offer(worker: ServiceWorker) {
  const start = await new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }) => resolve(data);
    worker.postMessage({ is: "version" }, [port2]);
  });
  const isOwn = [...document.scripts].some(
    (script) => script.getAttribute("src") === start,
  );
  other = isOwn ? undefined : worker;
  listeners.tell();
}

/** Browsers look for a new version when a page is loaded; the portal's pages stay open for days. */
function updateWhenSeen(registration: ServiceWorkerRegistration) {
  let updatedAt = Date.now();
  document.addEventListener("visibilitychange", () => {
    if (document.hidden || Date.now() - updatedAt < UPDATE_EVERY_MS) return;
    updatedAt = Date.now();
    // With no line it fails, and the next one comes.
    registration.update().catch(() => {});
  });
}

/** This page was loaded before it had a worker: tells it what to keep. */
function tellUsed(worker: ServiceWorker | null) {
  const tell = () => {
    if (worker?.state !== "activated") return;
    worker.removeEventListener("statechange", tell);
    const files = performance.getEntriesByType("resource");
    const urls = [location.href, ...files.map(({ name }) => name)]
      .map((name) => new URL(name))
      .filter(({ origin }) => origin === location.origin)
      .map(({ pathname }) => pathname);
    worker.postMessage({ is: "used", urls });
  };
  worker?.addEventListener("statechange", tell);
  tell();
}
