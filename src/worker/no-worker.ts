/**
 * `/worker.js` of a build with `VITE_WORKER=off`: browsers that have the service worker replace it by this one at the next
 * visit, which removes it with all that it kept. Open pages stay as they are.
 */
declare const self: ServiceWorkerGlobalScope;

self.addEventListener("install", (event) => {
  event.waitUntil(self.skipWaiting());
});

self.addEventListener("activate", (event) => {
  event.waitUntil(
    Promise.all([
      caches
        .keys()
        .then((names) => Promise.all(names.map((name) => caches.delete(name)))),
      self.registration.unregister(),
    ]),
  );
});
export {};
