import type MimeNode from "nodemailer/lib/mime-node";
import type { Mail, Mailbox } from "./mail";

/** The longest line of a message (RFC 5322), in bytes. */
const MAX_LINE_BYTES = 998;

/**
 * Returns a mail as the bytes of an Internet message (RFC 5322), with its text
 * and HTML as alternatives (MIME). Both are kept as they are written, so that
 * whoever opens the file in an editor finds the links whole.
 */
export async function composeMessage(
  mail: Mail,
  { id, date }: { id: string; date: Date },
): Promise<Uint8Array> {
  // Imported on first use, because most servers never use the outbox.
  const { default: Node } = await import("nodemailer/lib/mime-node/index.js");
  const domain = mail.from.address.replace(/^.*@/, "");
  const message = new Node("multipart/alternative", {
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  message.setHeader({
    ...mail.headers,
    from: addressOf(mail.from),
    to: mail.to.map(addressOf).join(", "),
    subject: mail.subject,
    date: date.toUTCString().replace("GMT", "+0000"),
    "message-id": `<${id}@${domain}>`,
  });
  if (mail.text !== undefined) addPart(message, "text/plain", mail.text);
  if (mail.html !== undefined) addPart(message, "text/html", mail.html);
  return message.build();
}

function addressOf({ name, address }: Mailbox): string {
  const quoted = name.replace(/["\\]/g, "\\$&");
  return name === "" ? address : `"${quoted}" <${address}>`;
}

function addPart(message: MimeNode, type: string, content: string): void {
  const text = content.replace(/\r\n?|\n/g, "\r\n");
  const contentType = `${type}; charset=utf-8`;
  const lines = text.split("\r\n");
  if (lines.some((line) => Buffer.byteLength(line) > MAX_LINE_BYTES)) {
    message
      .createChild(contentType)
      .setHeader("Content-Transfer-Encoding", "base64")
      .setContent(text);
    return;
  }
  // The library itself would encode whatever has a line of more than 76 bytes.
  message
    .createChild(contentType)
    .setRaw(
      `Content-Type: ${contentType}\r\nContent-Transfer-Encoding: 8bit\r\n\r\n${text}`,
    );
}
