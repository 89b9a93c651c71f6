import { beforeEach, expect, test, vi } from "vitest";

type KeptMarks = typeof import("../../src/routes/judge/kept-marks");

const sheet = { marks: { works: 4 }, note: "Ask about the glue" };

/** The page, loaded anew. */
async function load(): Promise<KeptMarks> {
  vi.resetModules();
  return import("../../src/routes/judge/kept-marks");
}

beforeEach(() => localStorage.clear());

test("marks outlast the page, apart for each judge", async () => {
  const before = await load();
  before.keepDraft("dev", "kite", sheet);
  before.keepUnsent("dev", "moth", sheet);
  const after = await load();
  expect(after.keptOf("dev")).toEqual({
    drafts: { kite: sheet },
    unsent: { moth: sheet },
  });
  expect(after.keptOf("ela")).toEqual({ drafts: {}, unsent: {} });
});

test("what is saved ends the draft; what takes marks back keeps it", async () => {
  const page = await load();
  page.keepDraft("dev", "kite", sheet);
  page.keepUnsent("dev", "kite", null);
  expect(page.keptOf("dev").drafts).toEqual({ kite: sheet });
  page.keepUnsent("dev", "kite", sheet);
  expect(page.keptOf("dev")).toEqual({ drafts: {}, unsent: { kite: sheet } });
});

test("what was sent is forgotten, unless other marks were saved meanwhile", async () => {
  const page = await load();
  page.keepUnsent("dev", "kite", sheet);
  const changed = { ...sheet, marks: { works: 5 } };
  page.keepUnsent("dev", "kite", changed);
  page.dropSent("dev", "kite", sheet);
  expect(page.keptOf("dev").unsent).toEqual({ kite: changed });
  page.dropSent("dev", "kite", changed);
  expect(page.keptOf("dev").unsent).toEqual({});
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
  page.keepUnsent("dev", "kite", sheet);
  expect(page.keptOf("dev").unsent).toEqual({ kite: sheet });
  forbidden.mockRestore();
});
