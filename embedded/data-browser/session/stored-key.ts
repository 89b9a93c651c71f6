const ITEM = "data-browser.admin-key";

/**
 * The admin key is kept for this tab until it is closed, and nowhere else. A
 * browser that keeps nothing asks for it again.
 */
export function readStoredKey(): string | null {
  try {
    return sessionStorage.getItem(ITEM);
  } catch {
    return null;
  }
}

/** @param key null to forget it */
export function storeKey(key: string | null): void {
  try {
    if (key === null) sessionStorage.removeItem(ITEM);
    else sessionStorage.setItem(ITEM, key);
  } catch {
    // Nothing is kept then: a reload asks again.
  }
}
