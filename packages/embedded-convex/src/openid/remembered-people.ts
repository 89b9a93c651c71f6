import type { IncomingMessage } from "node:http";
import * as z from "zod";

/** Someone whom the stand-in vouches for. */
export type StandInPerson = { name: string; email: string };

/** What does not fit into a cookie is forgotten, the oldest first. */
const MAX_PEOPLE = 6;
const MAX_COOKIE_LENGTH = 3_500;
const YEAR_SECONDS = 365 * 24 * 60 * 60;

const MAX_NAME_LENGTH = 80;
const MAX_EMAIL_LENGTH = 254;

const personSchema = z.object({
  name: z.string().trim().min(1).max(MAX_NAME_LENGTH),
  email: z.string().trim().toLowerCase().max(MAX_EMAIL_LENGTH).pipe(z.email()),
});
const peopleSchema = z.array(personSchema).max(MAX_PEOPLE);

export type PersonIssues = { name: boolean; email: boolean };

export function parsePerson(
  fields: StandInPerson,
): { person: StandInPerson } | { issues: PersonIssues } {
  const result = personSchema.safeParse(fields);
  if (result.success) return { person: result.data };
  const refused = new Set(result.error.issues.map(({ path }) => path[0]));
  return { issues: { name: refused.has("name"), email: refused.has("email") } };
}

/**
 * The people that a browser has used, the last used first, in a cookie of that
 * browser. A cookie that cannot be read counts as empty.
 */
export class RememberedPeople {
  constructor(private readonly cookie: { name: string; path: string }) {}

  read({ headers }: IncomingMessage): StandInPerson[] {
    const prefix = `${this.cookie.name}=`;
    const value = (headers.cookie ?? "")
      .split("; ")
      .find((entry) => entry.startsWith(prefix))
      ?.slice(prefix.length);
    if (value === undefined) return [];
    try {
      const text = Buffer.from(value, "base64url").toString();
      return peopleSchema.parse(JSON.parse(text));
    } catch {
      return [];
    }
  }

  /** Returns the `Set-Cookie` header that remembers one more person. */
  with(person: StandInPerson, known: readonly StandInPerson[]): string {
    const others = known.filter(({ email }) => email !== person.email);
    const people = [person, ...others].slice(0, MAX_PEOPLE);
    while (encoded(people).length > MAX_COOKIE_LENGTH) people.pop();
    return `${this.cookie.name}=${encoded(people)}; Path=${this.cookie.path}; Max-Age=${YEAR_SECONDS}; HttpOnly; SameSite=Lax`;
  }
}

function encoded(people: readonly StandInPerson[]): string {
  return Buffer.from(JSON.stringify(people)).toString("base64url");
}
