import * as z from "zod";

/** A sender or recipient; the name may be empty. */
export type Mailbox = { name: string; address: string };

const ADDRESS = /^[^\s<>()[\]\\,;:"@]+@[^\s<>()[\]\\,;:"@]+$/;
const NAMED = /^(.*)<([^<>]*)>$/;
const MAX_ADDRESS_LENGTH = 320;
const MAX_RECIPIENTS = 50;
const FORMAT = "must be `email@example.com` or `Name <email@example.com>`";

/** A single line: a line break would allow to inject mail headers. */
const line = z
  .string("must be a text")
  .refine((text) => !hasControls(text), "must be one line without controls");

const mailbox = line.transform((text, context): Mailbox => {
  const parsed = parseMailbox(text);
  if (parsed !== null) return parsed;
  context.addIssue({ code: "custom", message: FORMAT });
  return z.NEVER;
});

const mailboxes = z.preprocess(
  (to) => (Array.isArray(to) ? to : [to]),
  z.array(mailbox).min(1).max(MAX_RECIPIENTS),
);

const headerName = z
  .string()
  .regex(/^[\w-]{1,76}$/, "must have names of letters, digits and hyphens");

const mailSchema = z
  .strictObject({
    from: mailbox,
    to: mailboxes,
    subject: line,
    text: z.string("must be a text").optional(),
    html: z.string("must be a text").optional(),
    headers: z.record(headerName, line).optional(),
  })
  .refine(({ text, html }) => (text ?? html) !== undefined, {
    error: "must be there, or `text`",
    path: ["html"],
  });

/** A message, with the fields of Resend's API that the outbox supports. */
export type Mail = z.output<typeof mailSchema>;

/** Parses the body of a request; returns what is wrong with it if it is invalid. */
export function parseMail(body: unknown): Mail | { problem: string } {
  const result = mailSchema.safeParse(body);
  return result.success
    ? result.data
    : { problem: z.prettifyError(result.error) };
}

/** Returns null unless `text` is exactly one address. */
function parseMailbox(text: string): Mailbox | null {
  const [, name = "", inside = text] = NAMED.exec(text.trim()) ?? [];
  const address = inside.trim();
  const isAddress =
    ADDRESS.test(address) && address.length <= MAX_ADDRESS_LENGTH;
  return isAddress ? { name: unquoted(name.trim()), address } : null;
}

function unquoted(name: string): string {
  const [, inside] = /^"(.*)"$/.exec(name) ?? [];
  return inside === undefined ? name : inside.replace(/\\(.)/g, "$1");
}

function hasControls(text: string): boolean {
  return /\p{Cc}/u.test(text);
}
