import { ConvexReactClient } from "convex/react";
import { createContext, useContext } from "react";

/** The backend's response to a key. */
export type KeyCheck = "accepted" | "refused" | "unreachable";

/** Asks the backend whether a key is its admin key. Never rejects. */
async function checkKey(key: string): Promise<KeyCheck> {
  // Other characters are not valid in a header, so this is not a key.
  if (!/^[\x21-\x7e]+$/.test(key)) return "refused";
  try {
    const { status } = await fetch("/api/v1/get_canonical_urls", {
      headers: { authorization: `Convex ${key}` },
    });
    if (status === 401 || status === 403) return "refused";
    return status === 200 ? "accepted" : "unreachable";
  } catch {
    return "unreachable";
  }
}

/** Every client has it; the published types leave it out. */
type AdminClient = ConvexReactClient & { setAdminAuth(key: string): void };

/** The session of a signed-in user. */
export type Session = {
  kind: "signed-in";
  /** Sent as `Authorization: Convex <key>` with HTTP requests. */
  key: string;
  client: ConvexReactClient;
};
/** `notice` says why a session was ended by the backend. */
type SessionState = Session | { kind: "signed-out"; notice: string | null };

const STORED_KEY = "data-browser.admin-key";

const REFUSED =
  "This key is no longer accepted. It was probably rotated: ask for the new one.";

/** The session: sole owner of the clients and of the stored key. */
class SessionStore {
  #state: SessionState;
  readonly #listeners = new Set<() => void>();
  /** Clients that are not closed yet. */
  readonly #clients = new Set<ConvexReactClient>();

  constructor() {
    const key = readStoredKey();
    this.#state = { kind: "signed-out", notice: null };
    if (key === null) return;
    this.#open(key);
    void this.#recheck(key);
  }

  get = (): SessionState => this.#state;

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Signs in if the backend accepts the key. */
  async signIn(key: string): Promise<KeyCheck> {
    const check = await checkKey(key);
    if (check === "accepted") {
      storeKey(key);
      this.#open(key);
      this.#tell();
    }
    return check;
  }

  signOut(notice: string | null = null): void {
    storeKey(null);
    this.#state = { kind: "signed-out", notice };
    this.#tell();
  }

  /**
   * Closes the clients of ended sessions, except the one still rendered: its
   * components may still subscribe.
   */
  closeOthers(shown: ConvexReactClient | null): void {
    const current =
      this.#state.kind === "signed-in" ? this.#state.client : null;
    for (const client of this.#clients) {
      if (client === shown || client === current) continue;
      this.#clients.delete(client);
      void client.close();
    }
  }

  #open(key: string): void {
    const client = new ConvexReactClient(location.origin) as AdminClient;
    client.setAdminAuth(key);
    this.#clients.add(client);
    // A refused socket only retries, without a reason: check the key over HTTP.
    let retries = 0;
    client.subscribeToConnectionState(({ connectionRetries }) => {
      if (connectionRetries > retries) void this.#recheck(key);
      retries = connectionRetries;
    });
    this.#state = { kind: "signed-in", key, client };
  }

  async #recheck(key: string): Promise<void> {
    const check = await checkKey(key);
    const isCurrent =
      this.#state.kind === "signed-in" && this.#state.key === key;
    if (check === "refused" && isCurrent) this.signOut(REFUSED);
  }

  #tell(): void {
    for (const listener of this.#listeners) listener();
  }
}

/** The key stays in this tab's storage until the tab is closed. */
function readStoredKey(): string | null {
  try {
    return sessionStorage.getItem(STORED_KEY);
  } catch {
    return null;
  }
}

/** @param key null removes it */
function storeKey(key: string | null): void {
  try {
    if (key === null) sessionStorage.removeItem(STORED_KEY);
    else sessionStorage.setItem(STORED_KEY, key);
  } catch {
    // Storage is disabled: a reload asks for the key again.
  }
}

export const sessionStore = new SessionStore();

export const SessionContext = createContext<Session | null>(null);

/** Only for components inside `RequireKey`. */
export function useSession(): Session {
  const session = useContext(SessionContext);
  if (session === null) throw new Error("useSession needs RequireKey above it");
  return session;
}
