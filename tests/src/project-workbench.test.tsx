import type { ConvexReactClient } from "convex/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Id } from "#convex/_generated/dataModel";
import { refuse } from "#convex/platform/shared/errors";
import {
  EMPTY_CONTENT,
  TRACKS,
  type Workbench,
} from "#convex/projects/shared/projects";
import type { TeamView } from "#convex/teams/shared/teams";
import { isTyped } from "../../src/lib/forms/is-typed";
import { startSending } from "../../src/lib/outbox/sender";
import { PictureTrouble } from "../../src/routes/project/pictures/prepare-picture";
import { WorkbenchView } from "../../src/routes/project/workbench";
import { answer, calls, convex, hold, responses } from "./deployment";
import { act, button, click, field, fill, fireEvent } from "./rendering";
import { open as openPage, screen, tick, within } from "./rendering";
import { stateOf } from "./writer";

const NOW = Date.parse("2025-06-29T09:00:00+05:30");

const clock = vi.hoisted(() => ({ now: 0 }));
vi.mock("../../src/features/clock/deployment-clock", () => ({
  useDeploymentTime: () => clock.now,
}));
/** What becomes of a picture that is chosen. */
const sending = vi.hoisted(() => ({ end: (_error?: Error) => {} }));
vi.mock(
  "../../src/routes/project/pictures/prepare-picture",
  async (importOriginal) => ({
    ...(await importOriginal<object>()),
    preparePicture: async () =>
      new Promise<unknown>((resolve, reject) => {
        sending.end = (error) =>
          error ? reject(error) : resolve({ picture: {}, thumbnail: {} });
      }),
  }),
);
vi.mock(
  "../../src/routes/project/pictures/send-file",
  async (importOriginal) => ({
    ...(await importOriginal<object>()),
    sendFile: async () => "file",
  }),
);
// What outlasts a tab has tests of its own.
vi.mock("../../src/lib/outbox/kept-texts", () => ({
  keptText: () => ({ left: () => () => {}, write: () => {}, clear: () => {} }),
}));

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
  holds: [],
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
  holds: ["3 pictures", "no tracks", "demo"],
};

function describe(text: string) {
  const described = { edition: 0, seq: 1, state: stateOf(text), updates: [] };
  answer({ "projects:description": { projectId: "radar", ...described } });
}

const team = {
  name: "Night Owls",
  members: [
    { uid: "meera", role: "leader" },
    { uid: "ravi", role: "member" },
  ],
} as TeamView;

/** The page of the leader, or of a member; the result shows another project on it, or the same later. */
function open(
  project: Workbench,
  selfId: "meera" | "ravi" = "meera",
  closed?: { hasJudgingBegun: boolean },
) {
  const submissions = {
    state: closed === undefined ? ("open" as const) : ("closed" as const),
    opensAt: null,
    closesAt: NOW + (closed === undefined ? 60_000 : -60_000),
    closedSince: null,
    hasJudgingBegun: false,
    next: null,
    ...closed,
  };
  const page = (shown: Workbench) => (
    <WorkbenchView project={shown} {...{ team, selfId, submissions }} />
  );
  const { show, unmount } = openPage(page(project));
  const showProject = (shown: Workbench) => act(() => show(page(shown)));
  return Object.assign(showProject, { leave: unmount });
}

const heard = () => screen.getByRole("log", { name: "News" }).textContent;
/** On the receipt, and stamped over the page. */
const stamps = () => screen.queryAllByText("Handed in").length;
const dialog = () => within(screen.getByRole("dialog"));
const find = (name: string | RegExp) => screen.findByRole("button", { name });
const focused = () => document.activeElement;
const track = () => screen.getAllByRole("checkbox")[0] as HTMLInputElement;
const namesOf = (name: string) => calls.filter((call) => call[0] === name);
const edits = () => namesOf("projects:edit").map(([, args]) => args);
const handIns = () => namesOf("projects:handIn").length;

let end = () => {};
/** There is no line before that. */
function hostBack() {
  end = startSending(convex as unknown as ConvexReactClient, "meera");
}
afterEach(() => end());

beforeEach(() => {
  clock.now = NOW;
  describe("It finds a table.");
  responses["projects:handIn"] = async () => HANDED_IN.receipt;
  answer({
    "projects:history": [],
    "projects:pictures": [],
    "projects:present": [],
  });
});

test("what a hand-in needs is marked at each field, and the bar leads there", () => {
  describe(" ");
  const show = open(EMPTY, "ravi");
  const marked = screen.getAllByText(/^needed/u).map(({ id }) => id);
  const needed = ["name", "summary", "description", "repositoryUrl", "demoUrl"];
  expect(marked).toEqual(needed.map((name) => `project-${name}-note`));
  const bar = within(screen.getByRole("region", { name: "Hand in" }));
  for (const [name, label] of [
    ["name", "Name"],
    ["description", "Description"],
    ["repository or demo", "Repository"],
  ] as const) {
    fireEvent.click(bar.getByRole("link", { name }));
    expect(focused()).toBe(field(label));
  }
  // A mark goes with the first letter.
  fill("Name", "A");
  expect(document.getElementById("project-name-note")).toBeNull();
  describe("It finds a table.");
  show({ ...WHOLE, textReadKey: "another" });
  expect(screen.queryByText(/^needed|^Still missing/u)).toBeNull();
});

test("the page that hands in is stamped, has its receipt in focus, and offers no second hand-in", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const show = open(WHOLE);
  responses["projects:handIn"] = async () => {
    show(HANDED_IN);
    return HANDED_IN.receipt;
  };
  click("Hand in");
  click("Handing in …");
  await expect.poll(stamps).toBe(2);
  expect(handIns()).toBe(1);
  const receipt = screen.getByRole("region", { name: "Receipt" });
  expect(focused()).toBe(receipt);
  button("Withdraw", within(receipt));
  expect(heard()).toContain("Handed in by Meera Pillai. Receipt 1234 5678");
  await act(() => vi.advanceTimersByTimeAsync(2_000));
  expect(stamps()).toBe(1);
  screen.getByRole("link", { name: "Handed in 9:00 AM" });
  expect(screen.queryByRole("button", { name: /^Hand in/u })).toBeNull();
  show({ ...HANDED_IN, hasChanges: true, changedSince: ["Summary"] });
  button("Hand in again");
});

test("who withdraws has the button to hand in", async () => {
  const show = open(HANDED_IN);
  responses["projects:withdraw"] = async () => show(WHOLE);
  click("Withdraw");
  click("Withdraw", dialog());
  const again = await find("Hand in");
  await expect.poll(focused).toBe(again);
});

/** Chooses pictures; `sending.end` ends the first one. */
function choose(...names: string[]) {
  const [picture, thumbnail] = ["1", "2"].map(
    (it) => `https://a.example/${it}`,
  );
  responses["projects:uploadUrls"] = async () => ({ picture, thumbnail });
  const files = names.map((name) => new File(["photo"], name));
  fireEvent.change(field(/^Add a picture/u), { target: { files } });
}

test("the hand-in waits for pictures on their way, and for what is typed and listed meanwhile", async () => {
  open(WHOLE);
  hostBack();
  responses["projects:edit"] = async () => [];
  choose("board.png", "photo.png");
  click("Hand in");
  await find("Sending 2 pictures, then handing in …");
  fill("Summary", "Finds a seat");
  add("Rust");
  sending.end();
  await find("Sending 1 picture, then handing in …");
  expect(handIns()).toBe(0);
  sending.end();
  await expect.poll(handIns).toBe(1);
  const order = calls.map(([name]) => name);
  expect(edits()).toHaveLength(2);
  const handedIn = order.indexOf("projects:handIn");
  expect(order.lastIndexOf("projects:edit")).toBeLessThan(handedIn);
  expect(screen.queryByText(/but without/u)).toBeNull();
});

test.each([
  ["is not waited for any longer", () => click("Hand in without it")],
  ["cannot be used", () => sending.end(new PictureTrouble())],
  [
    "is not there at the closing time",
    (later: () => void) => {
      clock.now = NOW + 60_000;
      later();
    },
  ],
])("a picture that %s is named as what the hand-in lacks", async (_, end) => {
  const show = open(WHOLE);
  choose("photo.png");
  click("Hand in");
  await find("Hand in without it");
  expect(handIns()).toBe(0);
  end(() => show({ ...WHOLE }));
  await screen.findByText("Handed in, but without photo.png.");
  expect(handIns()).toBe(1);
  const name = "Hand in without it";
  expect(screen.queryByRole("button", { name })).toBeNull();
});

test("with a picture on its way, what is handed in can be handed in again at once", async () => {
  open(HANDED_IN);
  screen.getByText("3 pictures, no tracks, demo");
  choose("photo.png");
  click("Hand in again");
  await find(/^Sending 1 picture/u);
  sending.end();
  await expect.poll(handIns).toBe(1);
});

test("who withdraws is told what ends, and withdraws what they have seen", async () => {
  const shown = { ...HANDED_IN, hasChanges: true, changedSince: ["Pictures"] };
  const show = open(shown);
  click("Withdraw");
  dialog().getByText(
    /Receipt 1234 5678 of 9:00 AM counts no longer\..+differs in: Pictures\.$/u,
  );
  click("Withdraw", dialog());
  await expect
    .poll(() => calls)
    .toContainEqual(["projects:withdraw", { receipt: 12_345_678 }]);
  await expect.poll(() => screen.queryByRole("dialog")).toBeNull();
  click("Withdraw");
  show({ ...shown, receipt: 87_654_321 });
  expect(screen.queryByRole("dialog")).toBeNull();
});

test("a field that cannot be saved is named, and not left out", async () => {
  open({ ...HANDED_IN, hasChanges: true });
  const full = "w".repeat(141);
  fill("Summary", full);
  click("Hand in again");
  await screen.findByText(/^Not handed in: Summary is not saved\. .+140/u);
  expect(field("Summary").value).toBe(full);
  expect(focused()).toBe(field("Summary"));
  expect(handIns()).toBe(0);
});

test("a teammate's line is not put into the word that a keyboard composes, which is sent on the line it began in", () => {
  const show = open(WHOLE);
  responses["projects:edit"] = async () => ["summary"];
  const summary = field("Summary");
  const composed = `${WHOLE.summary} duniya`;
  fireEvent.compositionStart(summary);
  show({ ...WHOLE, summary: "Bina has written this" });
  expect(summary.value).toBe(WHOLE.summary);
  // Firefox tells of the last letters after the end.
  summary.value = composed;
  fireEvent.compositionEnd(summary);
  expect(summary.value).toBe(composed);
  fireEvent.blur(summary);
  const bases = { summary: WHOLE.summary };
  expect(edits()).toContainEqual(
    expect.objectContaining({ summary: composed, bases }),
  );
});

test("a teammate's page says it in the bar, and leaves the focus where it is", () => {
  const show = open(WHOLE, "ravi");
  field("Summary").focus();
  show(HANDED_IN);
  screen.getByText("Handed in by Meera Pillai");
  expect(stamps()).toBe(1);
  expect(focused()).toBe(field("Summary"));
  expect(screen.queryByRole("button", { name: "Withdraw" })).toBeNull();
});

test("who goes on writing while the hand-in is on its way is not interrupted", async () => {
  const show = open(WHOLE);
  responses["projects:handIn"] = async () => {
    field("Summary").focus();
    show(HANDED_IN);
    return HANDED_IN.receipt;
  };
  click("Hand in");
  await screen.findByText("Handed in by Meera Pillai");
  expect(focused()).toBe(field("Summary"));
});

test("a new version may be loaded over what the page keeps as it is typed and ticked", () => {
  const show = open(WHOLE);
  expect(field("Description").value).toBe("It finds a table.");
  fill("Summary", "Finds a seat");
  fireEvent.click(track());
  show({ ...WHOLE, tracks: [TRACKS[0]] });
  expect(track().checked).toBe(true);
  expect(isTyped()).toBe(false);
});

const rival = (userId: string, userName: string, text: string) => ({
  _id: `rival of ${userId}` as Id<"projectRivals">,
  field: "summary" as const,
  userId: userId as Id<"users">,
  userName,
  text,
  at: NOW,
});
const chair = rival("ravi", "Ravi Iyer", "Finds a chair");
const stool = rival("sana", "Sana Qureshi", "Finds a stool");

test.each([
  ["The team’s", [chair, stool], null],
  ["Ravi Iyer’s", [stool, chair], chair],
])(
  "of several versions of a field, %s is used, and the others go to the history",
  async (whose, order, taken) => {
    open({ ...WHOLE, rivals: [chair, stool] });
    expect(heard()).toContain("Two versions of: Summary");
    fireEvent.click(screen.getByText("3 versions · choose"));
    screen.getByText("Finds a stool");
    click(`Use this: ${whose}`);
    await expect
      .poll(() => namesOf("projects:choose").map(([, args]) => args))
      .toEqual(
        order.map((one) => ({
          rivalId: one._id,
          isTaken: one === taken,
          seen: { text: WHOLE.summary, rival: one.text },
        })),
      );
    await expect.poll(focused).toBe(field("Summary"));
  },
);

test("a text that waits for a choice does not count as saved", async () => {
  const { text } = stool;
  const show = open({ ...WHOLE, rivals: [chair] }, "ravi");
  responses["projects:edit"] = async () => {
    show({ ...WHOLE, rivals: [{ ...chair, text }] });
    return ["summary"];
  };
  fill("Summary", text);
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
    if (hasResults) answer({ "judging:published": { at: NOW, awards: [] } });
    open(HANDED_IN, "meera", { hasJudgingBegun });
    screen.getByText(
      (_text, element) =>
        element?.tagName === "P" && element.textContent.endsWith(sentence),
    );
    expect(screen.queryByRole("button", { name: "Withdraw" })).toBeNull();
    expect(field("Name").hasAttribute("readonly")).toBe(true);
  },
);

const list = () =>
  screen
    .getAllByRole("list", { name: "Built with" })
    .flatMap((it) => [...it.children])
    .map(({ textContent }) => textContent);
function add(thing: string) {
  const entry = document.getElementById("project-builtWith") as HTMLElement;
  fireEvent.change(entry, { target: { value: thing } });
  click("Add");
}

test("what is listed, ticked and hidden without a line outlasts the page, and is sent once when the line is back", async () => {
  const page = open({ ...WHOLE, builtWith: ["Lua"] });
  add("Rust");
  add("ESP32");
  click("Take away Lua");
  fireEvent.click(track());
  tick("Hide our names");
  page.leave();
  // A teammate has added something meanwhile.
  const show = open({ ...WHOLE, builtWith: ["Lua", "Go"] });
  expect(list()).toEqual(["Go", "Rust", "ESP32"]);
  expect(track().checked).toBe(true);
  expect(field("Hide our names").checked).toBe(true);
  expect(screen.getAllByText("Saving")).toHaveLength(3);
  expect(edits()).toEqual([]);
  responses["projects:edit"] = async () => [];
  hostBack();
  await expect.poll(() => localStorage.length).toBe(0);
  // Each is in a lane of its own.
  expect(edits()).toHaveLength(3);
  for (const edit of [
    { builtWith: ["Rust", "ESP32"], bases: { builtWith: ["Lua"] } },
    { tracks: [TRACKS[0]], bases: { tracks: [] } },
    { hidesNames: true, bases: {} },
  ])
    expect(edits()).toContainEqual({ projectId: "radar", ...edit });
  show({ ...WHOLE, builtWith: ["Go", "Rust", "ESP32"] });
  expect(list()).toEqual(["Go", "Rust", "ESP32"]);
  expect(screen.queryByText("Saving")).toBeNull();
});

test("a hand-in waits for what is listed, and goes on when that is saved", async () => {
  open(WHOLE);
  const save = hold("projects:edit");
  hostBack();
  add("Rust");
  await expect.poll(edits).toHaveLength(1);
  click("Hand in");
  await find("Saving, then handing in …");
  expect(handIns()).toBe(0);
  await save([]);
  await expect.poll(handIns).toBe(1);
});

test("a list that is refused while a hand-in waits for it is named, and waits for nobody after that", async () => {
  open(WHOLE);
  const many = { label: "things it was built with", max: 12 };
  let refuseIt = () => {};
  const told = new Promise<void>((resolve) => (refuseIt = resolve));
  responses["projects:edit"] = async () =>
    told.then(() => refuse("too_many", many));
  hostBack();
  add("Rust");
  click("Hand in");
  refuseIt();
  const words = "Choose at most 12 things it was built with.";
  await screen.findByText(`Not handed in: Built with is not saved. ${words}`);
  screen.getByText(words);
  expect(list()).toEqual([]);
  expect(localStorage).toHaveLength(0);
  click("Hand in");
  await expect.poll(handIns).toBe(1);
});

test("what is listed after the closing time is named, waits, and is sent when submissions open again", async () => {
  const closedAt = NOW - 60_000;
  responses["projects:edit"] = async () =>
    refuse("submissions_closed", { closedAt });
  const page = open(WHOLE);
  hostBack();
  add("Rust");
  await screen.findByText(/^Submissions closed on/u);
  click("Hand in");
  await screen.findByText(
    /^Handed in, but without your last words in Built with\. They came/u,
  );
  page.leave();
  responses["projects:edit"] = async () => [];
  open(WHOLE);
  await expect.poll(() => localStorage.length).toBe(0);
});
