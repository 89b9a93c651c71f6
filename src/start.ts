/** The first script of every page. It waits for the first paint, if one is expected, before it loads the app. */
const LONGEST_WAIT_MS = 5_000;

let hasStarted = false;

function start() {
  if (hasStarted) return;
  hasStarted = true;
  // A prerendered page lists all of its scripts: preloading them avoids a waterfall of imports.
  const { scripts } =
    document.querySelector<HTMLElement>("#root")?.dataset ?? {};
  for (const href of scripts?.split(" ") ?? []) {
    const link = document.createElement("link");
    Object.assign(link, { rel: "modulepreload", href });
    document.head.append(link);
  }
  void import("./main");
}

function isPaintAnnounced(): boolean {
  return (
    document.visibilityState === "visible" &&
    PerformanceObserver.supportedEntryTypes.includes("paint")
  );
}

if (isPaintAnnounced()) {
  new PerformanceObserver(start).observe({ type: "paint", buffered: true });
  setTimeout(start, LONGEST_WAIT_MS);
} else {
  start();
}
