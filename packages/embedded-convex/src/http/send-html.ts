import type { IncomingMessage, ServerResponse } from "node:http";
import { promisify } from "node:util";
import {
  brotliCompress,
  brotliDecompress,
  constants,
  gunzip,
  gzip,
} from "node:zlib";
import { fileWork } from "../base/file-work";
import type { PageFile } from "./page-file";
import { tagOf, withHead, type PageHead } from "./page-head";
import { isKnown, versionOf } from "./send-file";
import { senderOf } from "./visit";

/** The pages of a site, and some for addresses that have a head of their own. */
const MAX_KEPT = 200;

const codecs = {
  br: {
    decode: promisify<Buffer, Buffer>(brotliDecompress),
    encode: (page: Buffer) =>
      promisify(brotliCompress)(page, {
        params: { [constants.BROTLI_PARAM_QUALITY]: 5 },
      }),
  },
  gzip: {
    decode: promisify<Buffer, Buffer>(gunzip),
    encode: promisify<Buffer, Buffer>(gzip),
  },
};

type Asked = { file: PageFile; head: PageHead; status: 200 | 404 };

/** Sends pages with a head of the app's. Keeps what was sent last, because most ask for the same. */
export class HtmlSender {
  readonly #kept = new Map<string, Buffer>();

  /** Answers a request, and closes the file's handle. Ranges are not supported. */
  async send(
    request: IncomingMessage,
    response: ServerResponse,
    { file, head, status }: Asked,
  ): Promise<void> {
    const { handle, type, encoding } = file;
    try {
      const etag = `W/"${versionOf(file)}-${tagOf(head)}"`;
      response.setHeader("etag", etag);
      response.setHeader("vary", "accept-encoding");
      if (status === 200 && isKnown(request, etag)) {
        response.writeHead(304).end();
        return;
      }
      const page = await this.#pageOf(etag, file, head, request);
      response.setHeader("content-type", type);
      if (encoding !== null) response.setHeader("content-encoding", encoding);
      response.writeHead(status, { "content-length": page.length });
      response.end(request.method === "HEAD" ? undefined : page);
    } finally {
      await handle.close();
    }
  }

  async #pageOf(
    etag: string,
    { path, handle, encoding }: PageFile,
    head: PageHead,
    request: IncomingMessage,
  ): Promise<Buffer> {
    // Of two files written at once only the path differs for certain.
    const key = `${etag} ${path}`;
    const kept = this.#kept.get(key);
    if (kept !== undefined) return kept;
    const read = () => handle.readFile();
    const stored = await fileWork.run(read, senderOf(request));
    const codec = encoding && codecs[encoding];
    const html = (await codec?.decode(stored)) ?? stored;
    const page = Buffer.from(withHead(html.toString("utf8"), head));
    const made = (await codec?.encode(page)) ?? page;
    if (this.#kept.size >= MAX_KEPT) this.#kept.clear();
    this.#kept.set(key, made);
    return made;
  }
}
