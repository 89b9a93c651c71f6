import { anyApi, type WithoutSystemFields } from "convex/server";
import { beforeAll, describe, expect, test } from "vitest";
import { api, internal } from "#convex/_generated/api";
import type { Doc, Id } from "#convex/_generated/dataModel";
import { isAppError } from "#convex/platform/shared/errors";
import {
  asUser,
  backend,
  codeOf,
  formTeam,
  modules,
  rowsIn,
  useSigningKeys,
} from "./setup";
import {
  AUDIENCES,
  CALLERS,
  CLOSED,
  FUNCTIONS,
  type Audience,
  type Caller,
} from "./audiences";

/** The metadata of a registered function, as Convex's own tools read it. */
type Registered = {
  isPublic?: boolean;
  isQuery?: boolean;
  isMutation?: boolean;
  exportArgs(): string;
};
type Validator =
  | { type: "object"; value: Record<string, { fieldType: Validator }> }
  | { type: "union"; value: Validator[] }
  | { type: "literal"; value: unknown }
  | { type: "id"; tableName: string }
  | { type: "array" | "record" | "any" }
  | { type: "string" | "number" | "boolean" | "null" | "bytes" };

/** Every public function of any module, by its name. */
const registered = new Map<string, Registered>();
for (const [path, load] of Object.entries(modules)) {
  const [, name = ""] = /\/convex\/([^_].*)\.ts$/u.exec(path) ?? [];
  if (name === "" || name === "convex.config") continue;
  for (const [member, value] of Object.entries((await load()) as object))
    if ((value as Registered | undefined)?.isPublic)
      registered.set(`${name}.${member}`, value as Registered);
}

/** The rows of the table. */
const rows = Object.entries(FUNCTIONS).flatMap(([module, audiences]) =>
  Object.entries(audiences).flatMap(([who, names]) =>
    names.split(/\s+/u).map((name) => {
      const [audience, open] = who.split(", ");
      return {
        title: `${module}.${name}`,
        who,
        audience: audience as keyof typeof AUDIENCES,
        open: open as keyof typeof CLOSED | undefined,
      };
    }),
  ),
);

type Row = (typeof rows)[number];

beforeAll(useSigningKeys);

/** Returns a value that the validator accepts. Ids of people are the member's, others refer to no row. */
function sampleOf(validator: Validator, member: Id<"users">): unknown {
  switch (validator.type) {
    case "object":
      return Object.fromEntries(
        Object.entries(validator.value).map(([field, { fieldType }]) => [
          field,
          sampleOf(fieldType, member),
        ]),
      );
    case "union":
      return validator.value.map((one) => sampleOf(one, member))[0];
    case "literal":
      return validator.value;
    case "id":
      return validator.tableName === "users"
        ? member
        : `10099${validator.tableName}`;
    case "string":
      return "anything";
    case "number":
      return 1;
    case "array":
      return [];
    case "record":
    case "any":
      return {};
    case "boolean":
      return true;
    case "bytes":
      return new ArrayBuffer(0);
    case "null":
      return null;
    default:
      validator satisfies never;
      throw new Error(`no sample of ${JSON.stringify(validator)}`);
  }
}

const auditRows = () => rowsIn("auditLog");

/** Arguments without which a call does not get far enough. */
const ARGUMENTS: Record<string, object> = {
  "auth.signIn": { provider: "password", params: { flow: "signIn" } },
};

const OPEN: WithoutSystemFields<Doc<"settings">> = {
  teamChangesOpen: true,
  submissionsOpenAt: 1,
  submissionsOpen: true,
  helpOpen: true,
  checkInOpen: true,
  registrationLinkShown: true,
  bannerShown: true,
  phase: "open",
};
/** Before submissions open, and after; the rest is closed both times. */
const SHUT = [
  { submissionsOpenAt: undefined },
  { submissionsOpenAt: 1, submissionsOpen: false },
].map((submissions) => ({
  ...OPEN,
  teamChangesOpen: false,
  helpOpen: false,
  checkInOpen: false,
  ...submissions,
}));

type Call = (...referenceAndArgs: never) => Promise<unknown>;
type Calls = Record<"query" | "mutation" | "action", Call>;

/** Inserts everybody. @returns what calls the function as one of them, for the code of the refusal */
async function callable({ title, audience }: Row) {
  const role =
    audience === "judge" || audience === "mentor" ? audience : "organiser";
  const ended = await asUser("Esha", { role });
  await backend.run((ctx) => ctx.db.delete("authSessions", ended.sessionId));
  const former = await asUser("Farah", { role });
  await backend.mutation(internal.roles.jobs.dismiss, {
    email: "farah@example.in",
  });
  const leader = await asUser("Lata");
  const member = await asUser("Mohan");
  await formTeam([leader, member]);
  const callers: Record<Caller, Calls> = {
    visitor: backend,
    ended,
    former,
    judge: await asUser("Jaya", { role: "judge" }),
    mentor: await asUser("Mina", { role: "mentor" }),
    helper: await asUser("Hema", { isDeskHelper: true }),
    organiser: await asUser("Rita", { role: "organiser" }),
    member,
    leader,
  };
  const it = registered.get(title);
  if (it === undefined) throw new Error(`no public function ${title}`);
  const kind = it.isQuery ? "query" : it.isMutation ? "mutation" : "action";
  const [module = "", name = ""] = title.split(".");
  const reference = anyApi[module]?.[name];
  const sample = sampleOf(JSON.parse(it.exportArgs()) as Validator, member.uid);
  const args = { ...(sample as object), ...ARGUMENTS[title] };
  const call = [reference, args] as never;
  const codeFor = async (caller: Caller): Promise<string> => {
    try {
      const answer: unknown = await callers[caller][kind](...call);
      return answer === null ? "null" : "an answer";
    } catch (error) {
      if (isAppError(error)) return error.data.code;
      throw error;
    }
  };
  return { codeFor, isQuery: it.isQuery === true };
}

/** How functions refuse whom they are not for. */
const REFUSALS = new Set<string>([
  "not_signed_in",
  ...Object.values(AUDIENCES).flatMap(({ refusals }) => refusals),
]);
// To those who are heard, too, before results are published.
REFUSALS.delete("not_published");

test("the table has every public function, once", () => {
  expect(rows.map(({ title }) => title).sort()).toEqual(
    [...registered.keys()].sort(),
  );
});

/** What whoever may not call a function is told: one of these. */
function refusalsOf({ audience }: Row, caller: Caller, isQuery: boolean) {
  const { refusals }: Audience = AUDIENCES[audience];
  const isStranger = caller === "visitor" || caller === "ended";
  if (!isStranger || refusals.includes("not_published")) return refusals;
  // A page is still subscribed to such a query when its session ends.
  return [isQuery && audience === "user" ? "null" : "not_signed_in"];
}

test.each(rows)("$title is for $who", async (row) => {
  const { callers, refusals }: Audience = AUDIENCES[row.audience];
  const { codeFor, isQuery } = await callable(row);
  const settings = await backend.run((ctx) => ctx.db.insert("settings", OPEN));
  const set = (to: typeof OPEN) =>
    backend.run((ctx) => ctx.db.replace("settings", settings, to));

  const whileShut: string[] = [];
  for (const shut of row.open ? SHUT : []) {
    await set(shut);
    whileShut.push(await codeFor(callers.at(-1) ?? "leader"));
  }
  expect(whileShut).toEqual(row.open ? CLOSED[row.open] : []);
  await set(OPEN);

  const before = await auditRows();
  const others = CALLERS.filter((one) => !callers.includes(one));
  for (const caller of others)
    expect(
      refusalsOf(row, caller, isQuery),
      `what ${caller} is told`,
    ).toContain(await codeFor(caller));
  expect(await auditRows()).toEqual(before);

  const never = [...REFUSALS, ...refusals];
  for (const caller of callers)
    expect(never, `what ${caller} is told`).not.toContain(
      await codeFor(caller),
    );
});

describe("roles/jobs:appoint", () => {
  const appoint = (email: string) =>
    backend.mutation(internal.roles.jobs.appoint, {
      email,
      role: "organiser",
    });

  test("makes a person with a proven address an organiser", async () => {
    const rita = await asUser("Rita", { emailVerificationTime: 1 });
    expect(await appoint(" Rita@Example.IN ")).toEqual({
      name: "Rita",
      email: "rita@example.in",
      role: "organiser",
    });
    expect(await rita.query(api.users.me, {})).toMatchObject({
      role: "organiser",
    });
    expect(await rita.query(api.organiser.overview, {})).toMatchObject({
      registered: 0,
    });
  });

  test("refuses an address that nobody has", async () => {
    expect(await codeOf(appoint("nobody@example.in"))).toBe("user_not_found");
    expect(await auditRows()).toEqual([]);
  });

  test("refuses an unproven address", async () => {
    const stranger = await asUser("Rita");
    expect(await codeOf(appoint("rita@example.in"))).toBe("email_not_proven");
    expect(await stranger.query(api.users.me, {})).toMatchObject({
      role: "participant",
    });
    expect(await auditRows()).toEqual([]);
  });

  test("is in the audit log once, however often it is asked for", async () => {
    const { uid: userId } = await asUser("Rita", {
      emailVerificationTime: 1,
    });
    await appoint("rita@example.in");
    await appoint("rita@example.in");
    expect(await auditRows()).toMatchObject([
      {
        at: expect.any(Number) as number,
        actorId: null,
        actorName: "command line",
        action: "organiser appointed",
        target: "Rita",
        before: { userId, role: "participant" },
        after: { userId, role: "organiser" },
      },
    ]);
  });
});

describe("roles/jobs:dismiss", () => {
  const dismiss = (email: string) =>
    backend.mutation(internal.roles.jobs.dismiss, { email });

  test("makes an organiser a participant, who keeps their team", async () => {
    const rita = await asUser("Rita", { role: "organiser" });
    await rita.mutation(api.teams.create, { name: "Nova" });
    const before = await rita.query(api.users.me, {});
    expect(await dismiss("rita@example.in")).toMatchObject({
      role: "participant",
    });
    expect(await rita.query(api.users.me, {})).toEqual({
      ...before,
      role: "participant",
    });
  });

  test("refuses an address that nobody has", async () => {
    expect(await codeOf(dismiss("nobody@example.in"))).toBe("user_not_found");
  });

  test("is in the audit log once, however often it is asked for, without an address", async () => {
    const rita = await asUser("Rita", { role: "organiser" });
    const { uid: userId } = rita;
    await dismiss("rita@example.in");
    await dismiss("rita@example.in");
    await rita.mutation(api.account.remove, {});
    expect(JSON.stringify(await auditRows())).not.toContain("@");
    expect(await auditRows()).toMatchObject([
      {
        actorId: null,
        actorName: "command line",
        action: "organiser dismissed",
        target: "Rita",
        before: { userId, role: "organiser" },
        after: { userId, role: "participant" },
      },
    ]);
  });
});
