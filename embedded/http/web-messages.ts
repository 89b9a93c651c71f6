import type { IncomingMessage, ServerResponse } from "node:http";
import { pipeline } from "node:stream/promises";
import { readBody } from "./request-body";

/**
 * Returns the web form of a request. `url` is what the function sees; throws
 * RequestError 413 when the body is too large.
 */
export async function toWebRequest(
  request: IncomingMessage,
  url: URL,
): Promise<Request> {
  const method = request.method ?? "GET";
  const hasBody = method !== "GET" && method !== "HEAD";
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) {
    for (const item of [value ?? []].flat()) headers.append(name, item);
  }
  const body = hasBody ? new Uint8Array(await readBody(request)) : undefined;
  return new Request(url, { method, headers, body });
}

/** Sends the web form of a response; a HEAD request gets no body. */
export async function sendWebResponse(
  request: IncomingMessage,
  response: ServerResponse,
  answer: Response,
): Promise<void> {
  const cookies = answer.headers.getSetCookie();
  answer.headers.forEach((value, name) => {
    if (name !== "set-cookie") response.setHeader(name, value);
  });
  if (cookies.length > 0) response.setHeader("set-cookie", cookies);
  response.writeHead(answer.status);
  if (request.method === "HEAD" || answer.body === null) {
    response.end();
    return;
  }
  await pipeline(chunksOf(answer.body), response);
}

async function* chunksOf(body: ReadableStream<Uint8Array>) {
  for await (const chunk of body) yield chunk;
}
