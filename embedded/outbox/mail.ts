import { z } from "zod";

/** Whom a message comes from or goes to; the name may be empty. */
export type Mailbox = { name: string; address: string };

/** What is the message's own to say; a header of the sender's would contradict it. */
const RESERVED_HEADER =
  /^(bcc|cc|content-.*|date|from|message-id|mime-version|reply-to|sender|subject|to)$/i;
const HEADER_NAME = /^[!#$%&'*+\-.^_`|~\w]+$/;

const ADDRESS = /^[^\s<>()[\]\\,;:"@]+@[^\s<>()[\]\\,;:"@]+$/;
const NAMED = /^(.*)<([^<>]*)>$/;
const MAX_ADDRESS_LENGTH = 320;
const MAX_RECIPIENTS = 50;
const FORMAT = "must be `email@example.com` or `Name <email@example.com>`";

/** One line: what would end a header early is refused, never sent. */
const line = z
  .string("must be a text")
  .refine((text) => !hasControls(text), "must be one line without controls");

const mailbox = line.transform((text, context): Mailbox => {
  const parsed = parseMailbox(text);
  if (parsed !== null) return parsed;
  context.addIssue({ code: "custom", message: FORMAT });
  return z.NEVER;
});

const mailboxes = z
  .union([z.array(mailbox), mailbox.transform((one) => [one])])
  .refine((all) => all.length <= MAX_RECIPIENTS, {
    error: `must be at most ${MAX_RECIPIENTS} addresses`,
  });

const headers = z.record(
  z
    .string()
    .regex(HEADER_NAME, "is no name of a header")
    .refine((name) => !RESERVED_HEADER.test(name), "is set by the message"),
  line,
);

const mailSchema = z
  .object({
    from: mailbox,
    to: mailboxes.refine((all) => all.length > 0, "must not be empty"),
    cc: mailboxes.default([]),
    bcc: mailboxes.default([]),
    reply_to: mailboxes.default([]),
    subject: line,
    text: z.string("must be a text").optional(),
    html: z.string("must be a text").optional(),
    headers: headers.default({}),
    attachments: z
      .array(z.unknown())
      .max(0, "are not kept by this outbox")
      .optional(),
  })
  .refine(({ text, html }) => (text ?? html) !== undefined, {
    error: "must be there, or `text`",
    path: ["html"],
  });

/** A message as Resend's API takes it. */
export type Mail = z.output<typeof mailSchema>;

/** What is wrong with a message, in the words of an API's answer. */
export type MailIssue = {
  name: "missing_required_field" | "validation_error";
  message: string;
};

/** Reads the body of a request; returns what is wrong with it instead. */
export function parseMail(body: unknown): Mail | MailIssue {
  const result = mailSchema.safeParse(body);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  const [field] = issue?.path ?? [];
  if (issue === undefined || typeof field !== "string") {
    return { name: "validation_error", message: "The body must be an object." };
  }
  if (isMissing(body, field)) {
    const message = `Missing \`${field}\` field.`;
    return { name: "missing_required_field", message };
  }
  const { message } = deepest(issue);
  return {
    name: "validation_error",
    message: `Invalid \`${field}\` field: it ${message}.`,
  };
}

/** Null for what is no address, or has more in it than one. */
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

function isMissing(body: unknown, field: string): boolean {
  const value: unknown = Reflect.get(Object(body) as object, field);
  return value === undefined || value === null;
}

type Issue = z.core.$ZodIssue;

/** A list or one of them: what is wrong with the text says more than that it is neither. */
function deepest(issue: Issue): Issue {
  if (issue.code !== "invalid_union") return issue;
  const inner = issue.errors.flat();
  return inner.find(({ code }) => code === "custom") ?? inner[0] ?? issue;
}
