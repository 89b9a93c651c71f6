import { createHash } from "node:crypto";
import * as z from "zod";
import { escapeHtml } from "../base/html";

/** What the app says of a path; it is written into the HTML before it is sent. */
const headSchema = z.object({
  /** Attributes of the root element, without values of the page's own. */
  attributes: z.record(z.string().regex(/^data-[a-z-]+$/), z.string()),
  title: z.string().optional(),
  /** `<meta property>` tags; each replaces the page's own, and an empty one removes it. */
  meta: z.record(z.string().regex(/^[a-z:_]+$/), z.string()),
});

export type PageHead = z.output<typeof headSchema>;

/** Returns the head of a path without a query; null if the page is sent as it is. */
export type HeadOf<Sender> = (
  path: string,
  sender: Sender,
) => Promise<PageHead | null>;

/** @param valueText the JSON that the app's query returned */
export function parseHead(valueText: string): PageHead | null {
  const parsed = headSchema.safeParse(JSON.parse(valueText));
  return parsed.success ? parsed.data : null;
}

/** Identifies a head in an ETag. */
export function tagOf(head: PageHead): string {
  const text = JSON.stringify(head);
  return createHash("sha256").update(text).digest("base64url").slice(0, 12);
}

export function withHead(
  html: string,
  { attributes, title, meta }: PageHead,
): string {
  const marks = Object.entries(attributes)
    .map(([name, value]) => ` ${name}="${escapeHtml(value)}"`)
    .join("");
  let page = html.replace(/<html\b/, (tag) => tag + marks);
  if (title !== undefined)
    page = page.replace(
      /<title>[^<]*<\/title>/,
      () => `<title>${escapeHtml(title)}</title>`,
    );
  for (const [property, content] of Object.entries(meta)) {
    const start = `<meta property="${property}" content="`;
    const own = new RegExp(`${start}[^"]*"/?>`);
    const tag = content === "" ? "" : `${start}${escapeHtml(content)}">`;
    page = own.test(page)
      ? page.replace(own, () => tag)
      : page.replace("</head>", () => `${tag}</head>`);
  }
  return page;
}
