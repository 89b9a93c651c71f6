import { randomBytes, randomUUID } from "node:crypto";
import { chmod, mkdir } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import type { Clock } from "../base/clock";
import type { Logger } from "../base/logger";
import { isLoopbackName } from "../base/loopback";
import { OWNER_ONLY, writePrivateFile } from "../base/private-file";
import { composeMessage } from "./compose-message";
import type { Mail, Mailbox } from "./mail";
import { answerAsResend } from "./resend-api";

const LOOPBACK = "127.0.0.1";
const REQUEST_TIMEOUT_MS = 10_000;
const KEY_BYTES = 24;

type Options = {
  /** Where messages are kept; created with the first one. */
  folder: string;
  clock: Clock;
  logger: Logger;
  /**
   * Whether the log may hold the links of mails, which are secrets: only this
   * machine can follow them.
   */
  tellsLinks: boolean;
};

/**
 * A local substitute for Resend's API. It saves each message that functions
 * send as an `.eml` file, which any mail program can open. It listens on the
 * loopback interface only, and requires a key that only this deployment's
 * functions have.
 */
export class Outbox {
  /** Random, and new at every start. */
  readonly key = `re_${randomBytes(KEY_BYTES).toString("hex")}`;
  readonly #server: Server;

  private constructor(private readonly options: Options) {
    const { key } = this;
    const { logger } = options;
    const keep = (mail: Mail) => this.#keep(mail);
    this.#server = createServer(
      { requestTimeout: REQUEST_TIMEOUT_MS },
      (request, response) =>
        void answerAsResend(request, response, { key, keep, logger }),
    );
  }

  /** Starts listening on a port that the system chooses. */
  static async open(options: Options): Promise<Outbox> {
    const outbox = new Outbox(options);
    const server = outbox.#server;
    await new Promise<void>((resolve, reject) => {
      server.once("error", reject);
      server.listen(0, LOOPBACK, resolve);
    });
    return outbox;
  }

  /** The base URL that functions use in place of Resend's. */
  get url(): string {
    const { port } = this.#server.address() as AddressInfo;
    return `http://${LOOPBACK}:${port}`;
  }

  /** Whether functions that see these variables send mail to it. */
  isUsedBy({ RESEND_BASE_URL }: Readonly<Record<string, string>>): boolean {
    return RESEND_BASE_URL === this.url;
  }

  close(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }

  /** Saves a mail; returns its id once the file is durable. */
  async #keep(mail: Mail): Promise<string> {
    const { folder, clock, logger, tellsLinks } = this.options;
    const id = randomUUID();
    const date = new Date(clock.now());
    const message = await composeMessage(mail, { id, date });
    await mkdir(folder, { recursive: true, mode: OWNER_ONLY.folder });
    await chmod(folder, OWNER_ONLY.folder);
    // Sorted by name, the newest file is last. Windows forbids colons in names.
    const time = date.toISOString().replaceAll(":", "-");
    const file = join(folder, `${time}_${id}.eml`);
    await writePrivateFile(file, message);
    const links = tellsLinks ? localLinks(mail.text ?? "") : [];
    const leads = links.length > 0 ? ` and leads to ${links.join(" ")}` : "";
    const addressees = mail.to.map(masked).join(", ");
    logger.info(`Mail for ${addressees} is in ${file}${leads}`);
    return id;
  }
}

/** Returns the links to pages of this machine, without those to a home page. */
function localLinks(text: string): string[] {
  return (text.match(/https?:\/\/[^\s<>"]+/g) ?? []).filter((link) => {
    if (!URL.canParse(link)) return false;
    const { hostname, pathname } = new URL(link);
    return isLoopbackName(hostname) && pathname !== "/";
  });
}

/** Shortens an address for the log, which more people read than the mails. */
function masked({ address }: Mailbox): string {
  return address.replace(/^(.).*@/u, "$1…@");
}
