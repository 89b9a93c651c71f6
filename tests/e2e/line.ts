import type { Page, WebSocketRoute } from "playwright-core";
import { onTestFinished } from "vitest";

type Direction = "there" | "back";

/** One open connection: both of its ends. */
type Connection = { page: WebSocketRoute; deployment: WebSocketRoute };

/** The connection between one page and its deployment, which tests can interrupt. */
export class Line {
  readonly #page: Page;
  readonly #open = new Set<Connection>();
  #isDown = false;
  /** The direction that is blocked, and the messages held for later. */
  #held: { direction: Direction; messages: (() => void)[] } | null = null;

  private constructor(page: Page) {
    this.#page = page;
  }

  /** Intercepts the connection; to be called before the page is opened. */
  static async of(page: Page): Promise<Line> {
    const line = new Line(page);
    await page.routeWebSocket(/\/sync$/, (socket) => line.#connect(socket));
    return line;
  }

  /** Closes the connection and refuses new ones. Held messages are lost. */
  async breakOff(): Promise<void> {
    this.#isDown = true;
    this.#held = null;
    const open = [...this.#open];
    this.#open.clear();
    for (const { page, deployment } of open)
      await Promise.all([page.close(), deployment.close()]);
  }

  /** Allows connections again, and fires the page's `online` event. */
  async mend(): Promise<void> {
    this.#isDown = false;
    await this.#page.evaluate(() => dispatchEvent(new Event("online")));
  }

  /** Holds all messages in one direction, while the connection stays open, until the test ends at the latest. */
  hold(direction: Direction): void {
    onTestFinished(() => this.release());
    this.#held = { direction, messages: [] };
  }

  /** Delivers held messages, and all that follow. */
  release(): void {
    const { messages = [] } = this.#held ?? {};
    this.#held = null;
    for (const pass of messages) pass();
  }

  #connect(page: WebSocketRoute): void {
    if (this.#isDown) {
      void page.close();
      return;
    }
    const connection = { page, deployment: page.connectToServer() };
    this.#open.add(connection);
    page.onMessage((data) =>
      this.#pass("there", () => connection.deployment.send(data)),
    );
    connection.deployment.onMessage((data) =>
      this.#pass("back", () => page.send(data)),
    );
  }

  #pass(direction: Direction, pass: () => void): void {
    if (this.#held?.direction === direction) this.#held.messages.push(pass);
    else pass();
  }
}
