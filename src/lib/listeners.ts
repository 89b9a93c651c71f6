type Listener = () => void;

/**
 * Those who are told of every change of a module's state, as `useSyncExternalStore` wants them.
 * @param events of the window that tell them too: "storage" comes when another tab has changed what is stored
 */
export function newListeners(
  ...events: ("storage" | "pageshow" | "online" | "offline")[]
) {
  const all = new Set<Listener>();
  return {
    /** @returns a function that ends it */
    subscribe: (listener: Listener) => {
      all.add(listener);
      for (const event of events) addEventListener(event, listener);
      return () => {
        all.delete(listener);
        for (const event of events) removeEventListener(event, listener);
      };
    },
    tell: () => all.forEach((listener) => listener()),
  };
}

/** Resolves once it is so; rejects with what `isSo` throws. */
export function until(
  subscribe: (listener: Listener) => () => void,
  isSo: () => boolean,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const check = () => {
      try {
        if (!isSo()) return;
        resolve();
      } catch (refusal) {
        reject(refusal as Error);
      }
      stop();
    };
    const stop = subscribe(check);
    check();
  });
}
