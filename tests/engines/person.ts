import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { basename } from "node:path";
import { expect } from "vitest";
import { emailOf, PASSWORD } from "../e2e/accounts";
import type { Engine, Point, Tab } from "./engine";
import { pageSide, type PageSide } from "./page-side";
import { until } from "./waiting";

const LIBRARY = readFileSync(
  createRequire(import.meta.url).resolve(
    "@testing-library/dom/dist/@testing-library/dom.umd.min.js",
  ),
  "utf8",
);

/** Somebody in front of a browser of any engine, who sees, presses and writes as people do. */
export class Person {
  readonly name: string;
  readonly tab: Tab;
  readonly #url: string;

  private constructor(name: string, tab: Tab, url: string) {
    this.name = name;
    this.tab = tab;
    this.#url = url;
  }

  /** Somebody who has not opened the site yet. */
  static async at(engine: Engine, url: string, name: string): Promise<Person> {
    return new Person(name, await engine.openTab(), url);
  }

  get email(): string {
    return emailOf(this.name);
  }

  /** Opens the site for the first time and lets the intro pass. */
  async enter(): Promise<void> {
    await this.open("/");
    await this.expectAt("/home");
    await expect.poll(() => this.ask("hasDialog")).toBe(false);
  }

  /** Opens a page and waits until its scripts have taken it over. */
  async open(path: string): Promise<void> {
    const address = this.#url + path;
    await this.tab.goto(address);
    await expect.poll(() => this.ask("isAlive", address)).toBe(true);
  }

  /** Opens a page, and does not wait for all of it. */
  async openEarly(path: string): Promise<void> {
    // A picture has no scripts, so the session's first visit is still to come.
    await this.tab.goto(`${this.#url}/mark.svg`);
    await this.tab.run(`void location.assign(${JSON.stringify(path)})`);
    await this.expectAt(path);
  }

  /** Asks the page as it is now. @throws Error if it has no answer, or none yet */
  async ask<
    Question extends keyof PageSide,
    Answer = Awaited<ReturnType<PageSide[Question]>>,
  >(
    question: Question,
    ...details: Parameters<PageSide[Question]>
  ): Promise<Answer> {
    const call = `(${pageSide.toString()})().${question}(...${JSON.stringify(details)})`;
    const isReady = `typeof TestingLibraryDom === "object"`;
    const expression = `${isReady} ? Promise.resolve(${call}).then((answer) => [answer]) : null`;
    const found = await this.tab.run(expression);
    if (found !== null) return (found as [Answer])[0];
    await this.tab.run(`(() => { ${LIBRARY} })()`);
    return this.ask(question, ...details);
  }

  /** Presses a button, or what else has this role, as soon as it can be pressed; without a name, the first one. */
  async press(name: string, role = "button"): Promise<void> {
    await this.#clickAt(() => this.ask("placeOfControl", role, name));
  }

  /** Follows a link of the page, without loading another document. */
  follow(name: string): Promise<void> {
    return this.press(name, "link");
  }

  /** Presses what has exactly this text. */
  async pressText(text: string): Promise<void> {
    await this.#clickAt(() => this.ask("placeOfText", text));
  }

  /** Writes a text into the field that has this label. */
  async fill(label: string, text: string): Promise<void> {
    await this.#clickAt(() => this.ask("placeOfField", label));
    await this.ask("select", label);
    await this.tab.write(text);
    await expect.poll(() => this.ask("valueOf", label)).toBe(text);
  }

  /** Chooses a file of this machine in the field that has this label. */
  async choose(label: string, path: string): Promise<void> {
    const bytes = [...readFileSync(path)];
    await until(() => this.ask("choose", label, basename(path), bytes));
  }

  /** Pastes into a field what was copied before. @returns what the field then holds */
  async paste(label: string): Promise<string> {
    await this.#clickAt(() => this.ask("placeOfField", label));
    await this.tab.chord("v");
    return until(async () => {
      const value = await this.ask("valueOf", label);
      if (value === "") throw new Error("nothing was pasted");
      return value;
    });
  }

  /** Waits until the text can be seen. */
  async sees(text: string): Promise<void> {
    await until(() => this.ask("see", text));
  }

  /** Waits until a toast says it, or has said it since the page was opened. */
  async isTold(text: string): Promise<void> {
    await expect
      .poll(() => this.ask("wasTold", text), { message: text })
      .toBe(true);
  }

  address(): Promise<string> {
    return until(() => this.ask("address"));
  }

  async expectAt(path: string): Promise<void> {
    await expect.poll(() => this.address()).toBe(path);
  }

  /** Registers with the form and ends on the dashboard. */
  async register(): Promise<void> {
    await this.follow("Register");
    await this.fill("Full name", this.name);
    await this.fill("Email", this.email);
    await this.fill("Password", PASSWORD);
    await this.fill("Confirm password", PASSWORD);
    await this.press("", "checkbox");
    await this.press("CREATE ACCOUNT");
    await this.expectAt("/dashboard");
  }

  async logIn(password = PASSWORD): Promise<void> {
    await this.fill("Email", this.email);
    await this.fill("Password", password);
    await this.press("LOGIN");
  }

  /** Waits until the screen shows exactly these members: "name, role". */
  async seesRoster(...members: string[]): Promise<void> {
    const slots = () =>
      this.ask("linesOf", "[aria-label='Team roster'] > li").then((texts) =>
        texts
          .map((lines) => lines.slice(-2).join(", "))
          .filter((slot) => !slot.includes("waiting")),
      );
    await expect.poll(slots).toEqual(members);
  }

  /** Signs out with the button of the navigation. */
  async logOut(): Promise<void> {
    await this.press("Logout");
    await this.isTold("Successfully logged out");
    await this.expectAt("/");
  }

  /** Fails if a page complained, or the browser had to ask something. */
  expectNoComplaints(): void {
    expect(this.tab.complaints()).toEqual([]);
  }

  /** Aims again if what was aimed at has moved meanwhile. */
  async #clickAt(where: () => Promise<Point>): Promise<void> {
    await until(async () => {
      await this.tab.clickAt(await where());
      const isMissed = await until(() => this.ask("isMissed"));
      if (isMissed) throw new Error("it moved before it was pressed");
    });
  }
}
