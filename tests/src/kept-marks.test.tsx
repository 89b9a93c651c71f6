import { beforeEach, expect, test, vi } from "vitest";
import type { Id } from "#convex/_generated/dataModel";
import { fillStorage } from "./full-storage";
import { act, render } from "./rendering";

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
async function load() {
  vi.resetModules();
  const page: KeptMarks = await import("../../src/routes/judge/kept-marks");
  const outbox = await import("../../src/lib/outbox/outbox");
  const marksOf = (judgeId: string) => outbox.outboxOf(judgeId);
  return { ...page, ...outbox, marksOf };
}

beforeEach(() => localStorage.clear());

test("marks outlast the page, apart for each judge", async () => {
  const before = await load();
  before.keepDraft("dev", "kite", sheet);
  before.keepUnsent("dev", project("moth", 7), sheet);
  const after = await load();
  expect(after.draftsOf("dev")).toEqual({ kite: sheet });
  expect(after.marksOf("dev")).toMatchObject([
    { name: "MOTH", args: { projectId: "moth", over: 7, sheet } },
  ]);
  expect(after.draftsOf("ela")).toEqual({});
  expect(after.marksOf("ela")).toEqual([]);
});

test("what is saved ends the draft; what takes marks back keeps it", async () => {
  const page = await load();
  page.keepDraft("dev", "kite", sheet);
  page.keepUnsent("dev", kite, null);
  expect(page.draftsOf("dev")).toEqual({ kite: sheet });
  page.keepUnsent("dev", kite, sheet);
  expect(page.draftsOf("dev")).toEqual({});
  expect(page.marksOf("dev")).toMatchObject([{ args: { sheet } }]);
});

test("marks that replace unsent ones replace what those would have", async () => {
  const page = await load();
  page.keepUnsent("dev", project("kite", 7), sheet);
  page.keepUnsent("dev", project("kite", 9), changed);
  expect(page.marksOf("dev")).toMatchObject([
    { args: { over: 7, sheet: changed } },
  ]);
});

test.each(["not json", "{}", '{"kite":1}'])(
  "storage that holds %j holds no draft",
  async (stored) => {
    localStorage.setItem("judging dev", stored);
    expect((await load()).draftsOf("dev")).toEqual({});
  },
);

test("where storage is forbidden, drafts last as long as the page, which asks before it is closed", async () => {
  fillStorage();
  const page = await load();
  function Desk() {
    return Object.keys(page.useDrafts("dev"));
  }
  render(<Desk />);
  act(() => page.keepDraft("dev", "kite", sheet));
  expect(page.draftsOf("dev")).toEqual({ kite: sheet });
  const asksOnClosing = () =>
    !dispatchEvent(new Event("beforeunload", { cancelable: true }));
  expect(asksOnClosing()).toBe(true);
  act(() => page.keepDraft("dev", "kite", null));
  expect(asksOnClosing()).toBe(false);
});
