/**
 * What the tests of `convex/` share: a new backend, people, and the data of a
 * refusal.
 */
import { register as registerPresence } from "@convex-dev/presence/test";
import { RateLimiter } from "@convex-dev/rate-limiter";
import { register as registerRateLimiter } from "@convex-dev/rate-limiter/test";
import { convexTest, type TestConvex } from "convex-test";
import {
  makeFunctionReference,
  type FunctionReference,
  type WithoutSystemFields,
} from "convex/server";
import { decodeJwt, exportJWK, exportPKCS8, generateKeyPair } from "jose";
import { expect, vi } from "vitest";
import { api, components, internal } from "#convex/_generated/api";
import type { Doc, Id, TableNames } from "#convex/_generated/dataModel";
import { RATE_LIMITS, type RateLimitName } from "#convex/platform/rateLimits";
import * as Consequences from "#convex/consequences";
import type { MutationCtx } from "#convex/_generated/server";
import type { Fact, NotingCtx } from "#convex/platform/facts";
import schema from "#convex/schema";
import { isAppError, type AppErrorData } from "#convex/platform/shared/errors";

export const modules = import.meta.glob([
  "../../convex/**/*.{ts,js}",
  "!../../convex/**/*.d.ts",
]);

export const SITE = "http://hackarena.test";

type Mock = TestConvex<typeof schema>;
type Api = typeof api;

/** The public functions, called as somebody: `asha.teams.leave()`. */
export type Calls = Pick<Mock, "query" | "mutation" | "action"> & {
  [Module in keyof Api]: {
    [Name in keyof Api[Module]]: Api[Module][Name] extends FunctionReference<
      "query" | "mutation" | "action",
      "public",
      infer Args,
      infer Answer
    >
      ? (
          ...args: object extends Args ? [args?: Args] : [args: Args]
        ) => Promise<Answer>
      : never;
  };
};
export type Backend = Mock & Calls;

type Kind = "query" | "mutation" | "action";
type AnyCall = (of: FunctionReference<Kind>, args: object) => Promise<unknown>;

/** By what Convex marks a function, and how it is called. */
const KINDS = [
  ["isQuery", "query"],
  ["isMutation", "mutation"],
  ["isAction", "action"],
] as const;

/** Adds `Calls` to what the mock has for the deployment or for a person. */
function callable<On extends Pick<Mock, Kind>>(on: On): On & Calls {
  const calls = Object.entries(modules).flatMap(([path, load]) => {
    const [, module] = /^\.\.\/\.\.\/convex\/(\w+)\.ts$/.exec(path) ?? [];
    if (module === undefined) return [];
    const ofModule = new Proxy(
      {},
      {
        get:
          (_, name: string) =>
          async (args: object = {}) => {
            const { [name]: fn } = (await load()) as Record<string, object>;
            const kind = KINDS.find(([mark]) => fn && mark in fn)?.[1];
            if (!kind) throw new Error(`There is no ${module}:${name}`);
            const of = makeFunctionReference<never>(`${module}:${name}`);
            return (on[kind] as AnyCall)(of, args);
          },
      },
    );
    return [[module, ofModule]];
  });
  return Object.assign(on, Object.fromEntries(calls) as Calls);
}

/** The newest deployment: each test has one of its own. */
export let backend: Backend;

/** Makes an empty deployment. */
export async function newBackend(): Promise<void> {
  // The engine, which some files run on too, opens; see `on-the-engine.ts`.
  const mock = await Promise.resolve(convexTest(schema, modules));
  registerRateLimiter(mock);
  registerPresence(mock);
  backend = callable(mock);
}

/** Returns whoever has this subject in their token. */
export const withSubject = (subject: string) =>
  callable(backend.withIdentity({ subject }));

/** The deployment's signing keys: the same for all files of a worker. */
let signingKeys: ReturnType<typeof generateKeyPair> | undefined;

/** Sets the signing keys, for files that sign in through Convex Auth. */
export async function useSigningKeys(): Promise<void> {
  signingKeys ??= generateKeyPair("RS256", { extractable: true });
  const { privateKey, publicKey } = await signingKeys;
  const publicJwk = await exportJWK(publicKey);
  process.env.JWT_PRIVATE_KEY = await exportPKCS8(privateKey);
  process.env.JWKS = JSON.stringify({ keys: [{ use: "sig", ...publicJwk }] });
  process.env.CONVEX_SITE_URL = SITE;
  // Convex Auth logs every step otherwise.
  process.env.AUTH_LOG_LEVEL = "ERROR";
}

let hashingDivisor = 1;

/**
 * Returns how many iterations of PBKDF2 WebCrypto runs if this number is requested.
 */
export function iterationsRun(named: number): number {
  return Math.ceil(named / hashingDivisor);
}

/**
 * Makes WebCrypto run a thousandth of the iterations of PBKDF2, for files whose
 * subject is not the cost of a hash. Stored hashes and challenges still name the
 * real cost.
 * @returns a function that restores WebCrypto; `beforeAll` calls it after the file
 */
export function useCheapHashing(): () => void {
  hashingDivisor = 1000;
  const { subtle } = crypto;
  const deriveBits = subtle.deriveBits.bind(subtle);
  const deriveCheaply: typeof deriveBits = (algorithm, key, length) =>
    deriveBits(
      typeof algorithm === "object" && "iterations" in algorithm
        ? { ...algorithm, iterations: iterationsRun(algorithm.iterations) }
        : algorithm,
      key,
      length,
    );
  Object.defineProperty(subtle, "deriveBits", {
    value: deriveCheaply,
    configurable: true,
  });
  return () => {
    hashingDivisor = 1;
    Reflect.deleteProperty(subtle, "deriveBits");
  };
}

/**
 * Makes the next hash of a password wait, so that something else can happen in the
 * meantime.
 * @returns a function that ends the wait
 */
export function holdNextHash(): () => void {
  const { subtle } = crypto;
  const restored = Object.getOwnPropertyDescriptor(subtle, "deriveBits");
  const deriveBits = subtle.deriveBits.bind(subtle);
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  const deriveLater: typeof deriveBits = async (...args) => {
    if (restored === undefined) Reflect.deleteProperty(subtle, "deriveBits");
    else Object.defineProperty(subtle, "deriveBits", restored);
    await held;
    return deriveBits(...args);
  };
  Object.defineProperty(subtle, "deriveBits", {
    value: deriveLater,
    configurable: true,
  });
  return release;
}

/** Inserts sessions of a person with a refresh token each. @returns their refresh tokens */
export async function addSessions(
  userId: Id<"users">,
  count: number,
): Promise<string[]> {
  return backend.run(async (ctx) => {
    const tokens: string[] = [];
    const expirationTime = Date.now() + 24 * 60 * 60 * 1000;
    for (let added = 0; added < count; added++) {
      const sessionId = await ctx.db.insert("authSessions", {
        userId,
        expirationTime,
      });
      const tokenId = await ctx.db.insert("authRefreshTokens", {
        sessionId,
        expirationTime,
      });
      tokens.push(`${tokenId}|${sessionId}`);
    }
    return tokens;
  });
}

/**
 * Inserts a person with a session and returns them signed in. `fields` overrides
 * fields of the `users` row.
 */
export async function asUser(name: string, fields: Partial<Doc<"users">> = {}) {
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
      ...fields,
    });
    const sessionId = await ctx.db.insert("authSessions", {
      userId: uid,
      expirationTime: Date.now() + 60_000,
    });
    return { uid, sessionId };
  });
  const subject = `${ids.uid}|${ids.sessionId}`;
  return Object.assign(withSubject(subject), ids);
}

export type Person = Awaited<ReturnType<typeof asUser>>;

/** Inserts signed-in people of these names. */
export async function people<const Names extends readonly string[]>(
  ...names: Names
): Promise<{ -readonly [K in keyof Names]: Person }> {
  const inserted: Person[] = [];
  for (const name of names) inserted.push(await asUser(name));
  return inserted as { -readonly [K in keyof Names]: Person };
}

/** Inserts several signed-in people: `P1`, `P2`, … */
export async function crowd(size: number): Promise<Person[]> {
  return people(...Array.from({ length: size }, (_, k) => `P${k + 1}`));
}

export async function teamIdOf(person: Person): Promise<Id<"teams">> {
  const me = await person.users.me();
  if (!me?.teamId) throw new Error("in no team");
  return me.teamId;
}

/** "Asha, leader" for each member, as this person sees the team; null without one. */
export async function teamSeenBy(person: Person): Promise<string[] | null> {
  const team = await person.teams.mine();
  return team?.members.map(({ name, role }) => `${name}, ${role}`) ?? null;
}

/** A context that notes facts, for what is called without a builder; `follow` runs their consequences. */
export function noting(
  ctx: MutationCtx,
): NotingCtx & { follow: () => Promise<void> } {
  const facts: Fact[] = [];
  return {
    ...ctx,
    note: (fact) => void facts.push(fact),
    follow: async () => Consequences.follow(ctx, facts.splice(0)),
  };
}

/** Lets time of a faked clock pass, in steps, and what is due run. */
export async function passTime(ms: number, stepMs: number): Promise<void> {
  const until = Date.now() + ms;
  while (Date.now() < until) {
    vi.advanceTimersByTime(Math.min(stepMs, until - Date.now()));
    await backend.finishInProgressScheduledFunctions();
  }
}

/** Returns all rows of a table. */
export async function rowsIn<Table extends TableNames>(
  table: Table,
): Promise<Doc<Table>[]> {
  return backend.run((ctx) => ctx.db.query(table).collect());
}

/** Changes fields of a row. */
export async function patchRow<Table extends TableNames>(
  table: Table,
  id: Id<Table>,
  fields: Partial<Doc<Table>>,
): Promise<void> {
  await backend.run(async (ctx) => ctx.db.patch(table, id, fields as never));
}

export async function insertRow<Table extends TableNames>(
  table: Table,
  row: WithoutSystemFields<Doc<Table>>,
): Promise<Id<Table>> {
  return backend.run(async (ctx) => ctx.db.insert(table, row as never));
}

export async function deleteRow<Table extends TableNames>(
  table: Table,
  id: Id<Table>,
): Promise<void> {
  await backend.run(async (ctx) => ctx.db.delete(table, id));
}

/** Deletes all rows of a table. */
export async function deleteAll(table: TableNames): Promise<void> {
  for (const { _id } of await rowsIn(table)) await deleteRow(table, _id);
}

/** Returns how many rows these tables have. */
export async function countsOf<Table extends TableNames>(
  tables: readonly Table[],
): Promise<Record<string, number>> {
  const sizes = tables.map(async (table) => {
    const rows = await rowsIn<Table>(table);
    return [table, rows.length] as const;
  });
  return Object.fromEntries(await Promise.all(sizes));
}

export async function integrityFindings(): Promise<string[]> {
  return (await backend.query(internal.organiser.jobs.check, {})).findings;
}

export async function expectIntegrity(): Promise<void> {
  expect(await integrityFindings()).toEqual([]);
}

/** Creates a team of the given people, led by the first. @returns its invite code */
export async function formTeam(
  [leader, ...members]: [Person, ...Person[]],
  name = "Nova",
): Promise<string> {
  await leader.teams.create({ name });
  const team = must(await leader.teams.mine());
  for (const member of members)
    await member.teams.join({ inviteCode: team.inviteCode });
  return team.inviteCode;
}

/** What the rate limiter keeps under a key, which is a hash; `ts` is 0 if it keeps nothing. */
export async function storedCount(
  limit: RateLimitName,
  key: string,
): Promise<{ value: number; ts: number }> {
  const limiter = new RateLimiter(components.rateLimiter);
  const config = RATE_LIMITS[limit];
  return backend.run((ctx) => limiter.getValue(ctx, limit, { key, config }));
}

/** Calls `auth:signIn` with the password provider, as the page does. */
export async function password(
  params: Record<string, unknown>,
  by: Calls = backend,
): Promise<{ token: string; refreshToken: string }> {
  const { tokens } = await by.auth.signIn({ provider: "password", params });
  if (!tokens) throw new Error("signed in without tokens");
  return tokens;
}

/** Returns the person to whom the token belongs, signed in. */
export function withToken(token: string) {
  const { sub = "" } = decodeJwt(token);
  return Object.assign(withSubject(sub), {
    uid: sub.split("|")[0] as Id<"users">,
  });
}

/**
 * Returns the data of the refusal with which a call fails. Any other outcome
 * fails the test.
 */
export async function refusalOf(call: Promise<unknown>): Promise<AppErrorData> {
  const outcome = await call.then(
    (value) => ({ error: undefined, value }),
    (error: unknown) => ({ error, value: undefined }),
  );
  if (isAppError(outcome.error)) return outcome.error.data;
  if (outcome.error !== undefined) throw outcome.error;
  throw new Error(
    `the call was not refused; it returned ${JSON.stringify(outcome.value)}`,
  );
}

/** Expects that of calls at the same moment one succeeds. */
export async function expectOneOf(...calls: Promise<unknown>[]): Promise<void> {
  const outcomes = await Promise.allSettled(calls);
  const isDone = ({ status }: (typeof outcomes)[number]) =>
    status === "fulfilled";
  expect(outcomes.filter(isDone)).toHaveLength(1);
}

/**
 * Expects that a call, or each of several, is refused with a code, or with data that
 * match. Functions among the calls are called one after the other.
 */
export async function expectRefusal(
  calls: Call | readonly Call[],
  wanted: string | object,
): Promise<void> {
  const data = typeof wanted === "string" ? { code: wanted } : wanted;
  for (const call of [calls].flat()) {
    const outcome = refusalOf(typeof call === "function" ? call() : call);
    expect(await outcome).toMatchObject(data);
  }
}
type Call = Promise<unknown> | (() => Promise<unknown>);

/** Returns what must be there. */
export function must<Value>(value: Value | null | undefined): Value {
  if (value === null || value === undefined) throw new Error("nothing there");
  return value;
}

/** Returns the first of what must be some. */
export const firstOf = <Value>(values: readonly Value[]): Value =>
  must(values[0]);

/** Returns the code of the refusal with which a call fails. */
export async function codeOf(call: Promise<unknown>): Promise<string> {
  return (await refusalOf(call)).code;
}
