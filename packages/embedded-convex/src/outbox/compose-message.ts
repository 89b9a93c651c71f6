import type { Mail } from "./mail";

/**
 * Returns a mail as the bytes of an Internet message (RFC 5322), with its text
 * and HTML as alternatives (MIME).
 */
export async function composeMessage(
  mail: Mail,
  { id, date }: { id: string; date: Date },
): Promise<Uint8Array> {
  // Imported on first use, because most servers never use the outbox.
  const { default: MailComposer } =
    await import("nodemailer/lib/mail-composer/index.js");
  const domain = mail.from.address.replace(/^.*@/, "");
  return new MailComposer({
    ...mail,
    date,
    messageId: `<${id}@${domain}>`,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
    .compile()
    .build();
}
