import type { Mail } from "./mail";

/**
 * Returns a mail as the bytes of an Internet message (RFC 5322), with its text
 * and HTML as alternatives (MIME). Hidden recipients stay visible in it: it is
 * for whoever runs the server.
 */
export async function composeMessage(
  mail: Mail,
  { id, date }: { id: string; date: Date },
): Promise<Uint8Array> {
  // Most servers send no mail here: loaded when the first one comes.
  const { default: MailComposer } =
    await import("nodemailer/lib/mail-composer/index.js");
  const { reply_to: replyTo, ...parts } = mail;
  const domain = mail.from.address.replace(/^.*@/, "");
  const message = new MailComposer({
    ...parts,
    replyTo,
    date,
    messageId: `<${id}@${domain}>`,
    attachments: [],
    disableFileAccess: true,
    disableUrlAccess: true,
  }).compile();
  message.keepBcc = true;
  return message.build();
}
