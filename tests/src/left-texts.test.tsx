/** What was typed into the project and is not sent, on the dashboard and the team's page. */
import { MemoryRouter } from "react-router-dom";
import { beforeEach, expect, test, vi } from "vitest";
import { EMPTY_CONTENT } from "#convex/shared/projects";
import { LeftTexts } from "../../src/routes/project/left-texts";
import { keptText } from "../../src/routes/project/kept-texts";
import { act, render, screen } from "./rendering";
import { TabLocks } from "./tab-locks";

const deployment = vi.hoisted(() => ({
  /** Undefined while there is no line. */
  project: undefined as object | undefined,
  edits: [] as unknown[],
}));
vi.mock("convex/react", () => {
  const pending = { status: "pending" };
  const convex = {
    connectionState: () => ({ isWebSocketConnected: true }),
    watchQuery: () => ({
      onUpdate: () => () => {},
      localQueryResult: () => undefined,
    }),
  };
  return {
    useConvex: () => convex,
    useQuery_experimental: () => {
      const data = deployment.project;
      return data === undefined ? pending : { status: "success", data };
    },
    useMutation: () => async (args: unknown) => {
      deployment.edits.push(args);
      return [];
    },
  };
});

const { description: _, ...content } = EMPTY_CONTENT;
const RADAR = { ...content, _id: "radar", textReadKey: "key", rivals: [] };
const LEFT = JSON.stringify({ text: "Arena Radar", base: "" });

beforeEach(() => {
  vi.useFakeTimers();
  // The tests' browser has none.
  vi.stubGlobal("navigator", { locks: new TabLocks() });
  localStorage.clear();
  deployment.project = undefined;
  deployment.edits.length = 0;
});

function open() {
  const page = () => (
    <MemoryRouter>
      <LeftTexts uid="meera" />
    </MemoryRouter>
  );
  const { rerender } = render(page());
  return {
    lineBack: () =>
      act(() => {
        deployment.project = RADAR;
        rerender(page());
      }),
  };
}

/** What is said once something has waited for two seconds. */
async function expectSaid(words: RegExp) {
  await act(() => vi.advanceTimersByTimeAsync(2_000));
  screen.getByText(words);
}

test("what a closed page has left waits for the line, and is sent once", async () => {
  localStorage.setItem("project:radar:meera:name:closed", LEFT);
  const { lineBack } = open();
  await expectSaid(/1 text of your project waits on this device/);
  expect(deployment.edits).toEqual([]);
  lineBack();
  await expect.poll(() => localStorage.length).toBe(0);
  await expect
    .poll(() => screen.queryByText(/waits? on this device/))
    .toBeNull();
  expect(deployment.edits).toEqual([
    { projectId: "radar", name: "Arena Radar", bases: { name: "" } },
  ]);
});

test("what is left of a former team's project is neither said nor sent", async () => {
  localStorage.setItem("project:kite:meera:name:closed", LEFT);
  localStorage.setItem("project:radar:meera:summary:closed", LEFT);
  const { lineBack } = open();
  await expectSaid(/2 texts of your project wait on this device/);
  lineBack();
  await expect.poll(() => deployment.edits).toHaveLength(1);
  await expect
    .poll(() => screen.queryByText(/waits? on this device/))
    .toBeNull();
  expect(deployment.edits).toMatchObject([{ summary: "Arena Radar" }]);
  expect(localStorage.getItem("project:kite:meera:name:closed")).toBe(LEFT);
});

test("another person's, and what is on its way from this tab, is not sent here", async () => {
  localStorage.setItem("project:radar:ravi:name:closed", LEFT);
  keptText("radar", "meera", "name").write({ text: "Radar", base: "" });
  const { lineBack } = open();
  lineBack();
  await expectSaid(/1 text of your project waits on this device/);
  expect(deployment.edits).toEqual([]);
});
