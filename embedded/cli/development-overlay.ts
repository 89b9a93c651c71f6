import type { ViteDevServer } from "vite";

/** Shows in the log and on open pages that the functions cannot be loaded. */
export class DevelopmentOverlay {
  readonly #server: ViteDevServer;
  #message: string | null = null;

  constructor(server: ViteDevServer) {
    this.#server = server;
    server.ws.on("connection", () => this.#send());
  }

  /** The functions loaded before keep running. */
  show(error: unknown): void {
    const message = error instanceof Error ? error.message : String(error);
    this.#message = message;
    this.#server.config.logger.error(message, { timestamp: true });
    // Vite reloads a page whose very first update finds an overlay; after an
    // empty one it only takes the overlay away when the error is gone.
    this.#sendEmptyUpdate();
    this.#send();
  }

  clear(): void {
    if (this.#message === null) return;
    this.#message = null;
    this.#sendEmptyUpdate();
    this.#server.config.logger.info("functions loaded", { timestamp: true });
  }

  #send(): void {
    if (this.#message === null) return;
    const err = { message: this.#message, stack: "", plugin: "convex" };
    this.#server.ws.send({ type: "error", err });
  }

  #sendEmptyUpdate(): void {
    this.#server.ws.send({ type: "update", updates: [] });
  }
}
