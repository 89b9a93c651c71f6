/**
 * Notices a socket that has died without a word, such as while the phone was locked. Convex's client notices it after a
 * minute of silence, and waits up to 16 s before it tries again; only the browser's `online` makes it try at once.
 */

/**
 * A socket that has not answered for so long after it was asked is dead. A deployment may send a long answer as one
 * message, behind which others wait: who gives one up waits for twice as long the next time.
 */
const PATIENCE_MS = 2_000;
const LONGEST_PATIENCE_MS = 60_000;
/** What a socket may take to open. */
const OPENING_MS = 5_000;

/** The client's socket, and when something last came from it, or it was made. */
let current: { socket: WebSocket; heardAt: number } | undefined;
let patienceMs = PATIENCE_MS;

/** For the client's `webSocketConstructor`; undefined where there are no sockets, as while pages are prerendered. */
export function watchedSocket(): typeof WebSocket | undefined {
  if (typeof WebSocket === "undefined") return undefined;
  return class extends WebSocket {
    constructor(...how: ConstructorParameters<typeof WebSocket>) {
      super(...how);
      const watched = { socket: this, heardAt: performance.now() };
      const hear = () => (watched.heardAt = performance.now());
      this.addEventListener("open", hear);
      this.addEventListener("message", () => {
        hear();
        patienceMs = PATIENCE_MS;
      });
      current = watched;
    }
  };
}

/**
 * Asks the line when the page is looked at again and when the network is back. A socket that answers stays; any other is
 * replaced at once. One that dies while it is looked at is noticed by Convex's client.
 * @param ask sends something over the socket that the deployment answers
 */
export function watchConnection(ask: () => Promise<unknown>): void {
  let isProbing = false;

  async function probe(): Promise<void> {
    if (isProbing || document.visibilityState !== "visible") return;
    isProbing = true;
    try {
      const since = performance.now();
      const watched = current;
      if (watched === undefined) return;
      const { socket } = watched;
      if (socket.readyState === WebSocket.OPEN) ask().catch(() => {});
      if (socket.readyState <= WebSocket.OPEN) {
        const waitMs =
          socket.readyState === WebSocket.OPEN
            ? patienceMs
            : watched.heardAt + OPENING_MS - since;
        await new Promise((resolve) => setTimeout(resolve, waitMs));
        if (current !== watched || watched.heardAt >= since) return;
        patienceMs = Math.min(2 * patienceMs, LONGEST_PATIENCE_MS);
        abandon(socket);
      }
      // The client tries again now, and not after its pause.
      dispatchEvent(new Event("online"));
    } finally {
      isProbing = false;
    }
  }

  document.addEventListener("visibilitychange", () => void probe());
  addEventListener("pageshow", () => void probe());
  addEventListener("online", ({ isTrusted }) => {
    if (isTrusted) void probe();
  });
}

/** Ends a socket for the client at once: the browser would wait for the other end of the dead line. */
function abandon(socket: WebSocket): void {
  const { onclose } = socket;
  socket.onopen = null;
  socket.onmessage = null;
  socket.onerror = null;
  socket.onclose = null;
  socket.close();
  onclose?.call(socket, new CloseEvent("close", { code: 1001 }));
}
