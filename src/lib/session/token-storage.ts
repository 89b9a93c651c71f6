/**
 * Where the session's tokens live. Remembered sessions are kept in local storage and
 * outlast the browser; the others are kept in session storage and end with it.
 * The choice made at sign-in holds for every later token of that session.
 */

const TOKEN_KEY = "__convexAuthJWT";
const SESSION_ONLY_KEY = "hackarenaSessionOnly";

/** Decides where the tokens of the next sign-in go. */
export function rememberSession(isRemembered: boolean): void {
  if (isRemembered) sessionStorage.removeItem(SESSION_ONLY_KEY);
  else sessionStorage.setItem(SESSION_ONLY_KEY, "true");
}

/** The storage that Convex Auth is given. */
export const tokenStorage = {
  getItem(key: string): string | null {
    return sessionStorage.getItem(key) ?? localStorage.getItem(key);
  },
  setItem(key: string, value: string): void {
    const isSessionOnly = sessionStorage.getItem(SESSION_ONLY_KEY) !== null;
    const [chosen, other] = isSessionOnly
      ? [sessionStorage, localStorage]
      : [localStorage, sessionStorage];
    chosen.setItem(key, value);
    other.removeItem(key);
  },
  removeItem(key: string): void {
    sessionStorage.removeItem(key);
    localStorage.removeItem(key);
  },
};

/** True if somebody may be signed in here; only the deployment can say for sure. */
export function hasStoredToken(): boolean {
  return [sessionStorage, localStorage].some((storage) =>
    Object.keys(storage).some((key) => key.startsWith(TOKEN_KEY)),
  );
}

/**
 * Tells of sign-ins and sign-outs in other tabs. Convex Auth compares an event's storage with the one it was
 * given, which is ours, so the event is passed on under our name.
 * @returns a function that stops it
 */
export function onTokenFromOtherTab(callback: () => void): () => void {
  const listener = (event: StorageEvent) => {
    const isToken = event.key?.startsWith(TOKEN_KEY) === true;
    if (!isToken || event.storageArea !== localStorage) return;
    callback();
    const { key, newValue, oldValue } = event;
    const copy = { key, newValue, oldValue, storageArea: tokenStorage };
    window.dispatchEvent(Object.assign(new Event("storage"), copy));
  };
  window.addEventListener("storage", listener);
  return () => window.removeEventListener("storage", listener);
}
