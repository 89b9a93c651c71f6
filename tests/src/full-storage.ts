import { vi } from "vitest";

/** From now on, until the test ends or the returned function is called, local storage takes nothing more. */
export function fillStorage(): () => void {
  const storage = localStorage;
  const setItem = () => {
    throw new DOMException("full", "QuotaExceededError");
  };
  const full = new Proxy(storage, {
    get: (_, name) => {
      if (name === "setItem") return setItem;
      const it: unknown = Reflect.get(storage, name);
      return typeof it === "function" ? it.bind(storage) : it;
    },
  });
  vi.stubGlobal("localStorage", full);
  return () => vi.stubGlobal("localStorage", storage);
}
