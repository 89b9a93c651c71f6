import { beforeEach, expect, test, vi } from "vitest";
import {
  hasStoredToken,
  onTokenFromOtherTab,
  rememberSession,
  tokenStorage,
} from "../../src/lib/session/token-storage";

const key = "__convexAuthJWT_httplocalhost";

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});

test("a remembered session outlasts the browser", () => {
  rememberSession(true);
  tokenStorage.setItem(key, "token");
  expect(localStorage.getItem(key)).toBe("token");
  expect(sessionStorage.getItem(key)).toBeNull();
});

test("a session that is not remembered ends with the browser", () => {
  rememberSession(false);
  tokenStorage.setItem(key, "token");
  expect(localStorage.getItem(key)).toBeNull();
  expect(sessionStorage.getItem(key)).toBe("token");
});

test("every later token stays where the choice put the first", () => {
  rememberSession(false);
  tokenStorage.setItem(key, "first");
  tokenStorage.setItem(key, "second");
  expect(localStorage).toHaveLength(0);
  expect(tokenStorage.getItem(key)).toBe("second");
});

test("a later login may choose differently", () => {
  rememberSession(false);
  tokenStorage.setItem(key, "first");
  rememberSession(true);
  tokenStorage.setItem(key, "second");
  expect(sessionStorage.getItem(key)).toBeNull();
  expect(localStorage.getItem(key)).toBe("second");
});

test("signing out removes the token from both storages", () => {
  localStorage.setItem(key, "old");
  sessionStorage.setItem(key, "new");
  tokenStorage.removeItem(key);
  expect(tokenStorage.getItem(key)).toBeNull();
});

test.each([
  ["local storage", () => localStorage],
  ["session storage", () => sessionStorage],
])("a token in %s means somebody may be signed in", (_, storage) => {
  expect(hasStoredToken()).toBe(false);
  storage().setItem(key, "token");
  expect(hasStoredToken()).toBe(true);
});

test("a token from another tab is passed on under our storage's name", () => {
  const callback = vi.fn<() => void>();
  const areas: unknown[] = [];
  const stop = onTokenFromOtherTab(callback);
  const collect = (event: StorageEvent) => areas.push(event.storageArea);
  window.addEventListener("storage", collect);
  window.dispatchEvent(
    new StorageEvent("storage", { key, storageArea: localStorage }),
  );
  window.removeEventListener("storage", collect);
  stop();
  expect(callback).toHaveBeenCalledOnce();
  expect(areas).toEqual([tokenStorage, localStorage]);
});

test("other keys of other tabs mean nothing", () => {
  const callback = vi.fn<() => void>();
  const stop = onTokenFromOtherTab(callback);
  window.dispatchEvent(
    new StorageEvent("storage", { key: "other", storageArea: localStorage }),
  );
  stop();
  expect(callback).not.toHaveBeenCalled();
});
