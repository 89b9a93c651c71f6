/** What the tests of `convex/` share: a fresh backend, people, and a readable refusal. */
import { register as registerRateLimiter } from "@convex-dev/rate-limiter/test";
import { convexTest, type TestConvex } from "convex-test";
import { decodeJwt, exportJWK, exportPKCS8, generateKeyPair } from "jose";
import { api } from "../../convex/_generated/api";
import type { Doc, Id } from "../../convex/_generated/dataModel";
import schema from "../../convex/schema";
import { isAppError, type AppErrorData } from "../../convex/shared/errors";

const modules = import.meta.glob([
  "../../convex/**/*.{ts,js}",
  "!../../convex/**/*.d.ts",
]);

export const SITE = "http://hackarena.test";

export type Backend = TestConvex<typeof schema>;

/** An empty deployment. */
export function newBackend(): Backend {
  const backend = convexTest(schema, modules);
  registerRateLimiter(backend);
  return backend;
}

/** Gives the deployment signing keys; needed once per file that signs anybody in for real. */
export async function useSigningKeys(): Promise<void> {
  const { privateKey, publicKey } = await generateKeyPair("RS256", {
    extractable: true,
  });
  const publicJwk = await exportJWK(publicKey);
  process.env.JWT_PRIVATE_KEY = await exportPKCS8(privateKey);
  process.env.JWKS = JSON.stringify({ keys: [{ use: "sig", ...publicJwk }] });
  process.env.CONVEX_SITE_URL = SITE;
  // Convex Auth logs every step otherwise.
  process.env.AUTH_LOG_LEVEL = "ERROR";
}

/** A signed-in person, put into the database directly. `rows` overrides fields of the `users` row. */
export async function asUser(
  backend: Backend,
  name: string,
  rows: Partial<Doc<"users">> = {},
) {
  const ids = await backend.run(async (ctx) => {
    const uid = await ctx.db.insert("users", {
      name,
      displayName: name,
      email: `${name.toLowerCase()}@example.in`,
      createdAt: Date.now(),
      role: "participant",
      isProfileComplete: false,
      teamId: null,
      teamRole: null,
      ...rows,
    });
    const sessionId = await ctx.db.insert("authSessions", {
      userId: uid,
      expirationTime: Date.now() + 60_000,
    });
    return { uid, sessionId };
  });
  const subject = `${ids.uid}|${ids.sessionId}`;
  return Object.assign(backend.withIdentity({ subject }), ids);
}

export type Person = Awaited<ReturnType<typeof asUser>>;

/** Several signed-in people: `P1`, `P2`, … */
export async function crowd(backend: Backend, size: number): Promise<Person[]> {
  const people: Person[] = [];
  for (let count = 1; count <= size; count++)
    people.push(await asUser(backend, `P${count}`));
  return people;
}

/** A team of the given people, led by the first; returns its invite code. */
export async function formTeam(
  [leader, ...members]: [Person, ...Person[]],
  name = "Nova",
): Promise<string> {
  await leader.mutation(api.teams.create, { name });
  const team = await leader.query(api.teams.mine, {});
  if (team === null) throw new Error("the team that was created is missing");
  for (const member of members)
    await member.mutation(api.teams.join, { inviteCode: team.inviteCode });
  return team.inviteCode;
}

/** Calls `auth:signIn` as the page does. */
export async function password(
  backend: Pick<Backend, "action">,
  params: Record<string, unknown>,
): Promise<{ token: string; refreshToken: string }> {
  const { tokens } = await backend.action(api.auth.signIn, {
    provider: "password",
    params,
  });
  if (!tokens) throw new Error("signed in without tokens");
  return tokens;
}

/** The holder of a token, as the deployment sees them. */
export function withToken(backend: Backend, token: string) {
  const { sub = "" } = decodeJwt(token);
  return Object.assign(backend.withIdentity({ subject: sub }), {
    uid: sub.split("|")[0] as Id<"users">,
  });
}

/** What a call was refused with; anything but a refusal fails the test. */
export async function refusalOf(call: Promise<unknown>): Promise<AppErrorData> {
  const outcome = await call.then(
    (value) => ({ error: undefined, value }),
    (error: unknown) => ({ error, value: undefined }),
  );
  if (isAppError(outcome.error)) return outcome.error.data;
  if (outcome.error !== undefined) throw outcome.error;
  throw new Error(`not refused, but answered ${JSON.stringify(outcome.value)}`);
}

/** The code alone. */
export async function codeOf(call: Promise<unknown>): Promise<string> {
  return (await refusalOf(call)).code;
}
