import { ConvexError, type Value } from "convex/values";
import type { ConvexReactClient } from "convex/react";
import { MemoryRouter } from "react-router-dom";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import * as Y from "yjs";
import type { Id } from "#convex/_generated/dataModel";
import { refusal, type ErrorCode } from "#convex/platform/shared/errors";
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
import {
  answer,
  calls,
  convex,
  resetDeployment,
  responses,
} from "./deployment";
import { act, fireEvent, render, screen, within } from "./rendering";

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
vi.mock("convex/react", async () =>
  (await import("./deployment")).convexReact(),
);

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

function described(text: string) {
  const doc = new Y.Doc();
  doc.getText("description").insert(0, text);
  const state = Y.encodeStateAsUpdate(doc).slice().buffer;
  return { projectId: "radar", edition: 0, seq: 1, state, updates: [] };
}

/** The page of the leader, or of a member; the result shows another project on it, or the same later. */
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
  const { rerender, unmount } = render(page(project));
  const show = (shown: Workbench) => act(() => rerender(page(shown)));
  return Object.assign(show, { leave: unmount });
}

const field = (label: string) => screen.getByLabelText(label);
const press = (name: string) =>
  fireEvent.click(screen.getByRole("button", { name }));
const heard = () => screen.getByRole("log", { name: "News" }).textContent;
/** On the receipt, and stamped over the page. */
const stamps = () => screen.queryAllByText("Handed in").length;

let end = () => {};
/** There is no line before that. */
function hostBack() {
  end = startSending(convex as unknown as ConvexReactClient, "meera");
}
afterEach(() => end());

beforeEach(() => {
  clock.now = NOW;
  localStorage.clear();
  resetDeployment({
    "projects:description": described("It finds a table."),
    "projects:history": [],
    "projects:pictures": [],
    "projects:present": [],
  });
  Element.prototype.scrollIntoView = () => {};
});

test("what a hand-in needs is marked at each field, and the bar leads there", async () => {
  answer({ "projects:description": described(" ") });
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
  answer({ "projects:description": described("It finds a table.") });
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
  responses["projects:handIn"] = handIn;
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

test("who withdraws has the button to hand in", async () => {
  const show = open(HANDED_IN);
  responses["projects:withdraw"] = async () => show(WHOLE);
  press("Withdraw");
  const dialog = within(screen.getByRole("dialog"));
  fireEvent.click(dialog.getByRole("button", { name: "Withdraw" }));
  const again = await screen.findByRole("button", { name: "Hand in" });
  await expect.poll(() => document.activeElement).toBe(again);
});

/** Chooses pictures; `sending.end` ends the first one. */
function choose(...names: string[]) {
  responses["projects:uploadUrls"] = async () => ({
    picture: "https://arena.example/1",
    thumbnail: "https://arena.example/2",
  });
  const files = names.map((name) => new File(["photo"], name));
  fireEvent.change(screen.getByLabelText(/^Add a picture/u), {
    target: { files },
  });
}
const handsIn = () => {
  const handIn = vi.fn(async () => HANDED_IN.receipt);
  responses["projects:handIn"] = handIn;
  return handIn;
};

test("the hand-in waits for pictures on their way, and for what is typed and listed meanwhile", async () => {
  open(WHOLE);
  hostBack();
  const handIn = handsIn();
  responses["projects:edit"] = async () => [];
  choose("board.png", "photo.png");
  press("Hand in");
  await screen.findByRole("button", {
    name: "Sending 2 pictures, then handing in …",
  });
  fireEvent.change(field("Summary"), { target: { value: "Finds a seat" } });
  add("Rust");
  sending.end();
  await screen.findByRole("button", {
    name: "Sending 1 picture, then handing in …",
  });
  expect(handIn).not.toHaveBeenCalled();
  sending.end();
  await expect.poll(() => handIn.mock.calls).toHaveLength(1);
  const order = calls.map(([name]) => name);
  expect(edits()).toHaveLength(2);
  expect(order.lastIndexOf("projects:edit")).toBeLessThan(
    order.indexOf("projects:handIn"),
  );
  expect(screen.queryByText(/but without/u)).toBeNull();
});

test.each([
  ["is not waited for any longer", () => press("Hand in without it")],
  ["cannot be used", () => sending.end(new PictureTrouble())],
  [
    "is not there at the closing time",
    async (later: () => Promise<void>) => {
      clock.now = NOW + 60_000;
      await later();
    },
  ],
])(
  "a picture that %s is named as what the hand-in lacks",
  async (_title, end) => {
    const show = open(WHOLE);
    const handIn = handsIn();
    choose("photo.png");
    press("Hand in");
    await screen.findByRole("button", { name: "Hand in without it" });
    expect(handIn).not.toHaveBeenCalled();
    await end(async () => show({ ...WHOLE }));
    await screen.findByText("Handed in, but without photo.png.");
    expect(handIn).toHaveBeenCalledOnce();
    expect(
      screen.queryByRole("button", { name: "Hand in without it" }),
    ).toBeNull();
  },
);

test("with a picture on its way, what is handed in can be handed in again at once", async () => {
  open(HANDED_IN);
  const handIn = handsIn();
  screen.getByText("3 pictures, no tracks, demo");
  choose("photo.png");
  press("Hand in again");
  await screen.findByRole("button", { name: /^Sending 1 picture/u });
  sending.end();
  await expect.poll(() => handIn.mock.calls).toHaveLength(1);
});

test("who withdraws is told what ends, and withdraws what they have seen", async () => {
  const shown = { ...HANDED_IN, hasChanges: true, changedSince: ["Pictures"] };
  const show = open(shown);
  press("Withdraw");
  const dialog = () => within(screen.getByRole("dialog"));
  dialog().getByText(
    /Receipt 1234 5678 of 9:00 AM counts no longer\..+differs in: Pictures\.$/u,
  );
  fireEvent.click(dialog().getByRole("button", { name: "Withdraw" }));
  await expect
    .poll(() => calls)
    .toContainEqual(["projects:withdraw", { receipt: 12_345_678 }]);
  await expect.poll(() => screen.queryByRole("dialog")).toBeNull();
  press("Withdraw");
  show({ ...shown, receipt: 87_654_321 });
  expect(screen.queryByRole("dialog")).toBeNull();
});

test("a field that cannot be saved is named, and not left out", async () => {
  open({ ...HANDED_IN, hasChanges: true });
  const full = "w".repeat(141);
  fireEvent.change(field("Summary"), { target: { value: full } });
  press("Hand in again");
  await screen.findByText(/^Not handed in: Summary is not saved\. .+140/u);
  expect(field("Summary")).toHaveProperty("value", full);
  expect(document.activeElement).toBe(field("Summary"));
  expect(calls).not.toContainEqual(["projects:handIn", expect.anything()]);
});

test("a teammate's line is not put into the word that a keyboard composes, which is sent on the line it began in", async () => {
  const show = open(WHOLE);
  responses["projects:edit"] = async () => ["summary"];
  const summary = field("Summary");
  fireEvent.compositionStart(summary);
  show({ ...WHOLE, summary: "Bina has written this" });
  expect(summary).toHaveProperty("value", WHOLE.summary);
  // Firefox tells of the last letters after the end.
  Object.assign(summary, { value: `${WHOLE.summary} duniya` });
  fireEvent.compositionEnd(summary);
  expect(summary).toHaveProperty("value", `${WHOLE.summary} duniya`);
  fireEvent.blur(summary);
  expect(calls).toContainEqual([
    "projects:edit",
    expect.objectContaining({
      summary: `${WHOLE.summary} duniya`,
      bases: { summary: WHOLE.summary },
    }),
  ]);
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
  responses["projects:handIn"] = async () => {
    field("Summary").focus();
    show(HANDED_IN);
    return HANDED_IN.receipt;
  };
  press("Hand in");
  await screen.findByText("Handed in by Meera Pillai");
  expect(document.activeElement).toBe(field("Summary"));
});

test("a new version may be loaded over what the page keeps as it is typed and ticked", () => {
  const show = open(WHOLE);
  expect(field("Description")).toHaveProperty("value", "It finds a table.");
  fireEvent.change(field("Summary"), { target: { value: "Finds a seat" } });
  fireEvent.click(screen.getAllByRole("checkbox")[0] as HTMLElement);
  show({ ...WHOLE, tracks: [TRACKS[0]] });
  expect(screen.getAllByRole("checkbox")[0]).toHaveProperty("checked", true);
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

test.each([
  ["The team’s", ["ravi", "sana"]],
  ["Ravi Iyer’s", ["sana", "ravi"]],
])(
  "of several versions of a field, %s is used, and the others go to the history",
  async (whose, order) => {
    const texts = { ravi: "Finds a chair", sana: "Finds a stool" };
    const choose = vi.fn(async () => null);
    responses["projects:choose"] = choose;
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
        order.map((person) => [
          {
            rivalId: `rival of ${person}`,
            isTaken: whose.startsWith("Ravi") && person === "ravi",
            seen: {
              text: WHOLE.summary,
              rival: texts[person as keyof typeof texts],
            },
          },
        ]),
      );
    await expect.poll(() => document.activeElement).toBe(field("Summary"));
  },
);

test("a text that waits for a choice does not count as saved", async () => {
  const own = rival("ravi", "Ravi Iyer", "Finds a chair");
  const show = open({ ...WHOLE, rivals: [own] }, "ravi");
  responses["projects:edit"] = async () => {
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
  press("Add");
}
const track = () => screen.getAllByRole("checkbox")[0] as HTMLInputElement;
const edits = () =>
  calls.filter(([name]) => name === "projects:edit").map(([, args]) => args);

test("what is listed, ticked and hidden without a line outlasts the page, and is sent once when the line is back", async () => {
  const page = open({ ...WHOLE, builtWith: ["Lua"] });
  add("Rust");
  add("ESP32");
  press("Take away Lua");
  fireEvent.click(track());
  fireEvent.click(screen.getByLabelText("Hide our names"));
  page.leave();
  // A teammate has added something meanwhile.
  const show = open({ ...WHOLE, builtWith: ["Lua", "Go"] });
  expect(list()).toEqual(["Go", "Rust", "ESP32"]);
  expect(track().checked).toBe(true);
  expect(screen.getByLabelText("Hide our names")).toHaveProperty(
    "checked",
    true,
  );
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

const refused =
  <Code extends ErrorCode>(...told: Parameters<typeof refusal<Code>>) =>
  async () => {
    const data: Value = refusal(...told);
    throw new ConvexError(data);
  };

test("a hand-in waits for what is listed, and goes on when that is saved", async () => {
  open(WHOLE);
  let save = () => {};
  responses["projects:edit"] = () =>
    new Promise((resolve) => (save = () => resolve([])));
  hostBack();
  add("Rust");
  await expect.poll(edits).toHaveLength(1);
  press("Hand in");
  await screen.findByRole("button", { name: "Saving, then handing in …" });
  const handedIn = () => calls.some(([name]) => name === "projects:handIn");
  expect(handedIn()).toBe(false);
  save();
  await expect.poll(handedIn).toBe(true);
});

test("a list that is refused while a hand-in waits for it is named, and waits for nobody after that", async () => {
  open(WHOLE);
  const many = { label: "things it was built with", max: 12 };
  let refuse = () => {};
  const told = new Promise<void>((resolve) => (refuse = resolve));
  responses["projects:edit"] = () => told.then(refused("too_many", many));
  hostBack();
  add("Rust");
  press("Hand in");
  refuse();
  await screen.findByText(
    "Not handed in: Built with is not saved. Choose at most 12 things it was built with.",
  );
  screen.getByText("Choose at most 12 things it was built with.");
  expect(list()).toEqual([]);
  expect(localStorage).toHaveLength(0);
  press("Hand in");
  await expect.poll(() => calls.at(-1)?.[0]).toBe("projects:handIn");
});

test("what is listed after the closing time is named, waits, and is sent when submissions open again", async () => {
  const closed = { closedAt: NOW - 60_000 };
  responses["projects:edit"] = refused("submissions_closed", closed);
  responses["projects:handIn"] = async () => 1;
  const page = open(WHOLE);
  hostBack();
  add("Rust");
  await screen.findByText(/^Submissions closed on/u);
  press("Hand in");
  await screen.findByText(
    /^Handed in, but without your last words in Built with\. They came/u,
  );
  page.leave();
  responses["projects:edit"] = async () => [];
  open(WHOLE);
  await expect.poll(() => localStorage.length).toBe(0);
});
