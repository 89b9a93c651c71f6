/**
 * Sends mail through Resend's HTTP API, or whatever answers it at
 * `RESEND_BASE_URL`. From actions only: nothing is written to the database.
 */

export type Mail = { to: string; subject: string; html: string; text: string };

const RESEND = "https://api.resend.com";

/** Resend's own address: it delivers to the holder of the key alone, which is enough to try it out. */
const DEFAULT_SENDER = "HackArena 2025 <onboarding@resend.dev>";

const PATIENCE_MS = 10_000;

/** Throws, saying what to set, unless mail can be sent. */
export function requireSetUp(): void {
  if (!process.env.AUTH_RESEND_KEY) {
    throw new Error(
      "AUTH_RESEND_KEY is not set: set it to an API key of resend.com, and RESEND_FROM to a sender that it may use",
    );
  }
}

/** Hands a mail over to the provider. Throws, with its answer, if it does not accept it. */
export async function send({ to, ...content }: Mail): Promise<void> {
  requireSetUp();
  const { AUTH_RESEND_KEY, RESEND_BASE_URL, RESEND_FROM } = process.env;
  const url = `${RESEND_BASE_URL || RESEND}/emails`;
  const response = await withinPatience(
    fetch(url, {
      method: "POST",
      headers: {
        Authorization: `Bearer ${AUTH_RESEND_KEY}`,
        "Content-Type": "application/json",
      },
      body: JSON.stringify({
        from: RESEND_FROM || DEFAULT_SENDER,
        to: [to],
        ...content,
      }),
    }),
  );
  if (!response.ok) {
    throw new Error(
      `${url} answered ${response.status}: ${await response.text()} (its key is AUTH_RESEND_KEY, the sender RESEND_FROM)`,
    );
  }
}

/** The person waits for the answer; Convex's `fetch` knows no signal to abort it. */
async function withinPatience<Result>(work: Promise<Result>): Promise<Result> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const impatience = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(
      () => reject(new Error(`no answer within ${PATIENCE_MS} ms`)),
      PATIENCE_MS,
    );
  });
  try {
    return await Promise.race([work, impatience]);
  } finally {
    clearTimeout(timer);
  }
}
