/** What was typed into the project and is not sent, on the dashboard and the team's page. */
import { beforeEach, expect, test, vi } from "vitest";
import { EMPTY_CONTENT } from "#convex/projects/shared/projects";
import { keptText } from "../../src/lib/outbox/kept-texts";
import { LeftTexts } from "../../src/routes/project/left-texts";
import { answer, calls, responses } from "./deployment";
import { act, open, screen } from "./rendering";
import { TabLocks } from "./tab-locks";

const { description: _, ...content } = EMPTY_CONTENT;
const RADAR = { ...content, _id: "radar", textReadKey: "key", rivals: [] };
const LEFT = JSON.stringify({ text: "Arena Radar", base: "" });
const leave = (name: string) =>
  localStorage.setItem(`project:${name}:closed`, LEFT);

beforeEach(() => {
  vi.useFakeTimers();
  // The tests' browser has none.
  vi.stubGlobal("navigator", { locks: new TabLocks() });
  // There is no line.
  answer({ "projects:workbench": undefined });
  responses["projects:edit"] = async () => [];
});

const hostBack = () => answer({ "projects:workbench": RADAR });
const edits = () => calls.map(([, args]) => args);

/** Opens a page, which says so once something has waited for two seconds. */
async function expectSaid(words: RegExp, isUp = false) {
  open(<LeftTexts uid="meera" />);
  if (isUp) hostBack();
  await act(() => vi.advanceTimersByTimeAsync(2_000));
  screen.getByText(words);
  expect(edits()).toEqual([]);
}
const said = () => screen.queryByText(/waits? on this device/);

test("what a closed page has left waits for the line, and is sent once", async () => {
  leave("radar:meera:name");
  await expectSaid(/1 text of your project waits on this device/);
  hostBack();
  await expect.poll(() => localStorage.length).toBe(0);
  await expect.poll(said).toBeNull();
  const sent = { name: "Arena Radar", bases: { name: "" } };
  expect(edits()).toEqual([{ projectId: "radar", ...sent }]);
});

test("what is left of a former team's project is neither said nor sent", async () => {
  leave("kite:meera:name");
  leave("radar:meera:summary");
  await expectSaid(/2 texts of your project wait on this device/);
  hostBack();
  await expect.poll(edits).toHaveLength(1);
  await expect.poll(said).toBeNull();
  expect(edits()).toMatchObject([{ summary: "Arena Radar" }]);
  expect(localStorage.getItem("project:kite:meera:name:closed")).toBe(LEFT);
});

test("another person's, and what is on its way from this tab, is not sent here", async () => {
  leave("radar:ravi:name");
  keptText("radar", "meera", "name").write({ text: "Radar", base: "" });
  await expectSaid(/1 text of your project waits on this device/, true);
});
