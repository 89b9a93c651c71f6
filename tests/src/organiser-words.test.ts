import { describe, expect, test, vi } from "vitest";
import { check } from "#convex/platform/shared/input";
import type { Announcement } from "#convex/content/shared/content";
import type { Id } from "#convex/_generated/dataModel";
import type { ProjectStatus } from "#convex/projects/shared/projects";
import { pageSchema } from "../../src/content/schemas";
import {
  changeLine,
  describeChange,
} from "../../src/routes/organiser/audit-log/describe-change";
import {
  addedSchema,
  editedSchema,
  inReadingOrder,
} from "../../src/routes/organiser/content/announcements";
import { editedSchema as resourceEditSchema } from "../../src/routes/organiser/content/resources";
import { draftSchema as entryDraftSchema } from "../../src/routes/organiser/content/schedule";
import {
  addressOf,
  findScreen,
  screenNames,
  screens,
} from "../../src/routes/organiser/frame/sections";
import { replyHref } from "../../src/routes/organiser/messages/reply-href";
import {
  PROMISED_MS,
  waitingInWords,
} from "../../src/routes/organiser/messages/waiting-time";
import { barsOf } from "../../src/routes/organiser/overview/bars";
import { wordsOfChange } from "../../src/routes/organiser/teams/mending-words";

describe("screens", () => {
  test("each has an address that leads back to it", () => {
    expect(screenNames.map(addressOf).slice(0, 2)).toEqual([
      "/organiser",
      "/organiser/people",
    ]);
    for (const name of screenNames) expect(findScreen(name)).toBe(name);
    expect(findScreen("teams/")).toBe("teams");
  });

  test.each(["nowhere", "teams/x", "constructor"])("%s is none", (rest) => {
    expect(findScreen(rest)).toBeUndefined();
  });

  test("each has a title and a description of its own", () => {
    const pages = screenNames.map((name) => screens[name].page);
    for (const page of pages) pageSchema.parse(page);
    expect(new Set(pages.map(({ title }) => title)).size).toBe(pages.length);
  });
});

describe("bars of counts by time", () => {
  const NINE = Date.parse("2025-06-28T09:00:00+05:30");
  const shown = (counts: Record<number, number>) => {
    const { bars, minutes, earlier } = barsOf(
      Object.entries(counts).map(([minute, count]) => ({
        at: NINE + Number(minute) * 60_000,
        count,
      })),
      [1, 5, 60],
    );
    const full = bars.flatMap(({ count }) => count || []);
    return [minutes, bars.length, full, earlier];
  };

  test.each<[string, Record<number, number>, ReturnType<typeof shown>]>([
    ["none are there", {}, [1, 0, [], 0]],
    ["one for each minute", { 0: 2, 59: 1 }, [1, 60, [2, 1], 0]],
    ["longer ones", { 0: 2, 4: 3, 120: 1 }, [5, 25, [5, 1], 0]],
    ["one for each hour", { 0: 2, 2160: 1 }, [60, 37, [2, 1], 0]],
    ["the last 60", { 0: 2, 30: 1, 14_400: 4 }, [60, 60, [4], 3]],
  ])("%s", (_title, counts, expected) => {
    expect(shown(counts)).toEqual(expected);
  });

  test("days begin at midnight, and those without any are there too", () => {
    const at = (day: string) => Date.parse(day);
    const counts = [
      { at: at("2025-04-30"), count: 2 },
      { at: at("2025-05-02"), count: 1 },
    ];
    expect(barsOf(counts, [24 * 60]).bars).toEqual([
      counts[0],
      { at: at("2025-05-01"), count: 0 },
      counts[1],
    ]);
  });
});

describe("a form for an announcement", () => {
  const typed = {
    title: " Lunch ",
    body: "At one.",
    pinned: true,
    pinnedUntil: "2030-06-29T13:00",
    when: "later",
    publishAt: "2030-06-28T13:00",
  };
  const at = Date.parse("2030-06-28T07:30:00Z");

  test("gives the time of India that was typed", () => {
    const words = { title: "Lunch", body: "At one.", pinned: true };
    const pinnedUntil = at + 24 * 60 * 60 * 1000;
    const value = { ...words, pinnedUntil, publishAt: at };
    expect(check(addedSchema, typed)).toEqual({ ok: true, value });
  });

  test("gives no time for now, whatever was typed before", () => {
    expect(check(addedSchema, { ...typed, when: "now" })).toMatchObject({
      value: { publishAt: null },
    });
  });

  test("wants a time to come for a new one, and any for one that is there", () => {
    vi.useFakeTimers({ now: at + 1 });
    const { refusals } = { refusals: [], ...check(addedSchema, typed) };
    expect(refusals).toMatchObject([{ field: "publishAt" }]);
    expect(check(editedSchema, typed)).toMatchObject({ ok: true });
  });

  test("names everything that is missing", () => {
    const empty = { title: "", body: " ", pinned: false, publishAt: "" };
    expect(check(editedSchema, empty)).toMatchObject({
      refusals: [{ field: "title" }, { field: "body" }, { field: "publishAt" }],
    });
  });
});

test("announcements are read as on a dashboard, and those to come apart", () => {
  const entries = [
    { _id: "old", publishAt: 1, pinned: false },
    { _id: "new", publishAt: 3, pinned: false },
    { _id: "pinned", publishAt: 2, pinned: true },
    { _id: "later", publishAt: 20, pinned: true },
    { _id: "next", publishAt: 11, pinned: false },
  ].map((entry) => ({ ...entry, title: "", body: "", author: "" }));
  const ids = (list: readonly Announcement[]) => list.map(({ _id }) => _id);
  const { scheduled, published } = inReadingOrder(
    entries as unknown as Announcement[],
    10,
  );
  expect(ids(scheduled)).toEqual(["next", "later"]);
  expect(ids(published)).toEqual(["pinned", "new", "old"]);
});

test.each([
  [-5_000, "Just arrived"],
  [59_000, "Just arrived"],
  [60_000, "Waiting for 1 minute"],
  [3 * 3_600_000 + 59 * 60_000, "Waiting for 3 hours"],
  [PROMISED_MS + 3_600_000, "Waiting for 25 hours"],
  [5.5 * 24 * 3_600_000, "Waiting for 5 days"],
])("a message that came %d ms ago is %s", (ms, words) => {
  expect(waitingInWords(ms)).toBe(words);
});

describe("a change of a team", () => {
  const member = (uid: string, role: "leader" | "member") => ({
    uid: uid as Id<"users">,
    name: uid,
    role,
    joinedAt: 0,
  });
  const [asha, ravi] = [member("Asha", "leader"), member("Ravi", "member")];
  const nova = { name: "Nova", members: [asha, ravi] };
  const textOf = (
    team: typeof nova,
    kind: "remove" | "lead",
    { uid, name }: typeof asha,
    project: ProjectStatus | null = "draft",
  ) => wordsOfChange(team, { kind, userId: uid }, name, project).text;

  test("names who leads afterwards", () => {
    expect(textOf(nova, "lead", ravi)).toContain("Asha stays as a member.");
    expect(textOf(nova, "remove", asha)).toContain(
      "Ravi, who joined first, will lead Nova.",
    );
    expect(textOf(nova, "remove", ravi)).not.toMatch(/lead|project/u);
  });

  test.each([
    [null, ""],
    ["draft", " Its project, pictures and history are deleted too."],
    [
      "handed_in",
      " What it has handed in stays, in judging and in the gallery.",
    ],
  ] as const)(
    "says that the team goes with its last member, and what of its project (%s)",
    (project, more) => {
      const alone = { ...nova, members: [asha] };
      expect(textOf(alone, "remove", asha, project)).toBe(
        `Asha is the last member: Nova and its invite code will be deleted.${more}`,
      );
    },
  );
});

describe("a form for an entry", () => {
  const typed = {
    title: "Workshop",
    kind: "stage",
    startsAt: "2025-05-25",
    time: "18:00",
    endsAt: "",
    place: "",
    wholeDay: false,
    isCancelled: false,
  };

  test("gives the time of India that was typed, or the start of the day", () => {
    expect(check(entryDraftSchema, typed)).toMatchObject({
      value: { startsAt: Date.parse("2025-05-25T12:30:00Z") },
    });
    expect(
      check(entryDraftSchema, { ...typed, time: "", wholeDay: true }),
    ).toMatchObject({ value: { startsAt: Date.parse("2025-05-24T18:30Z") } });
  });

  test.each([{ startsAt: "" }, { time: "" }, { startsAt: "2025-02-30" }])(
    "with %j names the date as missing",
    (override) => {
      expect(check(entryDraftSchema, { ...typed, ...override })).toMatchObject({
        refusals: [{ field: "startsAt", code: "required" }],
      });
    },
  );
});

test.each(["", "first"])("a resource with the place %j needs one", (order) => {
  const kit = { title: "Kit", url: "/faq", description: "Help" };
  const typed = { ...kit, order, publishAt: "2025-05-25T10:00" };
  expect(check(resourceEditSchema, typed)).toMatchObject({
    refusals: [{ field: "order", code: "required" }],
  });
});

describe("the audit log", () => {
  test("tells what changed and leaves out what stayed", () => {
    const same = { publishAt: 0, body: "Same" };
    const entry = {
      before: { title: "Old", pinned: false, ...same },
      after: { title: "New", pinned: true, ...same },
    };
    expect(describeChange(entry)).toEqual([
      { field: "Title", before: "Old", after: "New" },
      { field: "Pinned", before: "no", after: "yes" },
    ]);
    expect(changeLine(entry)).toBe("Title: Old → New; Pinned: no → yes");
  });

  test("tells times in India, and nothing as nothing", () => {
    const handledAt = Date.parse("2025-06-28T04:00:00Z");
    const before = { _id: "m1", handledAt: null, handledBy: null };
    const after = { ...before, handledAt, handledBy: "Leela" };
    expect(describeChange({ before, after })).toEqual([
      { field: "Handled", after: "28 June 2025, 9:30 AM IST" },
      { field: "Handled by", after: "Leela" },
    ]);
  });

  test("tells names, and no ids", () => {
    const gone = { userId: "u1", member: "Asha" };
    const before = { teamId: "t1", ...gone, leader: "Asha" };
    const after = { teamId: "t1", leader: "Ravi" };
    expect(changeLine({ before, after })).toBe(
      "Member: Asha → nothing; Team Leader: Asha → Ravi",
    );
  });

  test("tells what is there anew, and what is gone", () => {
    expect(describeChange({ before: null, after: { rows: 3 } })).toEqual([
      { field: "Rows", after: "3" },
    ]);
    expect(changeLine({ before: { title: "Gone" }, after: null })).toBe(
      "Title: Gone → nothing",
    );
  });
});

describe("an answer by mail", () => {
  const message = {
    name: "Farida & Co",
    email: "farida+events@example.in",
    subject: "Bus & invoice?",
    message: "Hello\nthere",
    createdAt: "2025-06-12T08:30:00.000Z",
  };
  const partsOf = (href: string) => {
    const url = new URL(href);
    return {
      to: decodeURIComponent(url.pathname),
      subject: url.searchParams.get("subject"),
      body: url.searchParams.get("body"),
    };
  };

  test("goes to whoever wrote, with the subject and the words quoted", () => {
    const { to, subject, body } = partsOf(replyHref(message));
    expect(to).toBe(message.email);
    expect(subject).toBe("Re: Bus & invoice?");
    expect(body).toContain("Hello Farida & Co,");
    expect(body).toContain("On 12 June 2025, 2:00 PM IST you wrote:");
    expect(body).toContain("> Hello\r\n> there");
  });

  test("can add nobody and no header by what was typed into the form", () => {
    const href = replyHref({
      ...message,
      email: "a@b.in?bcc=x@y.in&subject=z",
      subject: "x&cc=evil@example.in\r\nBcc: evil@example.in",
    });
    const names = [...new URL(href).searchParams.keys()];
    expect(names).toEqual(["subject", "body"]);
  });

  test("does not repeat Re:, nor all of a long message, nor half a sign", () => {
    const href = replyHref({
      ...message,
      subject: "RE: bus",
      message: `${"a".repeat(799)}😀 and the end`,
    });
    expect(partsOf(href).subject).toBe("RE: bus");
    expect(partsOf(href).body).not.toContain("the end");
  });
});
