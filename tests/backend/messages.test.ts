/** How much a page loads at first: on a line of 50 kbit/s nobody waits longer than 20 s for it. */
import { ConvexHttpClient } from "convex/browser";
import { makeFunctionReference, type FunctionReference } from "convex/server";
import { beforeAll, expect, test } from "vitest";
import { api } from "#convex/_generated/api";
import { NOTICES, PAGES, PORTAL } from "../load/pages";
import { publicQueries } from "../public-queries";
import { CountingLine } from "./counting-line";
import { startFilled } from "./filled-event";

const LONGEST_BYTES = (20 * 50_000) / 8;

const ROLES = ["organiser", "judge", "leader"] as const;
type Role = (typeof ROLES)[number];

/**
 * They need the secret of a mail, an award on the stage, or somebody on the project's page; and results are computed, for
 * which a loaded machine may take longer than a query may.
 */
const MAY_NOT_ANSWER = [
  "account:checkResetLink",
  "account:invitation",
  "arena:projectName",
  "judging:results",
  "projects:present",
];

let url: string;
const tokens = new Map<Role, string>();
beforeAll(async () => {
  const { server, enter } = await startFilled("judging");
  ({ url } = server);
  for (const role of ROLES) tokens.set(role, await enter(role));
});

test("no answer of any query is longer in an event of 60 teams", async () => {
  const clientOf = (role: Role) => {
    const client = new ConvexHttpClient(url, { logger: false });
    client.setAuth(tokens.get(role) ?? "");
    return client;
  };
  const organiser = clientOf("organiser");
  const { projectIds } = await organiser.query(api.projects.list, {});
  const { teams } = await organiser.query(api.organiser.teams, {});
  const longest = new Map<string, number>();
  for (const role of ROLES) {
    const client = clientOf(role);
    const me = await client.query(api.users.me, {});
    const bench = await client.query(api.projects.workbench, {});
    const given = {
      at: Date.now(),
      kind: "person",
      readKey: me?.noticeReadKey ?? "",
      projectId: projectIds[0],
      teamId: teams[0]?._id,
    };
    for (const { name, args } of await publicQueries(given)) {
      if (/^projects:(?:description|present)$/u.test(name))
        Object.assign(args, { readKey: bench?.textReadKey ?? "", after: null });
      if (name === "organiser:comparePlaces")
        Object.assign(args, { emails: ["nobody@example.in"] });
      const answer: unknown = await client
        .query(makeFunctionReference<"query">(name), args)
        .catch(() => undefined);
      const length = answer === undefined ? 0 : JSON.stringify(answer).length;
      longest.set(name, Math.max(length, longest.get(name) ?? 0));
    }
  }
  const named = (isOf: (length: number) => boolean) =>
    [...longest].filter(([, length]) => isOf(length)).map(([name]) => name);
  expect(MAY_NOT_ANSWER).toEqual(
    expect.arrayContaining(named((length) => length === 0)),
  );
  expect(named((length) => length > LONGEST_BYTES)).toEqual([]);
});

test.each([
  ["dashboard", "leader"],
  ["organisers", "organiser"],
  ["desk", "organiser"],
  ["helpers", "organiser"],
  ["judge", "judge"],
] as const)(
  "the page %s has all its first answers in that time",
  async (page, role) => {
    const line = new CountingLine(url);
    const { client } = line;
    client.setAuth(async () => tokens.get(role) ?? "");
    const me = await client.query(api.users.me, {});
    const readKey = me?.noticeReadKey ?? "";
    const notices = NOTICES.map(
      (query) => [query, { at: 0, readKey }] as const,
    );
    await Promise.all(
      [...PORTAL, ...PAGES[page], ...notices].map(async ([query, args]) => {
        await client.query(query as FunctionReference<"query">, args);
      }),
    );
    expect(line.bytes).toBeLessThan(LONGEST_BYTES);
  },
);
