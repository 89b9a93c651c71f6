import type { ViteDevServer } from "vite";
import { messageOf } from "../base/errors";

/** Reports a failed load of the functions in the log and on open pages. */
export class DevelopmentOverlay {
  #message: string | null = null;

  constructor(private readonly server: ViteDevServer) {
    server.ws.on("connection", () => this.#send());
  }

  show(error: unknown): void {
    const message = messageOf(error);
    this.#message = message;
    this.server.config.logger.error(message, { timestamp: true });
    // Vite's client reloads the page when the first update that it receives
    // finds an overlay. Send an empty update first, so that the one in `clear`
    // only removes the overlay.
    this.#sendEmptyUpdate();
    this.#send();
  }

  clear(): void {
    if (this.#message === null) return;
    this.#message = null;
    this.#sendEmptyUpdate();
    this.server.config.logger.info("functions loaded", { timestamp: true });
  }

  #send(): void {
    if (this.#message === null) return;
    const err = { message: this.#message, stack: "", plugin: "convex" };
    this.server.ws.send({ type: "error", err });
  }

  #sendEmptyUpdate(): void {
    this.server.ws.send({ type: "update", updates: [] });
  }
}
