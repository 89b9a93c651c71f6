/** The first script of every page. It waits for the first paint, if one is expected, before it loads the app. */
import { hasStoredToken } from "./lib/session/token-storage";
import {
  fetchScript,
  hasJustReloaded,
  loadAgainLater,
} from "./lib/connection/host";

const LONGEST_WAIT_MS = 5_000;

let hasStarted = false;

function start() {
  if (hasStarted) return;
  hasStarted = true;
  // A prerendered page lists all of its scripts: preloading them avoids a waterfall of imports. Where they are in the
  // head as well, this finds them loaded.
  for (const href of marksOfRoot().scripts?.split(" ") ?? []) {
    const link = document.createElement("link");
    Object.assign(link, { rel: "modulepreload", href });
    document.head.append(link);
  }
  // The name is taken here: the bundler loses the module's own object.
  const load = () => import("./main").then(({ main }) => main);
  void fetchScript(load).then(
    (main) => whenParsed(main),
    (error: unknown) => {
      // What could not be fetched is a TypeError. What this browser cannot read it cannot read later either.
      if (error instanceof TypeError || !hasJustReloaded())
        void loadAgainLater();
    },
  );
}

function marksOfRoot(): DOMStringMap {
  return document.querySelector<HTMLElement>("#root")?.dataset ?? {};
}

/** The gallery's early script imports this one while the HTML is still coming; React takes over a whole page. */
function whenParsed(callback: () => void) {
  if (document.readyState !== "loading") callback();
  else document.addEventListener("DOMContentLoaded", callback);
}

function isPaintAnnounced(): boolean {
  return (
    document.visibilityState === "visible" &&
    PerformanceObserver.supportedEntryTypes.includes("paint")
  );
}

if (hasStoredToken() && "urgent" in marksOfRoot()) {
  // If this fails, the live queries answer.
  void import("./lib/connection/first-answers").then(
    ({ askFirst }) => askFirst(),
    () => {},
  );
}

if (isPaintAnnounced()) {
  new PerformanceObserver(start).observe({ type: "paint", buffered: true });
  setTimeout(start, LONGEST_WAIT_MS);
} else {
  start();
}
