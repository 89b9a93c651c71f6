/** What was typed into the project and is not sent, on the dashboard and the team's page. */
import { MemoryRouter } from "react-router-dom";
import { beforeEach, expect, test, vi } from "vitest";
import { EMPTY_CONTENT } from "#convex/projects/shared/projects";
import { LeftTexts } from "../../src/routes/project/left-texts";
import { keptText } from "../../src/lib/outbox/kept-texts";
import { answer, calls, resetDeployment, responses } from "./deployment";
import { act, render, screen } from "./rendering";
import { TabLocks } from "./tab-locks";

vi.mock("convex/react", async () =>
  (await import("./deployment")).convexReact(),
);

const { description: _, ...content } = EMPTY_CONTENT;
const RADAR = { ...content, _id: "radar", textReadKey: "key", rivals: [] };
const LEFT = JSON.stringify({ text: "Arena Radar", base: "" });

beforeEach(() => {
  vi.useFakeTimers();
  // The tests' browser has none.
  vi.stubGlobal("navigator", { locks: new TabLocks() });
  localStorage.clear();
  // There is no line.
  resetDeployment({ "projects:workbench": undefined });
  responses["projects:edit"] = async () => [];
});

const open = () =>
  render(
    <MemoryRouter>
      <LeftTexts uid="meera" />
    </MemoryRouter>,
  );
const hostBack = () => answer({ "projects:workbench": RADAR });
const edits = () => calls.map(([, args]) => args);

/** What is said once something has waited for two seconds. */
async function expectSaid(words: RegExp) {
  await act(() => vi.advanceTimersByTimeAsync(2_000));
  screen.getByText(words);
}

test("what a closed page has left waits for the line, and is sent once", async () => {
  localStorage.setItem("project:radar:meera:name:closed", LEFT);
  open();
  await expectSaid(/1 text of your project waits on this device/);
  expect(edits()).toEqual([]);
  hostBack();
  await expect.poll(() => localStorage.length).toBe(0);
  await expect
    .poll(() => screen.queryByText(/waits? on this device/))
    .toBeNull();
  expect(edits()).toEqual([
    { projectId: "radar", name: "Arena Radar", bases: { name: "" } },
  ]);
});

test("what is left of a former team's project is neither said nor sent", async () => {
  localStorage.setItem("project:kite:meera:name:closed", LEFT);
  localStorage.setItem("project:radar:meera:summary:closed", LEFT);
  open();
  await expectSaid(/2 texts of your project wait on this device/);
  hostBack();
  await expect.poll(edits).toHaveLength(1);
  await expect
    .poll(() => screen.queryByText(/waits? on this device/))
    .toBeNull();
  expect(edits()).toMatchObject([{ summary: "Arena Radar" }]);
  expect(localStorage.getItem("project:kite:meera:name:closed")).toBe(LEFT);
});

test("another person's, and what is on its way from this tab, is not sent here", async () => {
  localStorage.setItem("project:radar:ravi:name:closed", LEFT);
  keptText("radar", "meera", "name").write({ text: "Radar", base: "" });
  open();
  hostBack();
  await expectSaid(/1 text of your project waits on this device/);
  expect(edits()).toEqual([]);
});
