import type { ReactNode } from "react";
import { beforeEach, expect, test, vi } from "vitest";
import { refuse } from "#convex/platform/shared/errors";
import type { HelpRequest } from "#convex/help/shared/help";
import { isTyped } from "../../src/lib/forms/is-typed";
import { notify } from "../../src/lib/notify";
import { forgetKept } from "../../src/lib/session/kept-store";
import { Component as Help } from "../../src/routes/help/route";
import { shortWait } from "../../src/routes/help/words";
import { answer, calls, connect, responses } from "./deployment";
import { settings, signIn } from "./deployment";
import { button, field, fill, open, press, screen, within } from "./rendering";

const MINUTE = 60_000;
const NOW = Date.UTC(2025, 5, 29, 6);

vi.mock("../../src/features/clock/deployment-clock", () => ({
  useDeploymentMinute: () => NOW,
}));

// News need a subscription around the page.
vi.mock("../../src/routes/dashboard/helper-frame", () => ({
  HelperFrame: ({ children }: { children: ReactNode }) => children,
}));

const texts = {
  topic: "A database",
  place: "Table 12",
  problem: "It does not answer.",
};
const request: HelpRequest = {
  _id: "r1" as HelpRequest["_id"],
  ...texts,
  teamName: "Nova",
  askedBy: "Asha",
  askedAt: NOW - 7 * MINUTE,
  state: "waiting",
  since: NOW - 7 * MINUTE,
  waitedMs: 0,
  isReminded: false,
  helper: null,
};

beforeEach(() => {
  forgetKept();
  signIn("asha");
  answer(settings({ helpOpen: true }));
});

const show = (me: object, answers: object = {}) => {
  answer({ "users:me": me, ...answers });
  return open(<Help />);
};

const member = { role: "participant", teamId: "nova" };
const mentor = { role: "mentor", teamId: null };
const organiser = { ...mentor, role: "organiser" };
const none = {
  isOpen: true,
  request: null,
  ahead: 0,
  first: null,
  usualWaitMs: null,
};
const mine = (more: object = {}) => ({ "help:mine": { ...none, ...more } });
const all = (
  requests: HelpRequest[],
  closed: HelpRequest[] = [],
  more = 0,
) => ({
  "help:queue": { isOpen: true, requests, more, closed },
});
const queue = (...requests: HelpRequest[]) => all(requests);
const closed = (minutes: number) =>
  all([], [{ ...taken("Mira", minutes, true), state: "helped" }]);
const taken = (name: string, minutes: number, isCaller = false) => ({
  ...request,
  state: "taken" as const,
  since: NOW - minutes * MINUTE,
  helper: { name, isCaller },
});
const heading = () => screen.getByRole("heading", { level: 1 }).textContent;
const buttons = () => screen.queryAllByRole("button");
const fillIn = () => {
  fill(/^Topic/, texts.topic);
  fill(/^Where/, texts.place);
  fill(/^What is wrong/, texts.problem);
};

test.each([
  ["a judge", { role: "judge", teamId: null }, "For participants"],
  ["nobody's member", { ...member, teamId: null }, "Help is for teams"],
  ["a member", member, "Call a time-out"],
  ["a mentor", mentor, "Nobody waits"],
  ["an organiser", organiser, "Nobody waits"],
])("%s reads what is theirs", (_who, me, expected) => {
  show(me, { ...mine(), ...queue() });
  expect(heading()).toBe(expected);
});

test.each([member, mentor])("while it is closed, it says so", (me) => {
  const nothing = { ...none, isOpen: false, requests: [], more: 0, closed: [] };
  show(me, { "help:mine": nothing, "help:queue": nothing });
  expect(heading()).toBe("Help is closed");
  expect(buttons()).toEqual([]);
});

test.each([
  [{ request, ahead: 0 }, "You are next"],
  [{ request, ahead: 2 }, "2 teams before you"],
  [{ request: { ...request, state: "paused" } }, "Paused"],
  [{ request: taken("Mira", 7) }, "Mira is coming"],
])(
  "a team reads its place, or who is coming, in a live region",
  (help, text) => {
    show(member, mine(help));
    expect(heading()).toBe(text);
    const title = screen.getByText(text);
    expect(title.closest("[aria-live=polite]")).not.toBeNull();
  },
);

test("the usual wait is shown once it is known", () => {
  show(member, mine({ request }));
  expect(screen.queryByText("Usual wait")).toBeNull();
  answer(mine({ request, usualWaitMs: 9.6 * MINUTE }));
  expect(screen.getByText("Usual wait").nextSibling?.textContent).toBe("9 min");
});

test("who waits, and mentors, read how long the first has waited, and no usual wait that it has passed", () => {
  const first = { state: "waiting", since: NOW - 27 * MINUTE, waitedMs: 0 };
  const usualWaitMs = 4 * MINUTE;
  const help = { request, ahead: 4, first, usualWaitMs };
  const { unmount } = show(member, mine(help));
  const words = screen.getByText("The first has waited 27 min.");
  // Not read aloud each minute.
  expect(words.getAttribute("aria-live")).toBe("off");
  expect(screen.queryByText("Usual wait")).toBeNull();
  unmount();
  show(mentor, queue(request));
  screen.getByText("The first has waited 7 min.");
});

test("with no line, asking says so at once, and what was typed stays, also after a reload", async () => {
  const { unmount } = show(member, mine());
  fillIn();
  connect(false);
  const error = vi.spyOn(notify, "error");
  await press(/^Ask/);
  expect(error.mock.calls.join()).toContain("nothing was sent");
  expect(calls).toEqual([]);
  expect(isTyped()).toBe(false);
  unmount();
  connect(true);
  show(member, mine());
  await press(/^Ask/);
  expect(calls).toEqual([["help:ask", texts]]);
});

test("what was sent is not kept, and a session's end removes the rest", async () => {
  const { unmount } = show(member, mine());
  fillIn();
  await press(/^Ask/);
  unmount();
  const again = show(member, mine());
  expect(field(/^Topic/).value).toBe("");
  fill(/^Topic/, "Ours alone");
  again.unmount();
  forgetKept();
  show(member, mine());
  expect(field(/^Topic/).value).toBe("");
});

test("a request that lapsed says so, and is asked again by one press", async () => {
  show(member, mine({ request: { ...request, state: "lapsed" } }));
  screen.getByText(/has lapsed/);
  await press(/^Ask/);
  expect(calls).toEqual([["help:ask", texts]]);
});

const moved = mine({ request: { ...request, place: "Table 14" } });

test("who changes the problem does not undo the table that a teammate has changed meanwhile", async () => {
  show(member, mine({ request }));
  await press(/^Change it/);
  fill(/^What is wrong/, "It answers twice.");
  answer(moved);
  await press(/^Save the changes/);
  const mend = { place: "Table 14", problem: "It answers twice." };
  expect(calls).toEqual([["help:edit", { ...texts, ...mend, seen: texts }]]);
});

test("a text that a teammate has changed too is sent over theirs only by who has read it", async () => {
  show(member, mine({ request }));
  await press(/^Change it/);
  fill(/^Where/, "Table 15");
  answer(moved);
  responses["help:edit"] = async () =>
    refuse("changed_since", { what: "A teammate has changed it." });
  await press(/^Save the changes/);
  screen.getByText(/^A teammate has changed it\. Please look again\./);
  await press(/^Save the changes/);
  const mend = { ...texts, place: "Table 15" };
  expect(calls).toEqual([
    ["help:edit", { ...mend, seen: texts }],
    ["help:edit", { ...mend, seen: { ...texts, place: "Table 14" } }],
  ]);
});

test("a team pauses, goes on, closes, and takes that back for a quarter of an hour", async () => {
  const ended = (minutes: number) => {
    const since = NOW - minutes * MINUTE;
    return mine({ request: { ...request, state: "withdrawn", since } });
  };
  show(member, mine({ request }));
  await press(/^Pause/);
  answer(mine({ request: { ...request, state: "paused" } }));
  await press(/^Go on/);
  await press(/^Close it/);
  answer(ended(14));
  screen.getByText("Your request is closed.");
  await press(/^Open it again/);
  expect(calls).toEqual([
    ["help:pause", { isPaused: true }],
    ["help:pause", { isPaused: false }],
    ["help:withdraw", { requestId: "r1" }],
    ["help:undoWithdraw", { requestId: "r1" }],
  ]);
  answer(ended(15));
  expect(screen.queryByRole("button", { name: /^Open/ })).toBeNull();
});

test("a team to which nobody has come for a quarter of an hour goes back to its place by one press", async () => {
  show(member, mine({ request: taken("Mira", 14) }));
  const name = /^Nobody came/;
  screen.getByText(/^If nobody has come by/);
  expect(screen.queryByRole("button", { name })).toBeNull();
  answer(mine({ request: taken("Mira", 15) }));
  expect(screen.queryByText(/^If nobody has come by/)).toBeNull();
  await press(name);
  expect(calls).toEqual([["help:nobodyCame", { since: NOW - 15 * MINUTE }]]);
});

test("a mentor takes the first team, and reads first where to go", async () => {
  const _id = "r2" as HelpRequest["_id"];
  const at = { teamName: "Comet", place: "Table 3", isReminded: true };
  const comet = { ...request, ...at, _id };
  show(mentor, queue(comet, request));
  expect(heading()).toBe("2 teams wait");
  screen.getByText("For too long: Comet");
  const cards = within(screen.getByRole("list")).getAllByRole("listitem");
  expect(cards.map((card) => within(card).getByText("7 min"))).toHaveLength(2);
  await press(/^Take it: Comet/);
  expect(calls).toEqual([["help:take", { requestId: "r2" }]]);
  answer(queue({ ...taken("Mira", 7, true), ...at, _id }, request));
  expect(heading()).toBe("You are on the way to");
  await press(/^Done: Comet/);
  await press(/^Hand back: Comet/);
  const { since } = request;
  expect(calls.slice(1)).toEqual([
    ["help:close", { requestId: "r2", since }],
    ["help:handBack", { requestId: "r2", since }],
  ]);
});

test("a mentor opens again what they have closed by mistake, for a quarter of an hour", async () => {
  show(mentor, queue(taken("Mira", 3, true)));
  button("Done: Nova").focus();
  answer(closed(14));
  screen.getByText("Nova is closed, as helped.");
  await vi.waitFor(() =>
    expect(document.activeElement).not.toBe(document.body),
  );
  await press(/^Undo/);
  expect(calls).toEqual([["help:undoClose", { requestId: "r1" }]]);
  answer(closed(15));
  expect(buttons()).toEqual([]);
});

test("mentors read how many more wait than are shown, and not the names of all", () => {
  const requests = Array.from({ length: 12 }, (_, nth) => ({
    ...request,
    _id: `r${nth}` as HelpRequest["_id"],
    teamName: `T${nth}`,
    isReminded: true,
  }));
  show(mentor, all(requests, [], 32));
  expect(heading()).toBe("12 teams wait");
  screen.getByText("And 32 more requests.");
  const long = screen.getByText(/^For too long/).textContent;
  expect(long).toMatch(/: T0, .* T9, and 2 more$/);
});

test("mentors read to whom nobody came, and who it was", () => {
  const missed = (isCaller: boolean) =>
    queue({ ...request, helper: { name: "Mira", isCaller } });
  show(mentor, missed(true));
  screen.getByText("Nova says that you have not come. It waits again.");
  answer(missed(false));
  const words = screen.getByText("Nobody came to Nova: Mira had it.");
  expect(words.closest("[aria-live=polite]")).not.toBeNull();
});

test("only organisers end what another mentor has", () => {
  show(mentor, queue(taken("Manu", 7)));
  screen.getByText(/Manu, for 7 min/);
  expect(buttons()).toEqual([]);
  answer({ "users:me": organiser });
  button("Hand back: Nova");
});

test.each([
  [59_999, "under 1 min"],
  [12 * MINUTE, "12 min"],
  [65 * MINUTE, "1 h 5 min"],
])("%i ms are %s", (ms, words) => {
  expect(shortWait(ms)).toBe(words);
});
