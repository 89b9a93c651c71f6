/**
 * The first script of every page. It lets the page be painted before it fetches what brings it to life: on a slow
 * line words and fonts go first. Where nothing is going to be painted, or nobody would say so, it does not wait.
 */
const LONGEST_WAIT_MS = 5_000;

let hasStarted = false;

function start() {
  if (hasStarted) return;
  hasStarted = true;
  // A prerendered page knows all that it will import; fetched at once, nothing waits for another's imports.
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
