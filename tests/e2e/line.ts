import type { Page, WebSocketRoute } from "playwright-core";

type Direction = "there" | "back";

/** One open connection: both of its ends. */
type Connection = { page: WebSocketRoute; deployment: WebSocketRoute };

/** The line between one page and its deployment, which tests let fail. */
export class Line {
  readonly #page: Page;
  readonly #open = new Set<Connection>();
  #isDown = false;
  /** What does not pass, and what is let through later. */
  #held: { direction: Direction; messages: (() => void)[] } | null = null;

  private constructor(page: Page) {
    this.#page = page;
  }

  /** Puts the line under control; to be called before the page is opened. */
  static async of(page: Page): Promise<Line> {
    const line = new Line(page);
    await page.routeWebSocket(/\/sync$/, (socket) => line.#connect(socket));
    return line;
  }

  /** Ends the connection, and lets no other one be opened. What was held is lost. */
  async breakOff(): Promise<void> {
    this.#isDown = true;
    this.#held = null;
    const open = [...this.#open];
    this.#open.clear();
    for (const { page, deployment } of open)
      await Promise.all([page.close(), deployment.close()]);
  }

  /** Lets connections be opened again, and tells the page, as its system does. */
  async mend(): Promise<void> {
    this.#isDown = false;
    await this.#page.evaluate(() => dispatchEvent(new Event("online")));
  }

  /** Lets nothing pass in a direction, while the connection seems to be good. */
  hold(direction: Direction): void {
    this.#held = { direction, messages: [] };
  }

  /** Lets pass what was held, and all that follows. */
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
