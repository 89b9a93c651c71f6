import type { IncomingMessage, ServerResponse } from "node:http";
import { pipeline } from "node:stream/promises";
import { MAX_UNREAD_MS } from "../base/client-limits";
import type { Guest } from "./admission";
import { readBody } from "./request-body";
import { ignoreDisconnect } from "./send-file";

/**
 * Converts a Node request to a Request.
 *
 * @param url the URL that the HTTP action sees
 * @param signal aborted when the client leaves
 * @throws RequestError 413 when the body is too large; 503 when there is no room for it
 */
export async function toWebRequest(
  request: IncomingMessage,
  url: URL,
  visitor: Guest,
  signal: AbortSignal,
): Promise<Request> {
  const method = request.method ?? "GET";
  const hasBody = method !== "GET" && method !== "HEAD";
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) {
    for (const item of [value ?? []].flat()) headers.append(name, item);
  }
  const body = hasBody
    ? new Uint8Array(await readBody(request, { visitor }))
    : undefined;
  return new Request(url, { method, headers, body, signal });
}

/** @returns a signal that is aborted when the client leaves unanswered */
export function whileClientWaits(response: ServerResponse): AbortSignal {
  const left = new AbortController();
  response.once("close", () => {
    if (!response.writableFinished) left.abort();
  });
  return left.signal;
}

/** Sends a Response; a HEAD request gets no body. Disconnects slow readers. */
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
  response.setTimeout(MAX_UNREAD_MS, () => {
    // With an empty buffer, it is the function that is slow.
    if (response.writableLength > 0) response.destroy();
  });
  await pipeline(chunksOf(answer.body), response).catch(ignoreDisconnect);
}

async function* chunksOf(body: ReadableStream<Uint8Array>) {
  for await (const chunk of body) yield chunk;
}
