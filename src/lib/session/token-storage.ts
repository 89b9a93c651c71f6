/**
 * Storage of the session's tokens. Remembered sessions live in local storage and outlast the browser, others in session
 * storage. The choice made at sign-in applies to all later tokens of the session. What a full storage does not take lives
 * as long as the page.
 * A new tab asks the others for an unremembered session, which lives as long as one of them. A duplicated tab starts
 * with a copy of the session storage and gets no storage events for it. A broadcast channel keeps the copies in step, so
 * that no tab renews the session with a used refresh token, and signing out works in all.
 */

const TOKEN_KEY = "__convexAuthJWT";
const REFRESH_TOKEN_KEY = "__convexAuthRefreshToken";
const VERIFIER_KEY = "__convexAuthOAuthVerifier";
const SESSION_ONLY_KEY = "hackarenaSessionOnly";
const COPIES_CHANNEL = "hackarenaSession";
/** That some tab may have an unremembered session. `log-out.ts` and `public/first-paint.js` find it by parts of its name. */
export const HELD_KEY = "__convexAuthHeld__convexAuthJWT";

/** A change of one entry. */
type Change = { key: string; before: string | null; after: string | null };
/** What tabs say to each other; a question has no tokens. */
type Message = Change | { tokens?: Tokens };

/** Tokens by Convex Auth's storage keys. */
export type Tokens = Record<string, string>;

/** What a full storage did not take. */
const memory = new Map<string, string>();

let copies: BroadcastChannel | undefined;
let onTokens: ((tokens: Tokens) => void) | undefined;

/** Chooses the storage for the next sign-in. */
export function rememberSession(isRemembered: boolean): void {
  if (isRemembered) {
    memory.delete(SESSION_ONLY_KEY);
    sessionStorage.removeItem(SESSION_ONLY_KEY);
    return;
  }
  store(sessionStorage, SESSION_ONLY_KEY, "true");
  listenToCopies();
}

/** The storage adapter for Convex Auth. */
export const tokenStorage = {
  getItem(key: string): string | null {
    return ownItem(key) ?? localStorage.getItem(key);
  },
  setItem(key: string, value: string): void {
    const before = ownItem(key);
    // The OAuth verifier belongs to the window that left for Google, not to the session.
    const isForThisTab = isSessionOnly() || key.startsWith(VERIFIER_KEY);
    const [chosen, other] = isForThisTab
      ? [sessionStorage, localStorage]
      : [localStorage, sessionStorage];
    store(chosen, key, value);
    other.removeItem(key);
    if (isForThisTab) tellCopies({ key, before, after: value });
  },
  removeItem(key: string): void {
    const before = ownItem(key);
    memory.delete(key);
    sessionStorage.removeItem(key);
    localStorage.removeItem(key);
    tellCopies({ key, before, after: null });
  },
};

/** Whether someone may be signed in; only the deployment knows for sure. */
export function hasStoredToken(): boolean {
  return storedToken() !== null;
}

export function storedToken(): string | null {
  const key = storedNames().find((name) => name.startsWith(TOKEN_KEY));
  return key === undefined ? null : tokenStorage.getItem(key);
}

/** Whether another tab may have a session that it can hand over. */
export function isHeldElsewhere(): boolean {
  return !hasStoredToken() && localStorage.getItem(HELD_KEY) !== null;
}

/** Asks the other tabs of this browser for their unremembered session; `onAnswer` is called with each answer. */
export function askOtherTabs(onAnswer: (tokens: Tokens) => void): void {
  listenToCopies();
  onTokens = onAnswer;
  copies?.postMessage({});
}

/** True from the redirect to Google until its code has been used. */
export function hasVerifier(): boolean {
  return ownNames().some((key) => key.startsWith(VERIFIER_KEY));
}

/** The tokens that other windows cannot read; empty for a remembered session. */
export function sessionOnlyTokens(): Tokens {
  const names = ownNames().filter(
    (key) => key.startsWith(TOKEN_KEY) || key.startsWith(REFRESH_TOKEN_KEY),
  );
  return Object.fromEntries(names.map((key) => [key, ownItem(key) ?? ""]));
}

/**
 * Calls back on sign-ins and sign-outs in other tabs. Convex Auth only accepts storage events of the storage it was
 * given, which is our adapter, so the event is dispatched again in its name.
 * @returns a function that stops it
 */
export function onTokenFromOtherTab(callback: () => void): () => void {
  const listener = (event: StorageEvent) => {
    const { key, newValue, oldValue, storageArea } = event;
    if (key?.startsWith(TOKEN_KEY) !== true || storageArea !== localStorage) {
      return;
    }
    if (ownItem(key) !== null) return;
    callback();
    announce({ key, before: oldValue, after: newValue });
  };
  window.addEventListener("storage", listener);
  if (isSessionOnly()) listenToCopies();
  return () => window.removeEventListener("storage", listener);
}

function isSessionOnly(): boolean {
  return ownItem(SESSION_ONLY_KEY) !== null;
}

/** What no other window can read. */
function ownItem(key: string): string | null {
  return memory.get(key) ?? sessionStorage.getItem(key);
}

/** The names of all entries that this page can read. */
export function storedNames(): string[] {
  return [...ownNames(), ...Object.keys(localStorage)];
}

function ownNames(): string[] {
  return [...memory.keys(), ...Object.keys(sessionStorage)];
}

/** Keeps an entry as long as the page if the storage is full. */
export function store(storage: Storage, key: string, value: string): void {
  memory.delete(key);
  try {
    storage.setItem(key, value);
  } catch {
    // An outdated entry would be taken for the session by the next page.
    storage.removeItem(key);
    memory.set(key, value);
  }
}

function tellCopies(change: Change) {
  if (change.before !== null) copies?.postMessage(change);
}

/** Only for unremembered sessions: an open channel can keep a page out of the back/forward cache. */
function listenToCopies() {
  store(localStorage, HELD_KEY, "true");
  if (copies !== undefined) return;
  copies = new BroadcastChannel(COPIES_CHANNEL);
  copies.addEventListener("message", ({ data }: MessageEvent<Message>) => {
    if (!("key" in data)) {
      if (data.tokens) onTokens?.(data.tokens);
      else if (storedToken())
        copies?.postMessage({ tokens: sessionOnlyTokens() });
      return;
    }
    const { key, before, after } = data;
    if (ownItem(key) !== before) return;
    memory.delete(key);
    if (after === null) sessionStorage.removeItem(key);
    else store(sessionStorage, key, after);
    announce(data);
  });
}

/** Makes Convex Auth see a change that it has not made itself. */
export function announce({ key, before, after }: Change) {
  const storageArea = tokenStorage;
  const facts = { key, oldValue: before, newValue: after, storageArea };
  window.dispatchEvent(Object.assign(new Event("storage"), facts));
}
