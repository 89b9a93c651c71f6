import { anyApi } from "convex/server";
import { describe, expect, test } from "vitest";
import { api, internal } from "#convex/_generated/api";
import * as organiserModule from "#convex/organiser";
import {
  asUser,
  backend,
  codeOf,
  formTeam,
  people,
  rowsIn,
  type Backend,
} from "./setup";

/** The metadata of a registered function, as Convex's own tools read it. */
type Registered = { isMutation?: boolean; exportArgs(): string };
type Validator =
  | { type: "object"; value: Record<string, { fieldType: Validator }> }
  | { type: "union"; value: Validator[] }
  | { type: "literal"; value: unknown }
  | { type: "id"; tableName: string }
  | { type: "array" | "record" }
  | { type: "string" | "number" | "boolean" | "null" | "bytes" };

const sources = import.meta.glob<string>("../../convex/*.ts", {
  query: "?raw",
  import: "default",
  eager: true,
});
const modules = import.meta.glob<Record<string, Registered>>([
  "../../convex/*.ts",
  "!../../convex/convex.config.ts",
]);

/** Every function built with `organiserQuery` or `organiserMutation`, in any module. */
const forOrganisers = await functionsFor("organiser");
const forJudges = await functionsFor("judge");
/** Organisers may call them too. */
const forMentors = await functionsFor("mentor");
const forDesk = await functionsFor("desk");
const forPeople = await functionsFor("user");
const forTeamChanges = await functionsFor("teamChange");
const forProjects = await functionsFor("project");

async function functionsFor(audience: string) {
  const registration = new RegExp(
    `^export const (\\w+) = ${audience}(?:Query|Mutation)\\(`,
    "gm",
  );
  return Promise.all(
    Object.entries(sources).flatMap(([path, source]) =>
      [...source.matchAll(registration)].map(([, name = ""]) =>
        describeFunction(path, name),
      ),
    ),
  );
}

async function describeFunction(path: string, name: string) {
  const [, module = ""] = /(\w+)\.ts$/.exec(path) ?? [];
  const registered = (await modules[path]?.())?.[name];
  const reference = anyApi[module]?.[name];
  if (registered === undefined || reference === undefined)
    throw new Error(`no function ${module}:${name}`);
  const args = sampleOf(JSON.parse(registered.exportArgs()) as Validator);
  return {
    title: `${module}.${name}`,
    isMutation: registered.isMutation === true,
    call: (caller: Pick<Backend, "query" | "mutation">) =>
      registered.isMutation
        ? caller.mutation(reference, args)
        : caller.query(reference, args),
  };
}

/** Returns a value that the validator accepts. Ids refer to no row. */
function sampleOf(validator: Validator): unknown {
  switch (validator.type) {
    case "object":
      return Object.fromEntries(
        Object.entries(validator.value).map(([field, { fieldType }]) => [
          field,
          sampleOf(fieldType),
        ]),
      );
    case "union":
      return validator.value.map(sampleOf)[0];
    case "literal":
      return validator.value;
    case "id":
      return `10099${validator.tableName}`;
    case "string":
      return "anything";
    case "number":
      return 1;
    case "array":
      return [];
    case "record":
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

const ROLES = ["participant", "organiser", "judge", "mentor"] as const;

const auditRows = () => rowsIn("auditLog");

test("every function of the organiser module is for organisers", () => {
  expect(
    forOrganisers
      .map(({ title }) => title)
      .filter((title) => title.startsWith("organiser.")),
  ).toEqual(Object.keys(organiserModule).map((name) => `organiser.${name}`));
});

test.each([
  ...forOrganisers.map((at) => ({ ...at, role: "organiser" as const })),
  ...forJudges.map((at) => ({ ...at, role: "judge" as const })),
  ...forMentors.map((at) => ({ ...at, role: "mentor" as const })),
])(
  "$title refuses everyone but a(n) $role, who may be one no more",
  async ({ call, role }) => {
    const refused = `${role}s_only`;
    const allowed = role === "mentor" ? ["mentor", "organiser"] : [role];
    expect(await codeOf(call(backend))).toBe("not_signed_in");
    for (const other of ROLES.filter((one) => !allowed.includes(one)))
      expect(await codeOf(call(await asUser(other, { role: other })))).toBe(
        refused,
      );
    const rita = await asUser("Rita", { role });
    await backend.mutation(internal.roles.jobs.dismiss, {
      email: "rita@example.in",
    });
    const before = await auditRows();
    expect(await codeOf(call(rita))).toBe(refused);
    await backend.run(async (ctx) =>
      ctx.db.delete("authSessions", rita.sessionId),
    );
    expect(await codeOf(call(rita))).toBe("not_signed_in");
    expect(await auditRows()).toEqual(before);
  },
);

test.each(forDesk)(
  "$title refuses everyone but organisers and desk helpers",
  async ({ call }) => {
    expect(await codeOf(call(backend))).toBe("not_signed_in");
    for (const role of ["participant", "judge", "mentor"] as const)
      expect(await codeOf(call(await asUser(role, { role })))).toBe(
        "desk_only",
      );
  },
);

test.each([...forPeople, ...forTeamChanges, ...forProjects])(
  "$title does nothing for strangers, nor in a session that has ended",
  async ({ call, isMutation }) => {
    const asha = await asUser("Asha");
    await backend.run((ctx) => ctx.db.delete("authSessions", asha.sessionId));
    for (const caller of [backend, asha]) {
      const answer = isMutation ? codeOf(call(caller)) : call(caller);
      expect(await answer).toBe(isMutation ? "not_signed_in" : null);
    }
  },
);

test.each(forTeamChanges)(
  "$title is for participants, while team changes are open",
  async ({ call }) => {
    for (const role of ["judge", "mentor"] as const)
      expect(await codeOf(call(await asUser(role, { role })))).toBe(
        "participants_only",
      );
    const rita = await asUser("Rita", { role: "organiser" });
    await rita.mutation(api.settings.change, { teamChangesOpen: false });
    const asha = await asUser("Asha");
    expect(await codeOf(call(asha))).toBe("team_changes_closed");
    expect(await codeOf(call(backend))).toBe("not_signed_in");
  },
);

test.each(forProjects)(
  "$title is for members of a team, while submissions are open",
  async ({ call }) => {
    const [asha, visha] = await people("Asha", "Visha");
    await formTeam([asha]);
    const rita = await asUser("Rita", { role: "organiser" });
    for (const outsider of [visha, rita])
      expect(await codeOf(call(outsider))).toBe("not_in_team");
    expect(await codeOf(call(asha))).toBe("submissions_not_open");
    const closed = { submissionsOpenAt: 1, submissionsOpen: false };
    await rita.mutation(api.settings.change, closed);
    expect(await codeOf(call(asha))).toBe("submissions_closed");
  },
);

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
