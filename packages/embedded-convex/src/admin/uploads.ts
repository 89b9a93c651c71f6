import { randomUUID } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { isMissing } from "../base/error-code";
import { badRequest } from "../base/errors";
import { OWNER_ONLY } from "../base/private-file";

const TOKEN = /^[0-9a-f-]{36}$/;
const MAX_PARTS = 10_000;

/** Files that are uploaded in parts. They do not survive a restart. */
export class Uploads {
  constructor(private readonly folder: string) {}

  /** Deletes the uploads of an earlier process. */
  async clear(): Promise<void> {
    await rm(this.folder, { recursive: true, force: true });
  }

  async start(): Promise<string> {
    const token = randomUUID();
    await mkdir(join(this.folder, token), { recursive: true });
    return token;
  }

  /**
   * @returns the token of the part, which is its number
   * @throws RequestError 400 for an unknown upload or an invalid number
   */
  async addPart(token: string, part: string, body: Buffer): Promise<string> {
    const path = this.#pathOf(token, part);
    await writeFile(path, body, { mode: OWNER_ONLY.file }).catch(
      async (error: unknown) => {
        await rm(path, { force: true }).catch(() => {});
        unknownIfMissing(error);
      },
    );
    return part;
  }

  /**
   * Concatenates the parts and passes the file's path to `work`; then deletes
   * all of them.
   *
   * @throws RequestError 400 for an unknown upload or a missing part
   */
  async withFile<Result>(
    token: string,
    parts: readonly string[],
    work: (path: string) => Promise<Result>,
  ): Promise<Result> {
    const whole = join(this.folder, `${checked(token)}.whole`);
    const paths = parts.map((part) => this.#pathOf(token, part));
    try {
      await pipeline(
        concatenation(paths),
        createWriteStream(whole, { mode: OWNER_ONLY.file }),
      ).catch(unknownIfMissing);
      return await work(whole);
    } finally {
      await rm(whole, { force: true });
      await rm(join(this.folder, token), { recursive: true, force: true });
    }
  }

  #pathOf(token: string, part: string): string {
    const isPart = /^\d+$/.test(part) && Number(part) <= MAX_PARTS;
    if (isPart) return join(this.folder, checked(token), part);
    throw badRequest("InvalidPart", "partNumber is not a number");
  }
}

async function* concatenation(paths: readonly string[]) {
  for (const path of paths) yield* createReadStream(path);
}

function checked(token: string): string {
  return TOKEN.test(token) ? token : unknownUpload();
}

function unknownIfMissing(error: unknown): never {
  throw isMissing(error) ? unknownUpload() : error;
}

function unknownUpload(): never {
  throw badRequest("UploadNotFound", "There is no such upload");
}
