import type { ContactMessage } from "#convex/contact/shared";
import { formatMoment } from "../../../lib/time/format-time";

/** Some mail programs do not accept longer addresses. */
const QUOTED_LENGTH = 800;

/** A `mailto:` link that quotes the message. */
export function replyHref({
  name,
  email,
  subject,
  message,
  createdAt,
}: Pick<
  ContactMessage,
  "name" | "email" | "subject" | "message" | "createdAt"
>): string {
  const quoted =
    message.length > QUOTED_LENGTH
      ? `${message.slice(0, QUOTED_LENGTH)} …`
      : message;
  const body = [
    `Hello ${name},`,
    "",
    "",
    "",
    `On ${formatMoment(createdAt)} you wrote:`,
    ...quoted.split("\n").map((line) => `> ${line}`),
  ].join("\r\n");
  const title = /^re:/iu.test(subject) ? subject : `Re: ${subject}`;
  return `mailto:${encoded(email)}?subject=${encoded(title)}&body=${encoded(body)}`;
}

/** Cutting may leave half a surrogate pair, which `encodeURIComponent` rejects. */
function encoded(text: string): string {
  return encodeURIComponent(text.replace(/\p{Surrogate}/gu, "\uFFFD"));
}
