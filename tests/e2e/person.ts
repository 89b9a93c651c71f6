import { setTimeout as sleep } from "node:timers/promises";
import type {
  Browser,
  BrowserContext,
  BrowserContextOptions,
  Locator,
  Page,
} from "playwright-core";
import { expect } from "vitest";
import { emailOf, PASSWORD } from "./accounts";
import { PATIENCE_MS } from "./browser";
import { openSession, type Session } from "./sessions";
import type { Teammate } from "./teammate";

/** Sizes of windows. */
export const LAPTOP = { width: 1280, height: 900 };
export const PHONE = { width: 360, height: 740 };
export const SMALL_PHONE = { width: 320, height: 640 };

/** A person with a browser of their own: storage, one page, and what it complained about. */
export class Person {
  readonly name: string;
  readonly page: Page;
  readonly password = PASSWORD;
  readonly context: BrowserContext;
  readonly #leave: Session["leave"];
  readonly #complaints: string[] = [];
  /** What toasts on the page said since the last one that was waited for. */
  readonly #said: string[] = [];
  #mayComplain = false;
  #isGone = false;

  private constructor(name: string, { context, page, leave }: Session) {
    this.name = name;
    this.context = context;
    this.page = page;
    this.#leave = leave;
    context.on("weberror", (error) =>
      this.#complaints.push(String(error.error())),
    );
    context.on("console", (message) => {
      if (message.type() === "error") this.#complaints.push(message.text());
      const [, said] = /^Toast: (.*)$/s.exec(message.text()) ?? [];
      if (said !== undefined && message.page() === page) this.#said.push(said);
    });
  }

  /**
   * Opens a browser session in which the intro has been seen, at the size of a laptop, and with
   * reduced motion, so that nothing is half faded in.
   * @param options what is different about this person's browser
   */
  static async arrive(
    browser: Browser,
    url: string,
    name: string,
    options: BrowserContextOptions = {},
  ): Promise<Person> {
    const session = await openSession(
      browser,
      url,
      {
        viewport: LAPTOP,
        permissions: ["clipboard-read", "clipboard-write"],
        reducedMotion: "reduce",
        // What pages ask for would pass by the routes of tests.
        serviceWorkers: "block",
        ...options,
      },
      prepare,
    );
    return new Person(name, session);
  }

  /** The same for someone who has an account, and whose browser remembers them; the first page that they open is theirs. */
  static async arriveAs(
    browser: Browser,
    url: string,
    teammate: Teammate,
    options: BrowserContextOptions = {},
  ): Promise<Person> {
    const person = await Person.arrive(browser, url, teammate.name, options);
    // Playwright's `storageState` would start a hidden page for this.
    if (person.page.url() === "about:blank")
      await person.page.goto("/mark.svg");
    await person.page.evaluate((items) => {
      for (const [name, value] of items) localStorage.setItem(name, value);
    }, rememberedSession(teammate));
    return person;
  }

  get email(): string {
    return emailOf(this.name);
  }

  /** Opens a page and waits until its scripts have taken it over. */
  async visit(path: string): Promise<void> {
    await this.page.goto(path);
    await this.page.locator("html[data-alive]").waitFor();
  }

  /** Keeps files from the page. @returns a function that lets them through */
  async hold(files: string): Promise<() => void> {
    let release = () => {};
    const isReleased = new Promise<void>((resolve) => (release = resolve));
    await this.page.route(files, async (route) => {
      await isReleased;
      await route.continue();
    });
    return release;
  }

  /** Registers with the form and ends on the dashboard. */
  async register(): Promise<void> {
    await this.submitRegistration();
    await this.page.waitForURL("**/dashboard");
  }

  /** Opens the registration form, fills it in and sends it. */
  async submitRegistration(): Promise<void> {
    await this.page.goto("/register");
    await this.sendRegistration();
  }

  /** Fills in the registration form on the page that shows it, and sends it. */
  async sendRegistration(): Promise<void> {
    await this.fill("Full name", this.name);
    await this.fill("Email", this.email);
    await this.fill("Password", this.password);
    await this.fill("Confirm password", this.password);
    await this.page.getByRole("checkbox").check();
    await this.page.getByRole("button", { name: "CREATE ACCOUNT" }).click();
  }

  /** Signs in with the form on the page that shows it. */
  async logIn(password = this.password): Promise<void> {
    await this.fill("Email", this.email);
    await this.fill("Password", password);
    await this.page.getByRole("button", { name: "LOGIN" }).click();
  }

  /** Founds a team on the team page. @returns its invite code */
  async createTeam(name: string): Promise<string> {
    await this.page.goto("/team");
    await this.fill("Team name", name);
    await this.page.getByRole("button", { name: "Create Team" }).click();
    await this.sees(name);
    return this.inviteCode();
  }

  /** Copies the invite code that the page shows. */
  async inviteCode(): Promise<string> {
    await this.page.getByRole("button", { name: "Copy", exact: true }).click();
    await this.sees("Invite code copied to clipboard");
    return this.page.evaluate(() => navigator.clipboard.readText());
  }

  async joinTeam(inviteCode: string): Promise<void> {
    await this.page.goto("/team");
    await this.fill("Invite code", inviteCode);
    await this.page.getByRole("button", { name: "Join Team" }).click();
  }

  /** Leaves the team and confirms it. */
  async leaveTeam(): Promise<void> {
    await this.page.getByRole("button", { name: "Leave Team" }).click();
    await this.page
      .getByRole("dialog")
      .getByRole("button", { name: "Leave Team" })
      .click();
    await this.sees("Successfully left the team");
  }

  /** The field of the page's main part that has exactly this label. */
  field(label: string): Locator {
    return this.page.getByRole("main").getByLabel(label, { exact: true });
  }

  async fill(label: string, text: string): Promise<void> {
    await this.field(label).fill(text);
  }

  /** The buttons of the page's main part with this name, or a name that holds it. */
  button(name: string | RegExp): Locator {
    return this.page.getByRole("main").getByRole("button", { name });
  }

  async press(name: string | RegExp): Promise<void> {
    await this.button(name).click();
  }

  /** Waits for a text among the toasts. */
  async expectToast(text: string): Promise<void> {
    const toasts = this.page.getByRole("region", { name: /Notifications/ });
    await this.#notices(text, toasts.getByText(text, { exact: true }));
  }

  /** The members on this person's screen, in order: "name, role". */
  roster(): Promise<string[]> {
    return this.page
      .getByRole("list", { name: "Team roster" })
      .getByRole("listitem")
      .evaluateAll((slots) =>
        slots
          .map((slot) => (slot as HTMLElement).innerText.split("\n"))
          .map((lines) => lines.slice(-2).join(", ")),
      );
  }

  /** Waits until the text can be seen. */
  async sees(text: string): Promise<void> {
    const shown = this.page.getByText(text, { exact: true });
    await this.#notices(text, shown.filter({ visible: true }));
  }

  /** A toast counts as well if it has gone: most stay for two seconds, and a busy computer may look later. */
  async #notices(text: string, shown: Locator): Promise<void> {
    const until = performance.now() + PATIENCE_MS;
    while (!this.#said.includes(text) && !(await shown.first().isVisible())) {
      if (performance.now() > until)
        throw new Error(`${this.name} does not see "${text}"`);
      await sleep(50);
    }
    this.#said.splice(0, this.#said.lastIndexOf(text) + 1);
  }

  /** Waits until the page is where it is led, and says so in a toast that does not stay for long. */
  async lands(
    where: string | ((url: URL) => boolean),
    toast: string,
  ): Promise<void> {
    await Promise.all([this.page.waitForURL(where), this.sees(toast)]);
  }

  /** What pages complained about so far, in all tabs. */
  complaints(): readonly string[] {
    return this.#complaints;
  }

  /** Forgets what the console said so far: a lost connection, for one, is loud. */
  forgiveComplaints(): void {
    this.#complaints.length = 0;
  }

  /** Fails if a page complained since this was asked last. */
  expectNoComplaints(): void {
    const complaints = [...this.#complaints];
    this.forgiveComplaints();
    expect(complaints).toEqual([]);
  }

  /** For a test in which something fails that the browser reports. @returns this person */
  mayComplain(): this {
    this.#mayComplain = true;
    return this;
  }

  /** Closes the browser session; fails if the page complained. Once is enough. */
  async goHome(): Promise<void> {
    if (this.#isGone) return;
    this.#isGone = true;
    const complaints = [...this.#complaints];
    await this.#leave();
    if (!this.#mayComplain) expect(complaints).toEqual([]);
  }
}

/** Lets a new browser session wait as long as tests do, have seen the intro, and tell its toasts. */
async function prepare(context: BrowserContext): Promise<void> {
  context.setDefaultTimeout(PATIENCE_MS);
  await context.addInitScript(() => {
    // Frames of other sites and empty tabs have no storage of ours.
    if (self === top && origin !== "null")
      sessionStorage.setItem("introSeen", "true");
    const told = new WeakSet<Element>();
    new MutationObserver(() => {
      const toasts = "[data-sonner-toast] [data-title]";
      for (const toast of document.querySelectorAll(toasts)) {
        if (told.has(toast)) continue;
        told.add(toast);
        // oxlint-disable-next-line no-console
        console.debug(`Toast: ${toast.textContent}`);
      }
    }).observe(document, { childList: true, subtree: true });
  });
}

/** What Convex Auth keeps of a session of this deployment, as entries of the local storage. */
function rememberedSession({
  tokens,
  deploymentUrl,
}: Teammate): [name: string, value: string][] {
  const namespace = deploymentUrl.replaceAll(/[^a-zA-Z0-9]/g, "");
  return [
    [`__convexAuthJWT_${namespace}`, tokens.token],
    [`__convexAuthRefreshToken_${namespace}`, tokens.refreshToken],
  ];
}
