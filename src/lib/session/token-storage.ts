/**
 * Where the session's tokens live. Remembered sessions are kept in local storage and
 * outlast the browser; the others are kept in session storage and end with it.
 * The choice made at sign-in holds for every later token of that session.
 *
 * A duplicated tab starts with a copy of the session storage, and no event of the browser tells it when its copy
 * is outdated. A channel does, so that no tab renews the session with a token that was used already, and signing
 * out in one signs out the other.
 */

const TOKEN_KEY = "__convexAuthJWT";
const REFRESH_TOKEN_KEY = "__convexAuthRefreshToken";
const VERIFIER_KEY = "__convexAuthOAuthVerifier";
const SESSION_ONLY_KEY = "hackarenaSessionOnly";
const COPIES_CHANNEL = "hackarenaSession";

/** What a tab did to one entry. */
type Change = { key: string; before: string | null; after: string | null };

/** Tokens by the names under which Convex Auth keeps them. */
export type Tokens = Record<string, string>;

let copies: BroadcastChannel | undefined;

/** Decides where the tokens of the next sign-in go. */
export function rememberSession(isRemembered: boolean): void {
  if (isRemembered) {
    sessionStorage.removeItem(SESSION_ONLY_KEY);
    return;
  }
  sessionStorage.setItem(SESSION_ONLY_KEY, "true");
  listenToCopies();
}

/** The storage that Convex Auth is given. */
export const tokenStorage = {
  getItem(key: string): string | null {
    return sessionStorage.getItem(key) ?? localStorage.getItem(key);
  },
  setItem(key: string, value: string): void {
    const before = sessionStorage.getItem(key);
    // A verifier belongs to the window that left for another site, not to a session.
    const isForThisTab = isSessionOnly() || key.startsWith(VERIFIER_KEY);
    const [chosen, other] = isForThisTab
      ? [sessionStorage, localStorage]
      : [localStorage, sessionStorage];
    chosen.setItem(key, value);
    other.removeItem(key);
    if (isForThisTab) tellCopies({ key, before, after: value });
  },
  removeItem(key: string): void {
    const before = sessionStorage.getItem(key);
    sessionStorage.removeItem(key);
    localStorage.removeItem(key);
    tellCopies({ key, before, after: null });
  },
};

/** True if somebody may be signed in here; only the deployment can say for sure. */
export function hasStoredToken(): boolean {
  return storedToken() !== null;
}

/** The access token as it is stored, or null. */
export function storedToken(): string | null {
  const [key] = [sessionStorage, localStorage]
    .flatMap((storage) => Object.keys(storage))
    .filter((name) => name.startsWith(TOKEN_KEY));
  return key === undefined ? null : tokenStorage.getItem(key);
}

/** True from leaving for another site to sign in there until its answer has been used. */
export function hasVerifier(): boolean {
  return Object.keys(sessionStorage).some((key) =>
    key.startsWith(VERIFIER_KEY),
  );
}

/** The tokens that no other window can see; none if the session is remembered. */
export function sessionOnlyTokens(): Tokens {
  const names = Object.keys(sessionStorage).filter(
    (key) => key.startsWith(TOKEN_KEY) || key.startsWith(REFRESH_TOKEN_KEY),
  );
  return Object.fromEntries(
    names.map((key) => [key, sessionStorage.getItem(key) ?? ""]),
  );
}

/** Takes over a session that began in another window and ends with the browser. */
export function adoptSession(tokens: Tokens): void {
  rememberSession(false);
  for (const [key, after] of Object.entries(tokens)) {
    sessionStorage.setItem(key, after);
  }
  for (const [key, after] of Object.entries(tokens)) {
    announce({ key, before: null, after });
  }
}

/**
 * Tells of sign-ins and sign-outs in other tabs. Convex Auth compares an event's storage with the one it was
 * given, which is ours, so the event is passed on under our name.
 * @returns a function that stops it
 */
export function onTokenFromOtherTab(callback: () => void): () => void {
  const listener = (event: StorageEvent) => {
    const { key, newValue, oldValue, storageArea } = event;
    if (key?.startsWith(TOKEN_KEY) !== true || storageArea !== localStorage) {
      return;
    }
    // This tab has a session of its own.
    if (sessionStorage.getItem(key) !== null) return;
    callback();
    announce({ key, before: oldValue, after: newValue });
  };
  window.addEventListener("storage", listener);
  if (isSessionOnly()) listenToCopies();
  return () => window.removeEventListener("storage", listener);
}

function isSessionOnly(): boolean {
  return sessionStorage.getItem(SESSION_ONLY_KEY) !== null;
}

function tellCopies(change: Change) {
  if (change.before !== null) copies?.postMessage(change);
}

/** Only in tabs that may have copies: an open channel can keep a page out of the browser's back and forward cache. */
function listenToCopies() {
  if (copies !== undefined) return;
  copies = new BroadcastChannel(COPIES_CHANNEL);
  copies.addEventListener("message", ({ data }: MessageEvent<Change>) => {
    const { key, before, after } = data;
    if (sessionStorage.getItem(key) !== before) return;
    if (after === null) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, after);
    announce(data);
  });
}

/** Lets Convex Auth know of a change that this tab has not made. */
function announce({ key, before, after }: Change) {
  const storageArea = tokenStorage;
  const facts = { key, oldValue: before, newValue: after, storageArea };
  window.dispatchEvent(Object.assign(new Event("storage"), facts));
}
