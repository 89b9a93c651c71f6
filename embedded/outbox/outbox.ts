import { randomBytes, randomUUID } from "node:crypto";
import { chmod, mkdir } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import type { Clock } from "../base/clock";
import type { Logger } from "../base/logger";
import { writePrivateFile } from "../deployment/private-file";
import { composeMessage } from "./compose-message";
import type { Mail, Mailbox } from "./mail";
import { ResendApi } from "./resend-api";

const LOOPBACK = "127.0.0.1";
const OWNER_ONLY = 0o700;
const REQUEST_TIMEOUT_MS = 10_000;
const KEY_BYTES = 24;

type Options = {
  /** Where the messages go; made when the first one comes. */
  folder: string;
  clock: Clock;
  logger: Logger;
};

/**
 * Stands in for Resend on this machine: takes what functions send, and keeps
 * each message as an `.eml` file that every mail program opens. It listens on
 * loopback alone, and answers to a key that only its own functions are told.
 */
export class Outbox {
  /** Drawn anew for each start. */
  readonly key = `re_${randomBytes(KEY_BYTES).toString("hex")}`;
  readonly #options: Options;
  readonly #server: Server;

  private constructor(options: Options) {
    this.#options = options;
    const api = new ResendApi({
      key: this.key,
      keep: (mail) => this.#keep(mail),
      logger: options.logger,
    });
    this.#server = createServer(
      { requestTimeout: REQUEST_TIMEOUT_MS },
      (request, response) => void api.handle(request, response),
    );
  }

  static async open(options: Options): Promise<Outbox> {
    const outbox = new Outbox(options);
    const server = outbox.#server;
    await new Promise<void>((resolve, reject) => {
      server.once("error", reject);
      server.listen(0, LOOPBACK, resolve);
    });
    return outbox;
  }

  /** What functions take for the address of Resend. */
  get url(): string {
    const { port } = this.#server.address() as AddressInfo;
    return `http://${LOOPBACK}:${port}`;
  }

  close(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }

  /** Returns the id of the message once its file is whole. */
  async #keep(mail: Mail): Promise<string> {
    const { folder, clock, logger } = this.#options;
    const id = randomUUID();
    const date = new Date(clock.now());
    const message = await composeMessage(mail, { id, date });
    await mkdir(folder, { recursive: true, mode: OWNER_ONLY });
    await chmod(folder, OWNER_ONLY);
    // In a listing by name the newest is last; no name of a file has colons.
    const time = date.toISOString().replaceAll(":", "-");
    const file = join(folder, `${time}_${id}.eml`);
    await writePrivateFile(file, message);
    logger.info(`Mail for ${mail.to.map(masked).join(", ")} is in ${file}`);
    return id;
  }
}

/** Logs travel further than the data directory: enough to tell two people apart. */
function masked({ address }: Mailbox): string {
  return address.replace(/^(.).*@/u, "$1…@");
}
