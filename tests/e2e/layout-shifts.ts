import type { Page } from "playwright-core";

type Shift = PerformanceEntry & { value: number };

/** What has moved since a page began to load, as browsers sum it up: 0.1 is what they call good. */
export function layoutShifts(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let sum = 0;
        new PerformanceObserver((list) => {
          for (const { value } of list.getEntries() as Shift[]) sum += value;
        }).observe({ type: "layout-shift", buffered: true });
        // Observers are told of a frame's shifts after it.
        setTimeout(() => resolve(sum), 300);
      }),
  );
}
