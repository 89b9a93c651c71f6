type Listener = () => void;

/** Those who are told of every change of a module's state, as `useSyncExternalStore` wants them. */
export function newListeners() {
  const all = new Set<Listener>();
  return {
    /** @returns a function that ends it */
    subscribe: (listener: Listener) => {
      all.add(listener);
      return () => {
        all.delete(listener);
      };
    },
    tell: () => all.forEach((listener) => listener()),
  };
}
