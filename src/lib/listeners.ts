/** Those who are told of every change of a module's state, as `useSyncExternalStore` wants them. */
export class Listeners {
  readonly #all = new Set<() => void>();

  /** @returns a function that ends it */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#all.add(listener);
    return () => {
      this.#all.delete(listener);
    };
  };

  tell(): void {
    for (const listener of this.#all) listener();
  }
}
