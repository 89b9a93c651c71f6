import { getFunctionName, type FunctionReference } from "convex/server";
import { MemoryRouter } from "react-router-dom";
import { beforeEach, expect, test, vi } from "vitest";
import * as Y from "yjs";
import type { Id } from "#convex/_generated/dataModel";
import { refuse } from "#convex/shared/errors";
import { EMPTY_CONTENT, type Workbench } from "#convex/shared/projects";
import type { TeamView } from "#convex/shared/teams";
import { WorkbenchView } from "../../src/routes/project/workbench";
import { act, fireEvent, render, screen, within } from "./rendering";

const NOW = Date.parse("2025-06-29T09:00:00+05:30");

/** What the deployment does when it is called, and the description that it has. */
const deployment = vi.hoisted(() => ({
  calls: {} as Record<string, (args: unknown) => Promise<unknown>>,
  description: undefined as unknown,
  results: null as object | null,
}));
vi.mock("../../src/features/clock/deployment-clock", () => ({
  useDeploymentTime: () => NOW,
}));
// What outlasts a tab has tests of its own.
vi.mock("../../src/routes/project/kept-texts", () => ({
  keptText: () => ({ left: () => () => {}, write: () => {}, clear: () => {} }),
}));
vi.mock("convex/react", async (original) => {
  const call = async (of: FunctionReference<"mutation">, args: unknown) =>
    deployment.calls[getFunctionName(of)]?.(args);
  const nothing = { status: "success", data: [] };
  const convex = {
    mutation: call,
    connectionState: () => ({ isWebSocketConnected: true }),
    subscribeToConnectionState: () => () => {},
    watchQuery: () => ({
      onUpdate: () => () => {},
      localQueryResult: () => deployment.description,
    }),
  };
  return {
    ...(await original<typeof import("convex/react")>()),
    useConvex: () => convex,
    useQuery_experimental: ({
      query,
    }: {
      query: FunctionReference<"query">;
    }) =>
      getFunctionName(query) === "judging:published"
        ? { status: "success", data: deployment.results }
        : nothing,
    useAction: () => async () => undefined,
    useMutation: (of: FunctionReference<"mutation">) => {
      const mutate = async (args: unknown) => call(of, args);
      return Object.assign(mutate, { withOptimisticUpdate: () => mutate });
    },
  };
});

const { description: _, ...content } = EMPTY_CONTENT;
const EMPTY: Workbench = {
  ...content,
  _id: "radar" as Id<"projects">,
  hidesNames: false,
  status: "draft",
  handedInAt: null,
  receipt: null,
  handedInBy: null,
  handedInName: null,
  hasChanges: false,
  textReadKey: "key",
  changedSince: [],
  rivals: [],
};
const WHOLE: Workbench = {
  ...EMPTY,
  name: "Arena Radar",
  summary: "Finds a table",
  demoUrl: "https://radar.example",
};
const HANDED_IN: Workbench = {
  ...WHOLE,
  status: "handed_in",
  handedInAt: NOW,
  receipt: 12_345_678,
  handedInBy: "Meera Pillai",
  handedInName: "Arena Radar",
};

function described(text: string) {
  const doc = new Y.Doc();
  doc.getText("description").insert(0, text);
  const state = Y.encodeStateAsUpdate(doc).slice().buffer;
  return { projectId: "radar", edition: 0, seq: 1, state, updates: [] };
}

/** The page of the leader, or of a member; the result shows another project on it. */
function open(
  project: Workbench,
  selfId: "meera" | "ravi" = "meera",
  closed?: { hasJudgingBegun: boolean },
) {
  const team = {
    name: "Night Owls",
    members: [
      { uid: "meera", role: "leader" },
      { uid: "ravi", role: "member" },
    ],
  } as TeamView;
  const page = (shown: Workbench) => (
    <MemoryRouter>
      <WorkbenchView
        project={shown}
        team={team}
        selfId={selfId}
        submissions={{
          state: closed === undefined ? "open" : "closed",
          opensAt: null,
          closesAt: NOW + (closed === undefined ? 60_000 : -60_000),
          closedSince: null,
          hasJudgingBegun: false,
          next: null,
          ...closed,
        }}
      />
    </MemoryRouter>
  );
  const { rerender } = render(page(project));
  return (shown: Workbench) => act(() => rerender(page(shown)));
}

const field = (label: string) => screen.getByLabelText(label);
const press = (name: string) =>
  fireEvent.click(screen.getByRole("button", { name }));
const heard = () => screen.getByRole("log", { name: "News" }).textContent;
/** On the receipt, and stamped over the page. */
const stamps = () => screen.queryAllByText("Handed in").length;

beforeEach(() => {
  deployment.calls = {};
  deployment.results = null;
  deployment.description = described("It finds a table.");
  Element.prototype.scrollIntoView = () => {};
});

test("what a hand-in needs is marked at each field, and the bar leads there", async () => {
  deployment.description = described(" ");
  const show = open(EMPTY, "ravi");
  expect(screen.getAllByText(/^needed/u).map((mark) => mark.id)).toEqual([
    "project-name-note",
    "project-summary-note",
    "project-description-note",
    "project-repositoryUrl-note",
    "project-demoUrl-note",
  ]);
  const bar = within(screen.getByRole("region", { name: "Hand in" }));
  for (const [link, label] of [
    ["name", "Name"],
    ["description", "Description"],
    ["repository or demo", "Repository"],
  ] as const) {
    fireEvent.click(bar.getByRole("link", { name: link }));
    expect(document.activeElement).toBe(field(label));
  }
  // A mark goes with the first letter.
  fireEvent.change(field("Name"), { target: { value: "A" } });
  expect(document.getElementById("project-name-note")).toBeNull();
  deployment.description = described("It finds a table.");
  show({ ...WHOLE, textReadKey: "another" });
  expect(screen.queryByText(/^needed|^Still missing/u)).toBeNull();
});

test("the page that hands in is stamped, has its receipt in focus, and offers no second hand-in", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const show = open(WHOLE);
  const handIn = vi.fn(async () => {
    show(HANDED_IN);
    return HANDED_IN.receipt;
  });
  deployment.calls["projects:handIn"] = handIn;
  press("Hand in");
  press("Handing in …");
  await expect.poll(stamps).toBe(2);
  expect(handIn).toHaveBeenCalledOnce();
  const receipt = screen.getByRole("region", { name: "Receipt" });
  expect(document.activeElement).toBe(receipt);
  within(receipt).getByRole("button", { name: "Withdraw" });
  expect(heard()).toContain("Handed in by Meera Pillai. Receipt 1234 5678");
  await act(() => vi.advanceTimersByTimeAsync(2_000));
  expect(stamps()).toBe(1);
  screen.getByRole("link", { name: "Handed in 9:00 AM" });
  expect(screen.queryByRole("button", { name: /^Hand in/u })).toBeNull();
  show({ ...HANDED_IN, hasChanges: true, changedSince: ["Summary"] });
  screen.getByRole("button", { name: "Hand in again" });
});

test("a teammate's page says it in the bar, and leaves the focus where it is", async () => {
  const show = open(WHOLE, "ravi");
  field("Summary").focus();
  show(HANDED_IN);
  screen.getByText("Handed in by Meera Pillai");
  expect(stamps()).toBe(1);
  expect(document.activeElement).toBe(field("Summary"));
  expect(screen.queryByRole("button", { name: "Withdraw" })).toBeNull();
});

test("who goes on writing while the hand-in is on its way is not interrupted", async () => {
  const show = open(WHOLE);
  deployment.calls["projects:handIn"] = async () => {
    field("Summary").focus();
    show(HANDED_IN);
    return HANDED_IN.receipt;
  };
  press("Hand in");
  await screen.findByText("Handed in by Meera Pillai");
  expect(document.activeElement).toBe(field("Summary"));
});

test("a hand-in that was too late says so, and nothing is stamped", async () => {
  open(WHOLE);
  deployment.calls["projects:handIn"] = async () =>
    refuse("submissions_closed", { closedAt: NOW });
  press("Hand in");
  await screen.findByText(/^Too late: not handed in\. Submissions closed on/u);
  expect(stamps()).toBe(0);
  screen.getByRole("button", { name: "Hand in" });
});

const rival = (userId: string, userName: string, text: string) => ({
  _id: `rival of ${userId}` as Id<"projectRivals">,
  field: "summary" as const,
  userId: userId as Id<"users">,
  userName,
  text,
  at: NOW,
});

test.each([
  ["The team’s", [["rival of ravi"], ["rival of sana"]]],
  ["Ravi Iyer’s", [["rival of sana"], ["rival of ravi", true]]],
])(
  "of several versions of a field, %s is used, and the others go to the history",
  async (whose, choices) => {
    const choose = vi.fn(async () => null);
    deployment.calls["projects:choose"] = choose;
    open({
      ...WHOLE,
      rivals: [
        rival("ravi", "Ravi Iyer", "Finds a chair"),
        rival("sana", "Sana Qureshi", "Finds a stool"),
      ],
    });
    expect(heard()).toContain("Two versions of: Summary");
    fireEvent.click(screen.getByText("3 versions · choose"));
    screen.getByText("Finds a stool");
    press(`Use this: ${whose}`);
    await expect
      .poll(() => choose.mock.calls)
      .toEqual(
        choices.map(([rivalId, isTaken = false]) => [{ rivalId, isTaken }]),
      );
    await expect.poll(() => document.activeElement).toBe(field("Summary"));
  },
);

test("a text that waits for a choice does not count as saved", async () => {
  const own = rival("ravi", "Ravi Iyer", "Finds a chair");
  const show = open({ ...WHOLE, rivals: [own] }, "ravi");
  deployment.calls["projects:edit"] = async () => {
    show({ ...WHOLE, rivals: [{ ...own, text: "Finds a stool" }] });
    return ["summary"];
  };
  fireEvent.change(field("Summary"), { target: { value: "Finds a stool" } });
  screen.getByText("Saving");
  fireEvent.blur(field("Summary"));
  await expect.poll(() => screen.queryByText("Saving")).toBeNull();
  expect(screen.queryByText("Saved")).toBeNull();
});

test.each([
  [false, false, "What you handed in is what will be judged."],
  [true, false, "Judging has begun."],
  [true, true, "The results are out. See the results"],
])(
  "after closing, with judging begun: %s and results out: %s, it says: %s",
  (hasJudgingBegun, hasResults, sentence) => {
    if (hasResults) deployment.results = { at: NOW, awards: [] };
    open(HANDED_IN, "meera", { hasJudgingBegun });
    screen.getByText(
      (_text, element) =>
        element?.tagName === "P" && element.textContent.endsWith(sentence),
    );
    expect(screen.queryByRole("button", { name: "Withdraw" })).toBeNull();
    expect(field("Name").hasAttribute("readonly")).toBe(true);
  },
);
