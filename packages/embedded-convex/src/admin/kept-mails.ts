import { randomBytes } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Address, Email } from "postal-mime";
import type { OutboxList, OutboxMail, OutboxSummary } from "./admin-api";
import { RequestError } from "../base/errors";

export const MAIL_EXTENSION = ".eml";
const MAX_LISTED = 100;
/** Pages of mails that can be shown at the same time. */
const MAX_SHOWN = 20;
const TICKET_BYTES = 24;

const MAIL_PAGES_PATH = "/_data/mail/";

/**
 * Reads what the outbox keeps. The HTML of a mail is a page of its own, which a
 * frame shows; a frame sends no admin key, so an address that cannot be guessed
 * takes the key's place.
 */
export class KeptMails {
  readonly #summaries = new Map<string, OutboxSummary>();
  /** The HTML of mails by the last part of their pages' paths. */
  readonly #pages = new Map<string, string>();

  /** @param isOn whether functions send their mail to this folder now */
  constructor(
    private readonly folder: string,
    private readonly isOn: () => boolean,
  ) {}

  /** Returns the newest mails, the newest first. */
  async list(): Promise<OutboxList> {
    const names = await readdir(this.folder).catch(() => []);
    const ids = names
      .filter((name) => name.endsWith(MAIL_EXTENSION))
      .map((name) => name.slice(0, -MAIL_EXTENSION.length))
      .sort()
      .reverse()
      .slice(0, MAX_LISTED);
    for (const id of this.#summaries.keys()) {
      if (!ids.includes(id)) this.#summaries.delete(id);
    }
    const found = await Promise.all(ids.map((id) => this.#summary(id)));
    const mails = found.filter((summary) => summary !== null);
    return { isOn: this.isOn(), mails };
  }

  /** @throws RequestError 404 when there is no such mail */
  async read(id: string): Promise<OutboxMail> {
    const email = /^[\w.-]+$/.test(id) ? await this.#parse(id) : null;
    if (email === null) {
      throw new RequestError(404, "MailNotFound", "There is no such mail");
    }
    const { text = null, html } = email;
    const htmlPath = html === undefined ? null : this.#pathOf(html);
    return { ...summaryOf(id, email), text, htmlPath };
  }

  /** Returns the HTML at a path that `read` gave out, or null. */
  htmlAt(pathname: string): string | null {
    if (!pathname.startsWith(MAIL_PAGES_PATH)) return null;
    return this.#pages.get(pathname.slice(MAIL_PAGES_PATH.length)) ?? null;
  }

  async #summary(id: string): Promise<OutboxSummary | null> {
    const known = this.#summaries.get(id);
    if (known !== undefined) return known;
    const email = await this.#parse(id);
    if (email === null) return null;
    const summary = summaryOf(id, email);
    this.#summaries.set(id, summary);
    return summary;
  }

  #parse(id: string): Promise<Email | null> {
    return readMail(join(this.folder, id + MAIL_EXTENSION));
  }

  #pathOf(html: string): string {
    const [oldest] = this.#pages.keys();
    if (this.#pages.size >= MAX_SHOWN && oldest !== undefined) {
      this.#pages.delete(oldest);
    }
    const ticket = randomBytes(TICKET_BYTES).toString("base64url");
    this.#pages.set(ticket, withNewWindows(html));
    return MAIL_PAGES_PATH + ticket;
  }
}

/** @returns null if the file is gone or holds no mail */
export async function readMail(path: string): Promise<Email | null> {
  // Imported on first use, because most servers never use the outbox.
  const { default: PostalMime } = await import("postal-mime");
  return readFile(path)
    .then((source) => PostalMime.parse(source))
    .catch(() => null);
}

function summaryOf(
  id: string,
  { date, from, to = [], subject = "" }: Email,
): OutboxSummary {
  return {
    id,
    sentAt: Date.parse(date ?? ""),
    from: from === undefined ? "" : textOf(from),
    to: to.map(textOf),
    subject,
  };
}

function textOf({ name, address = "" }: Address): string {
  return name === "" ? address : `${name} <${address}>`;
}

/** In linear time: between two tags there is another "<". */
const HEAD = /<head[^<>]*>/i;

/** Makes links open a window, because the frame may not leave its page. */
function withNewWindows(html: string): string {
  const base = '<base target="_blank">';
  return HEAD.test(html)
    ? html.replace(HEAD, (head) => head + base)
    : base + html;
}
