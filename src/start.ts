/**
 * The first script of every page. It lets the page be painted before it fetches what brings it to life: on a slow
 * line words and fonts go first. A page in a tab that nobody looks at is never painted, so it does not wait for that.
 */
const LONGEST_WAIT_MS = 1_000;

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

new PerformanceObserver(start).observe({ type: "paint", buffered: true });
setTimeout(start, LONGEST_WAIT_MS);
