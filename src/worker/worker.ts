/**
 * The service worker, `/worker.js`: opens the portal's pages with no connection. The portal registers it after a sign-in
 * (`features/device/worker-registration.ts`); a visitor never gets one. It answers two kinds of requests, and leaves all others alone:
 * - files of the build, whose names hold a hash: kept ones first;
 * - pages of the portal: from the host first, and after two seconds without an answer the kept one of the same address.
 *
 * Kept are the files of the build that a participant needs, unless the browser saves data, and whatever else was used.
 * A new version waits until no page of the old one is open, or somebody asks for it (`take over`).
 */
import { PrecacheController } from "workbox-precaching";
import { onNotificationClick, onPush } from "./push";

/** The page of a kept address, or a file of the build; `revision` is null where the name holds a hash. */
type File = { url: string; revision: string | null };

declare const self: ServiceWorkerGlobalScope;
/** Written by the build (`prerender/worker-build.ts`). */
declare const __WORKER__: {
  /** Addresses of the pages behind the guard, and of the schedule. */
  pages: string[];
  /** What is kept from the start. */
  files: File[];
  /** The first script of this version's pages. */
  start: string;
};

/** A line that takes longer counts as none. */
const LONGEST_WAIT_MS = 2_000;

/** What was used beside the files that are kept from the start; of one version. */
const USED = "used";

const { pages, files, start } = __WORKER__;
const kept = new PrecacheController();
kept.addToCacheList(files);

self.addEventListener("install", (event) => {
  if (!savesData()) void kept.install(event);
});

self.addEventListener("activate", (event) => {
  void kept.activate(event);
  event.waitUntil(caches.delete(USED).then(() => self.clients.claim()));
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== self.location.origin) return;
  if (request.mode === "navigate") {
    const address = url.pathname.replace(/\/+$/u, "");
    if (pages.includes(address)) event.respondWith(page(event, address));
  } else if (url.pathname.startsWith("/assets/")) {
    event.respondWith(asset(event));
  }
});

self.addEventListener("message", (event) => {
  const message = event.data as
    { is: "take over" } | { is: "used"; urls: string[] } | { is: "version" };
  switch (message.is) {
    case "take over":
      event.waitUntil(self.skipWaiting());
      break;
    case "version":
      event.ports[0]?.postMessage(start);
      break;
    case "used":
      event.waitUntil(keepUsed(message.urls));
  }
});

self.addEventListener("push", (event) => {
  event.waitUntil(onPush(event.data, self.registration));
});
self.addEventListener("notificationclick", (event) => {
  event.waitUntil(onNotificationClick(event.notification, self));
});

async function page(event: FetchEvent, address: string): Promise<Response> {
  const fromHost = fetch(event.request).then((response) => {
    if (response.status === 200) keep(event, address, response);
    return response;
  });
  event.waitUntil(fromHost.catch(() => {}));
  const isLate = new Promise<undefined>((resolve) => {
    setTimeout(resolve, LONGEST_WAIT_MS);
  });
  const first = await Promise.race([fromHost.catch(() => undefined), isLate]);
  if (first !== undefined && first.status < 500) return first;
  const found = await find(address);
  return found ? plain(found) : fromHost;
}

async function asset(event: FetchEvent): Promise<Response> {
  const { pathname } = new URL(event.request.url);
  const found = await find(pathname);
  if (found) return found;
  const response = await fetch(event.request);
  if (response.status === 200) keep(event, pathname, response);
  return response;
}

/** The files that a page loaded before it had a worker. The browser has them; a page is asked for once more. */
async function keepUsed(urls: string[]): Promise<void> {
  const used = await caches.open(USED);
  for (const path of new Set(urls)) {
    const isKept = pages.includes(path) || path.startsWith("/assets/");
    if (isKept && (await find(path)) === undefined)
      await used.add(path).catch(() => {});
  }
}

/** Keeps what was used, unless it is kept from the start: a page of another version would miss its files. */
function keep(event: FetchEvent, path: string, response: Response): void {
  const copy = response.clone();
  const keeping = async () => {
    if (await kept.matchPrecache(path)) return copy.body?.cancel();
    await (await caches.open(USED)).put(path, copy);
  };
  // Where the device is full, less is kept.
  event.waitUntil(keeping().catch(() => {}));
}

async function find(path: string): Promise<Response | undefined> {
  return (
    (await kept.matchPrecache(path)) ?? (await caches.open(USED)).match(path)
  );
}

/** The page as it was built: what the server wrote into it is the event's phase at that time, and no longer true. */
async function plain(response: Response): Promise<Response> {
  const html = await response.text();
  const headers = new Headers(response.headers);
  for (const name of ["content-encoding", "content-length", "etag"])
    headers.delete(name);
  const marked = /<html\b[^>]*>/u;
  return new Response(html.replace(marked, '<html lang="en-IN">'), { headers });
}

function savesData(): boolean {
  const { connection } = navigator as { connection?: { saveData?: boolean } };
  return connection?.saveData === true;
}
