import { vi } from "vitest";

/** From now on, until the test ends or the returned function is called, a storage takes nothing more. */
export function fillStorage(
  name: "localStorage" | "sessionStorage" = "localStorage",
): () => void {
  const storage = globalThis[name];
  const setItem = () => {
    throw new DOMException("full", "QuotaExceededError");
  };
  const full = new Proxy(storage, {
    get: (_, what) => {
      if (what === "setItem") return setItem;
      const it: unknown = Reflect.get(storage, what);
      return typeof it === "function" ? it.bind(storage) : it;
    },
  });
  vi.stubGlobal(name, full);
  return () => vi.stubGlobal(name, storage);
}
