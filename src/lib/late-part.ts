import { lazy, type ComponentType } from "react";

/** A component that loads late. If its code fails to load, its fallback stays, as browsers do not retry. */
export function latePart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
) {
  return lazy(async () => ({ default: await load().catch(never) }));
}

/** For `catch`, where what could not be loaded is done without; it also fails when the page is left. */
export function never(): Promise<never> {
  return new Promise(() => {});
}
