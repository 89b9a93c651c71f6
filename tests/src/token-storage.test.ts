// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { adoptSession } from "../../src/lib/session/other-tabs";
import {
  hasStoredToken,
  hasVerifier,
  onTokenFromOtherTab,
  rememberSession,
  sessionOnlyTokens,
  storedToken,
  tokenStorage,
} from "../../src/lib/session/token-storage";
import { fillStorage } from "./full-storage";

const key = "__convexAuthJWT_httplocalhost";
const refreshKey = "__convexAuthRefreshToken_httplocalhost";
const verifierKey = "__convexAuthOAuthVerifier_httplocalhost";

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});

test("a remembered session outlasts the browser, another ends with it, and each login chooses anew", () => {
  const stored = () =>
    [localStorage, sessionStorage].map((at) => at.getItem(key));
  rememberSession(true);
  tokenStorage.setItem(key, "first");
  expect(stored()).toEqual(["first", null]);
  rememberSession(false);
  for (const token of ["second", "third"]) {
    tokenStorage.setItem(key, token);
    expect(stored()).toEqual([null, token]);
    expect(tokenStorage.getItem(key)).toBe(token);
  }
  rememberSession(true);
  tokenStorage.setItem(key, "fourth");
  expect(stored()).toEqual(["fourth", null]);
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

describe("an entry that another tab has changed", () => {
  /** How often it was told, and the storages that the page's listeners read of. */
  function told(changed: string) {
    const callback = vi.fn<() => void>();
    const areas: unknown[] = [];
    const stop = onTokenFromOtherTab(callback);
    const collect = (event: StorageEvent) => areas.push(event.storageArea);
    window.addEventListener("storage", collect);
    window.dispatchEvent(
      new StorageEvent("storage", { key: changed, storageArea: localStorage }),
    );
    window.removeEventListener("storage", collect);
    stop();
    return { times: callback.mock.calls.length, areas };
  }

  test("is passed on under our storage's name if it is a token", () => {
    const areas = [tokenStorage, localStorage];
    expect(told(key)).toEqual({ times: 1, areas });
    expect(told("other").times).toBe(0);
  });

  test("is not followed by a tab with a session of its own", () => {
    sessionStorage.setItem(key, "own");
    expect(told(key).times).toBe(0);
  });
});

describe("in a browser whose storage is full", () => {
  beforeEach(() => {
    rememberSession(true);
    tokenStorage.setItem(key, "first");
    fillStorage("localStorage");
    fillStorage("sessionStorage");
  });
  afterEach(() => {
    rememberSession(true);
    tokenStorage.removeItem(key);
    tokenStorage.removeItem(refreshKey);
  });

  test.each([true, false])(
    "a session with Remember me at %j lives as long as the page",
    (isRemembered) => {
      rememberSession(isRemembered);
      tokenStorage.setItem(key, "second");
      expect(tokenStorage.getItem(key)).toBe("second");
      expect(storedToken()).toBe("second");
      tokenStorage.removeItem(key);
      expect(hasStoredToken()).toBe(false);
    },
  );

  test("a token that was renewed leaves no outdated one to the next page", () => {
    tokenStorage.setItem(key, "second");
    expect(localStorage.getItem(key)).toBeNull();
  });

  test("the session is stored as soon as there is room", () => {
    tokenStorage.setItem(key, "second");
    vi.unstubAllGlobals();
    tokenStorage.setItem(key, "third");
    expect(localStorage.getItem(key)).toBe("third");
    expect(tokenStorage.getItem(key)).toBe("third");
  });

  test("it can be handed to another window, and taken over", () => {
    const tokens = { [key]: "second", [refreshKey]: "refresh" };
    adoptSession(tokens);
    expect(sessionOnlyTokens()).toEqual(tokens);
  });
});

test("what ties Google's answer to this window stays in it, remembered or not", () => {
  rememberSession(true);
  tokenStorage.setItem(verifierKey, "verifier");
  expect(localStorage).toHaveLength(0);
  expect(hasVerifier()).toBe(true);
  expect(hasStoredToken()).toBe(false);
  tokenStorage.removeItem(verifierKey);
  expect(hasVerifier()).toBe(false);
});

describe("a session that began in another window", () => {
  const tokens = { [key]: "token", [refreshKey]: "refresh" };

  test("is handed over only if no other window can see it", () => {
    tokenStorage.setItem(key, "token");
    expect(sessionOnlyTokens()).toEqual({});
    rememberSession(false);
    tokenStorage.setItem(key, "token");
    tokenStorage.setItem(refreshKey, "refresh");
    tokenStorage.setItem(verifierKey, "verifier");
    expect(sessionOnlyTokens()).toEqual(tokens);
  });

  test("is taken over whole, and told to Convex Auth", () => {
    const announced: unknown[] = [];
    const collect = ({ key: name, newValue, storageArea }: StorageEvent) =>
      announced.push({ key: name, newValue, storageArea });
    window.addEventListener("storage", collect);
    adoptSession(tokens);
    window.removeEventListener("storage", collect);
    expect(Object.values(localStorage)).not.toContain("token");
    expect(storedToken()).toBe("token");
    const storageArea = tokenStorage;
    expect(announced).toContainEqual({ key, newValue: "token", storageArea });
  });
});

describe("a copy of a session that ends with the browser", () => {
  /** What a tab with the same copy does to an entry. */
  function elsewhere(change: object) {
    const channel = new BroadcastChannel("hackarenaSession");
    channel.postMessage(change);
    channel.close();
  }

  test("follows when the other tab renews its token or signs out", async () => {
    rememberSession(false);
    tokenStorage.setItem(key, "first");
    elsewhere({ key, before: "first", after: "second" });
    await expect.poll(storedToken).toBe("second");
    elsewhere({ key, before: "second", after: null });
    await expect.poll(storedToken).toBeNull();
  });

  test("leaves a different session alone", async () => {
    rememberSession(false);
    tokenStorage.setItem(key, "mine");
    elsewhere({ key, before: "theirs", after: null });
    elsewhere({ key, before: "mine", after: "renewed" });
    await expect.poll(storedToken).toBe("renewed");
  });

  test("tells the other tab of its own changes", async () => {
    rememberSession(false);
    const channel = new BroadcastChannel("hackarenaSession");
    const heard = new Promise((resolve) =>
      channel.addEventListener("message", ({ data }) => resolve(data)),
    );
    tokenStorage.setItem(key, "first");
    tokenStorage.setItem(key, "second");
    expect(await heard).toEqual({ key, before: "first", after: "second" });
    channel.close();
  });
});
