import { lazy, type ComponentType } from "react";

/**
 * A part of the page that comes later and that it can do without. Where its code cannot be had, as in a crowded hall, what
 * stands in its place stays there, and nothing else breaks. Browsers do not ask for such code again before a reload.
 */
export function latePart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
) {
  return lazy(async () => ({ default: await load().catch(never) }));
}

function never(): Promise<never> {
  return new Promise(() => {});
}
