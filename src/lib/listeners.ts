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
