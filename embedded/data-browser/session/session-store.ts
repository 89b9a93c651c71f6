import { ConvexReactClient } from "convex/react";
import { checkKey, type KeyCheck } from "./check-key";
import { readStoredKey, storeKey } from "./stored-key";

/** `notice` says why somebody who was signed in is so no more. */
export type SessionState =
  | { kind: "signed-out"; notice: string | null }
  | { kind: "signed-in"; key: string; client: ConvexReactClient };

/** The unmodified client can act as an administrator; its types do not say so. */
type AdminClient = ConvexReactClient & { setAdminAuth(key: string): void };

const REFUSED =
  "This key is not accepted any more. It was probably rotated: ask for the new one.";

/** Who uses the data browser: sole owner of the client and of the stored key. */
class SessionStore {
  #state: SessionState;
  readonly #listeners = new Set<() => void>();
  /** Those that are not closed. */
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

  /** Signs in if the backend accepts the key; says what came of it. */
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
   * Closes the clients of sessions that are over, but for the one on the screen:
   * what is drawn with it may still be about to subscribe.
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
    this.#clients.add(client);
    client.setAdminAuth(key);
    // A socket that is refused only tries again: ask why.
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

export const sessionStore = new SessionStore();
