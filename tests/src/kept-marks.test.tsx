import { beforeEach, expect, test, vi } from "vitest";
import type { Id } from "#convex/_generated/dataModel";

type KeptMarks = typeof import("../../src/routes/judge/kept-marks");

const sheet = { marks: { works: 4 }, note: "Ask about the glue" };
const changed = { ...sheet, marks: { works: 5 } };

const project = (projectId: string, scoredAt: number | null = null) => ({
  projectId: projectId as Id<"projects">,
  name: projectId.toUpperCase(),
  scoredAt,
});
const kite = project("kite");

/** The page, loaded anew. */
async function load(): Promise<KeptMarks> {
  vi.resetModules();
  return import("../../src/routes/judge/kept-marks");
}

beforeEach(() => localStorage.clear());

test("marks outlast the page, apart for each judge", async () => {
  const before = await load();
  before.keepDraft("dev", "kite", sheet);
  before.keepUnsent("dev", project("moth", 7), sheet);
  const after = await load();
  expect(after.keptOf("dev")).toEqual({
    drafts: { kite: sheet },
    unsent: { moth: { name: "MOTH", over: 7, sheet } },
  });
  expect(after.keptOf("ela")).toEqual({ drafts: {}, unsent: {} });
});

test("what is saved ends the draft; what takes marks back keeps it", async () => {
  const page = await load();
  page.keepDraft("dev", "kite", sheet);
  page.keepUnsent("dev", kite, null);
  expect(page.keptOf("dev").drafts).toEqual({ kite: sheet });
  page.keepUnsent("dev", kite, sheet);
  expect(page.keptOf("dev")).toMatchObject({
    drafts: {},
    unsent: { kite: { sheet } },
  });
});

const sent = { name: "KITE", over: null, sheet };

test("what was accepted is forgotten, unless other marks were saved meanwhile: those replace it", async () => {
  const page = await load();
  page.keepUnsent("dev", kite, sheet);
  page.keepUnsent("dev", kite, changed);
  expect(page.keptOf("dev").unsent.kite).toEqual({ ...sent, sheet: changed });
  page.dropSent("dev", "kite", sent);
  const next = { name: "KITE", sheet: changed };
  expect(page.keptOf("dev").unsent).toEqual({ kite: next });
  page.dropSent("dev", "kite", next);
  expect(page.keptOf("dev").unsent).toEqual({});
});

test("what was refused is the draft again, unless other marks were saved meanwhile", async () => {
  const page = await load();
  page.keepUnsent("dev", kite, sheet);
  page.keepRefused("dev", "kite", sent);
  expect(page.keptOf("dev")).toEqual({ drafts: { kite: sheet }, unsent: {} });
  page.keepUnsent("dev", kite, changed);
  page.keepRefused("dev", "kite", sent);
  expect(page.keptOf("dev")).toMatchObject({
    drafts: {},
    unsent: { kite: { sheet: changed } },
  });
});

test.each(["not json", "{}", '{"drafts":1,"unsent":{}}'])(
  "storage that holds %j holds nothing",
  async (stored) => {
    localStorage.setItem("judging dev", stored);
    expect((await load()).keptOf("dev")).toEqual({ drafts: {}, unsent: {} });
  },
);

test("where storage is forbidden, marks last as long as the page", async () => {
  const forbidden = vi
    .spyOn(Storage.prototype, "setItem")
    .mockImplementation(() => {
      throw new Error("forbidden");
    });
  const page = await load();
  page.keepUnsent("dev", kite, sheet);
  expect(page.keptOf("dev").unsent).toMatchObject({ kite: { sheet } });
  forbidden.mockRestore();
});
