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

const mailboxes = z
  .union([z.array(mailbox), mailbox.transform((one) => [one])])
  .refine((all) => all.length <= MAX_RECIPIENTS, {
    error: `must be at most ${MAX_RECIPIENTS} addresses`,
  });

const headerName = z
  .string()
  .regex(/^[\w-]{1,76}$/, "must have names of letters, digits and hyphens");

const mailSchema = z
  .strictObject({
    from: mailbox,
    to: mailboxes.refine((all) => all.length > 0, "must not be empty"),
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

/** Why a message is refused, as the API's response reports it. */
type MailIssue = {
  name: "missing_required_field" | "validation_error";
  message: string;
};

/** Parses the body of a request; returns the first issue if it is invalid. */
export function parseMail(body: unknown): Mail | MailIssue {
  const result = mailSchema.safeParse(body);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  const isUnknown = issue?.code === "unrecognized_keys";
  const [field] = isUnknown ? issue.keys : (issue?.path ?? []);
  if (issue === undefined || typeof field !== "string") {
    return { name: "validation_error", message: "The body must be an object." };
  }
  if (isMissing(body, field)) {
    const message = `Missing \`${field}\` field.`;
    return { name: "missing_required_field", message };
  }
  const message = isUnknown
    ? "is not kept by this outbox"
    : deepest(issue).message;
  return {
    name: "validation_error",
    message: `Invalid \`${field}\` field: it ${message}.`,
  };
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

function isMissing(body: unknown, field: string): boolean {
  const value: unknown = Reflect.get(Object(body) as object, field);
  return value === undefined || value === null;
}

type Issue = z.core.$ZodIssue;

/**
 * For a field that is a list or a single value, Zod reports that neither
 * matches. Returns the issue inside, which says what is wrong with the value.
 */
function deepest(issue: Issue): Issue {
  if (issue.code !== "invalid_union") return issue;
  const inner = issue.errors.flat();
  return inner.find(({ code }) => code === "custom") ?? inner[0] ?? issue;
}
