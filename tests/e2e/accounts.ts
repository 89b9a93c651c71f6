import { randomUUID } from "node:crypto";
import { ConvexHttpClient } from "convex/browser";
import { api } from "#convex/_generated/api";

/** Everybody's, unless a test is about another one. */
export const PASSWORD = "correct horse 36";

/** What a browser keeps of a session. */
export type SessionTokens = { token: string; refreshToken: string };

let mailDomain = "example.in";

/** Gives whoever comes from now on an address that people of other files do not have: files may share a deployment. */
export function anotherMailDomain(): void {
  mailDomain = `${randomUUID().slice(0, 8)}.example.in`;
}

export function emailOf(name: string): string {
  return `${name.toLowerCase().replaceAll(" ", ".")}@${mailDomain}`;
}

/**
 * Makes an account without the page.
 * @param url the deployment's
 * @returns its first session, and a client that is signed in with it
 */
export async function openAccount(
  url: string,
  name: string,
): Promise<{ client: ConvexHttpClient; tokens: SessionTokens }> {
  const client = new ConvexHttpClient(url, { logger: false });
  const { tokens } = await client.action(api.auth.signIn, {
    provider: "password",
    params: { flow: "signUp", name, email: emailOf(name), password: PASSWORD },
  });
  if (!tokens) throw new Error("signed up without tokens");
  client.setAuth(tokens.token);
  return { client, tokens };
}

/** Asks for a reset mail without the page. */
export async function askForReset(url: string, email: string): Promise<void> {
  const client = new ConvexHttpClient(url, { logger: false });
  const params = { flow: "reset", email };
  await client.action(api.auth.signIn, { provider: "password", params });
}
