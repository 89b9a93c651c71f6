/** Stands in for the mail provider. */
import { vi } from "vitest";
import { firstOf, SITE } from "./setup";

type MailRequest = {
  url: string;
  headers: Headers;
  mail: {
    from: string;
    to: string[];
    subject: string;
    html: string;
    text: string;
    headers?: Record<string, string>;
  };
};

export type Outbox = {
  /** One for each mail, also of a batch. */
  requests: MailRequest[];
  /** The provider's answer to the next mails. */
  answer: (mails: MailRequest["mail"][]) => Response | Promise<Response>;
};

/**
 * Configures mail and replaces `fetch`, for one test.
 */
export function useOutbox(): Outbox {
  vi.stubEnv("SITE_URL", SITE);
  vi.stubEnv("AUTH_RESEND_KEY", "re_test");
  if (!process.env.JWT_PRIVATE_KEY) vi.stubEnv("JWT_PRIVATE_KEY", "a key");
  vi.stubEnv("CONVEX_SITE_URL", SITE);
  const outbox: Outbox = {
    requests: [],
    answer: () => Response.json({ id: "mail" }),
  };
  /** The keys of what it has taken: as the real one, it takes nothing twice. */
  const taken = new Set<string>();
  vi.stubGlobal("fetch", async (url: string, init: RequestInit) => {
    const request = new Request(url, init);
    const key = request.headers.get("Idempotency-Key");
    if (key !== null && taken.has(key)) return Response.json({ data: [] });
    if (key !== null) taken.add(key);
    const body: MailRequest["mail"] | MailRequest["mail"][] =
      await request.json();
    const mails = [body].flat();
    for (const mail of mails)
      outbox.requests.push({ url, headers: request.headers, mail });
    let isTaken = false;
    try {
      const answer = await outbox.answer(mails);
      isTaken = answer.ok;
      return answer;
    } finally {
      if (key !== null && !isTaken) taken.delete(key);
    }
  });
  return outbox;
}

/** Returns the link of the latest mail. */
export function latestLink({ requests }: Outbox): URL {
  const text = requests.at(-1)?.mail.text ?? "";
  const link = firstOf(/http\S+\?token=\S*/.exec(text) ?? []);
  return new URL(link);
}

/** Returns the token of the latest mail's link. */
export function latestToken(outbox: Outbox): string {
  return latestLink(outbox).searchParams.get("token") ?? "";
}
