import type { IncomingMessage, ServerResponse } from "node:http";
import { RequestError } from "../base/errors";
import type { Logger } from "../base/logger";
import { isSameSecret } from "../base/same-secret";
import { sendJson } from "../http/api-error";
import { readBody } from "../http/request-body";
import { type Mail, parseMail } from "./mail";

type Options = {
  /** The bearer token that requests must send in `Authorization`. */
  key: string;
  /** Saves a mail; resolves with its id. */
  keep: (mail: Mail) => Promise<string>;
  logger: Logger;
};

/** Makes the error for a refused request; `code` is one of Resend's. */
const refusal = (status: number, code: string, message: string) =>
  new RequestError(status, code, message);

const MAX_BATCH = 100;

/**
 * Answers as `POST /emails` and `POST /emails/batch` of Resend's API do, also with its
 * errors. It heeds no idempotency keys.
 */
export async function answerAsResend(
  request: IncomingMessage,
  response: ServerResponse,
  { key, keep, logger }: Options,
): Promise<void> {
  try {
    requireKey(request.headers.authorization, key);
    const isBatch = request.url === "/emails/batch";
    const mails = await readMails(request, isBatch);
    const data: { id: string }[] = [];
    for (const mail of mails) data.push({ id: await keep(mail) });
    sendJson(response, 200, JSON.stringify(isBatch ? { data } : data[0]));
  } catch (error) {
    const isExpected = error instanceof RequestError;
    if (!isExpected) logger.error("A mail is not kept", error);
    const { status, code, message } = isExpected
      ? error
      : refusal(500, "application_error", "The mail could not be kept.");
    // Part of the body may be unread, and would be parsed as the next request.
    response.setHeader("connection", "close");
    const body = { statusCode: status, name: code, message };
    sendJson(response, status, JSON.stringify(body));
  }
}

/** Checked first, so that requests without the key learn nothing else. */
function requireKey(authorization: string | undefined, key: string): void {
  const [, given] = /^Bearer (\S+)$/i.exec(authorization ?? "") ?? [];
  if (given === undefined) {
    throw refusal(401, "missing_api_key", "Missing API key.");
  }
  if (!isSameSecret(given, key)) {
    throw refusal(403, "invalid_api_key", "API key is invalid.");
  }
}

async function readMails(
  request: IncomingMessage,
  isBatch: boolean,
): Promise<Mail[]> {
  if (request.url !== "/emails" && !isBatch) {
    const message = "There is nothing but POST /emails and /emails/batch here.";
    throw refusal(404, "not_found", message);
  }
  if (request.method !== "POST") {
    throw refusal(405, "method_not_allowed", "Use POST.");
  }
  const body = parseJson(await readBody(request));
  const given: unknown[] = isBatch && Array.isArray(body) ? body : [body];
  if (given.length > MAX_BATCH) {
    const message = `A batch has at most ${MAX_BATCH} mails.`;
    throw refusal(422, "validation_error", message);
  }
  return given.map((one) => {
    const mail = parseMail(one);
    if ("problem" in mail) {
      throw refusal(422, "validation_error", mail.problem);
    }
    return mail;
  });
}

function parseJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString());
  } catch {
    throw refusal(400, "validation_error", "The body must be JSON.");
  }
}
