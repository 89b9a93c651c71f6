/**
 * Sends mail through Resend's HTTP API, or a server with the same API at
 * `RESEND_BASE_URL`. For actions only, because it calls `fetch`.
 */
import { warnUnlessAll } from "./environment";

export type Mail = { to: string; subject: string; html: string; text: string };

const RESEND = "https://api.resend.com";

/** Resend's test address. It delivers only to the owner of the API key. */
const DEFAULT_SENDER = "HackArena 2025 <onboarding@resend.dev>";

const TIMEOUT_MS = 10_000;

// A server in Resend's place takes any sender.
if (!process.env.RESEND_BASE_URL) {
  warnUnlessAll(
    ["AUTH_RESEND_KEY"],
    ["RESEND_FROM"],
    "Resend delivers to the owner of the key alone",
  );
}

/** Throws unless the environment variables for mail are set; the message names them. */
export function requireSetUp(): void {
  if (!process.env.AUTH_RESEND_KEY) {
    throw new Error(
      "AUTH_RESEND_KEY is not set: set it to an API key of resend.com, and RESEND_FROM to a sender that it may use",
    );
  }
}

/** A failure of the provider that may be over soon: too many requests, or an error of its own. */
export class ProviderBusy extends Error {}

/**
 * Sends a mail through the provider. Throws if the provider refuses it or does
 * not answer in time.
 */
export async function send(mail: Mail): Promise<void> {
  await post("/emails", bodyOf(mail), {});
}

/**
 * Sends up to a hundred mails by one request.
 * @param key names the batch: the provider sends none twice
 * @throws ProviderBusy
 */
export async function sendAll(
  mails: readonly Mail[],
  key: string,
): Promise<void> {
  await post("/emails/batch", mails.map(bodyOf), {
    "Idempotency-Key": key,
    // One address that it refuses must not cost the others their mail.
    "x-batch-validation": "permissive",
  });
}

function bodyOf({ to, ...content }: Mail) {
  const from = process.env.RESEND_FROM || DEFAULT_SENDER;
  return { from, to: [to], ...content };
}

async function post(
  path: string,
  body: unknown,
  headers: Record<string, string>,
): Promise<void> {
  requireSetUp();
  const { AUTH_RESEND_KEY, RESEND_BASE_URL } = process.env;
  const url = (RESEND_BASE_URL || RESEND) + path;
  const response = await withTimeout(
    fetch(url, {
      method: "POST",
      headers: {
        Authorization: `Bearer ${AUTH_RESEND_KEY}`,
        "Content-Type": "application/json",
        ...headers,
      },
      body: JSON.stringify(body),
    }),
  );
  if (response.ok) return;
  const { status } = response;
  const isBusy = status === 429 || status >= 500;
  throw new (isBusy ? ProviderBusy : Error)(
    `${url} answered ${status}: ${await response.text()} (check AUTH_RESEND_KEY and RESEND_FROM)`,
  );
}

/**
 * A person waits for the answer. Convex's `fetch` has no abort signal, so the
 * request itself goes on.
 */
async function withTimeout<Result>(work: Promise<Result>): Promise<Result> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeout = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(
      () => reject(new ProviderBusy(`no answer within ${TIMEOUT_MS} ms`)),
      TIMEOUT_MS,
    );
  });
  try {
    return await Promise.race([work, timeout]);
  } finally {
    clearTimeout(timer);
  }
}
