import { MemoryRouter } from "react-router-dom";
import { beforeEach, expect, test, vi } from "vitest";
import { ConvexError } from "convex/values";
import { refusal } from "#convex/platform/shared/errors";
import type { HelpRequest } from "#convex/help/shared/help";
import { Component } from "../../src/routes/help/route";
import { shortWait } from "../../src/routes/help/words";
import { isTyped } from "../../src/lib/forms/is-typed";
import { notify } from "../../src/lib/notify";
import { forgetKept } from "../../src/lib/session/kept-store";
import { answer, calls, resetDeployment, responses } from "./deployment";
import { act, fireEvent, render, screen, within } from "./rendering";

const MINUTE = 60_000;
const NOW = Date.UTC(2025, 5, 29, 6);

vi.mock("convex/react", async () =>
  (await import("./deployment")).convexReact(),
);
const line = vi.hoisted(() => ({ isUp: true }));
vi.mock("../../src/lib/connection/convex-client", () => ({
  convex: {
    connectionState: () => ({ isWebSocketConnected: line.isUp }),
  },
}));
vi.mock("../../src/lib/settings/live-settings", () => ({
  useSettings: () => ({ helpOpen: true }),
}));
vi.mock("../../src/features/clock/deployment-clock", () => ({
  useDeploymentMinute: () => NOW,
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
  localStorage.clear();
  forgetKept();
  const claims = btoa(JSON.stringify({ sub: "asha|session" }));
  localStorage.setItem("__convexAuthJWT_test", `x.${claims}.x`);
  resetDeployment();
  line.isUp = true;
});

function show(me: object, answers: Record<string, unknown> = {}) {
  answer({ "users:me": me, ...answers });
  return render(
    <MemoryRouter>
      <Component />
    </MemoryRouter>,
  );
}

const member = { role: "participant", teamId: "nova" };
const mentor = { role: "mentor", teamId: null };
const mine = (more: object = {}) => ({
  "help:mine": {
    isOpen: true,
    request: null,
    ahead: 0,
    usualWaitMs: null,
    ...more,
  },
});
const queue = (...requests: HelpRequest[]) => closed([], requests);
const closed = (ended: HelpRequest[], requests: HelpRequest[] = []) => ({
  "help:queue": { isOpen: true, requests, more: 0, closed: ended },
});
const taken = (name: string, minutes: number, isCaller = false) => ({
  ...request,
  state: "taken" as const,
  since: NOW - minutes * MINUTE,
  helper: { name, isCaller },
});
const heading = () => screen.getByRole("heading", { level: 1 }).textContent;
const type = (label: RegExp, value: string) =>
  fireEvent.input(screen.getByLabelText(label), { target: { value } });
const press = (name: RegExp) =>
  act(async () => {
    fireEvent.click(screen.getByRole("button", { name }));
  });

test.each([
  ["a judge", { role: "judge", teamId: null }, "For participants"],
  ["nobody's member", { ...member, teamId: null }, "Help is for teams"],
  ["a member", member, "Call a time-out"],
  ["a mentor", mentor, "Nobody waits"],
  ["an organiser", { ...mentor, role: "organiser" }, "Nobody waits"],
])("%s reads what is theirs", (_who, me, expected) => {
  show(me, { ...mine(), ...queue() });
  expect(heading()).toBe(expected);
});

test.each([member, mentor])("while it is closed, it says so", (me) => {
  const isOpen = false;
  const nothing = {
    isOpen,
    request: null,
    requests: [],
    more: 0,
    closed: [],
  };
  show(me, { "help:mine": nothing, "help:queue": nothing });
  expect(heading()).toBe("Help is closed");
  expect(screen.queryByRole("button")).toBeNull();
});

test.each([
  [{ request, ahead: 0 }, "You are next"],
  [{ request, ahead: 2 }, "2 teams before you"],
  [{ request: { ...request, state: "paused" } }, "Paused"],
  [
    {
      request: {
        ...request,
        state: "taken",
        helper: { name: "Mira", isCaller: false },
      },
    },
    "Mira is coming",
  ],
])(
  "a team reads its place, or who is coming, in a live region",
  (help, text) => {
    show(member, mine(help));
    const title = screen.getByRole("heading", { level: 1 });
    expect(title.textContent).toBe(text);
    expect(title.closest("[aria-live=polite]")).not.toBeNull();
  },
);

test("the usual wait is shown once it is known", () => {
  const { unmount } = show(member, mine({ request }));
  expect(screen.queryByText("Usual wait")).toBeNull();
  unmount();
  show(member, mine({ request, usualWaitMs: 9.6 * MINUTE }));
  expect(screen.getByText("Usual wait").nextSibling?.textContent).toBe("9 min");
});

test("with no line, asking says so at once, and what was typed stays, also after a reload", async () => {
  const { unmount } = show(member, mine());
  type(/^Topic/, texts.topic);
  type(/^Where/, texts.place);
  type(/^What is wrong/, texts.problem);
  line.isUp = false;
  const error = vi.spyOn(notify, "error");
  await press(/^Ask/);
  expect(error.mock.calls.join()).toContain("nothing was sent");
  expect(calls).toEqual([]);
  expect(isTyped()).toBe(false);
  unmount();
  line.isUp = true;
  show(member, mine());
  await press(/^Ask/);
  expect(calls).toEqual([["help:ask", texts]]);
});

test("what was sent is not kept, and a session's end removes the rest", async () => {
  const { unmount } = show(member, mine());
  for (const [label, text] of [
    [/^Topic/, texts.topic],
    [/^Where/, texts.place],
    [/^What is wrong/, texts.problem],
  ] as const)
    type(label, text);
  await press(/^Ask/);
  unmount();
  const again = show(member, mine());
  const topic = () => screen.getByLabelText<HTMLInputElement>(/^Topic/).value;
  expect(topic()).toBe("");
  type(/^Topic/, "Ours alone");
  again.unmount();
  forgetKept();
  show(member, mine());
  expect(topic()).toBe("");
});

test("a request that lapsed says so, and is asked again by one press", async () => {
  show(member, mine({ request: { ...request, state: "lapsed" } }));
  screen.getByText(/has lapsed/);
  await press(/^Ask/);
  expect(calls).toEqual([["help:ask", texts]]);
});

test("who changes the problem does not undo the table that a teammate has changed meanwhile", async () => {
  show(member, mine({ request }));
  await press(/^Change it/);
  type(/^What is wrong/, "It answers twice.");
  answer(mine({ request: { ...request, place: "Table 14" } }));
  await press(/^Save the changes/);
  expect(calls).toEqual([
    [
      "help:edit",
      {
        ...texts,
        place: "Table 14",
        problem: "It answers twice.",
        seen: texts,
      },
    ],
  ]);
});

test("a text that a teammate has changed too is sent over theirs only by who has read it", async () => {
  show(member, mine({ request }));
  await press(/^Change it/);
  type(/^Where/, "Table 15");
  answer(mine({ request: { ...request, place: "Table 14" } }));
  const what = "A teammate has changed it.";
  responses["help:edit"] = async () => {
    throw new ConvexError(refusal("changed_since", { what }));
  };
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
  show(member, mine({ request }));
  await press(/^Pause/);
  answer(mine({ request: { ...request, state: "paused" } }));
  await press(/^Go on/);
  await press(/^Close it/);
  const ended = (minutes: number) => ({
    request: { ...request, state: "withdrawn", since: NOW - minutes * MINUTE },
  });
  answer(mine(ended(14)));
  screen.getByText("Your request is closed.");
  await press(/^Open it again/);
  expect(calls).toEqual([
    ["help:pause", { isPaused: true }],
    ["help:pause", { isPaused: false }],
    ["help:withdraw", { requestId: "r1" }],
    ["help:undoWithdraw", { requestId: "r1" }],
  ]);
  answer(mine(ended(15)));
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
  const comet = {
    ...request,
    _id: "r2" as HelpRequest["_id"],
    teamName: "Comet",
    place: "Table 3",
    isReminded: true,
  };
  show(mentor, queue(comet, request));
  expect(heading()).toBe("2 teams wait");
  screen.getByText("For too long: Comet");
  const cards = within(screen.getByRole("list")).getAllByRole("listitem");
  expect(cards.map((card) => within(card).getByText("7 min"))).toHaveLength(2);
  await press(/^Take it: Comet/);
  expect(calls).toEqual([["help:take", { requestId: "r2" }]]);
  const helper = { name: "Mira", isCaller: true };
  answer(queue({ ...comet, state: "taken", helper }, request));
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
  const ended = (minutes: number) => ({
    ...taken("Mira", minutes, true),
    state: "helped" as const,
  });
  show(mentor, queue(taken("Mira", 3, true)));
  screen.getByRole("button", { name: "Done: Nova" }).focus();
  answer(closed([ended(14)]));
  screen.getByText("Nova is closed, as helped.");
  await vi.waitFor(() =>
    expect(document.activeElement).not.toBe(document.body),
  );
  await press(/^Undo/);
  expect(calls).toEqual([["help:undoClose", { requestId: "r1" }]]);
  answer(closed([ended(15)]));
  expect(screen.queryByRole("button")).toBeNull();
});

test("mentors read how many more wait than are shown, and not the names of all", () => {
  const requests = Array.from({ length: 12 }, (_, nth) => ({
    ...request,
    _id: `r${nth}` as HelpRequest["_id"],
    teamName: `T${nth}`,
    isReminded: true,
  }));
  show(mentor, {
    "help:queue": { isOpen: true, requests, more: 32, closed: [] },
  });
  expect(heading()).toBe("12 teams wait");
  expect(screen.getByText("And 32 more requests.")).toBeTruthy();
  expect(screen.getByText(/^For too long/).textContent).toMatch(
    /: T0, .* T9, and 2 more$/,
  );
});

test("mentors read to whom nobody came, and who it was", () => {
  const missed = (isCaller: boolean) => ({
    ...request,
    helper: { name: "Mira", isCaller },
  });
  show(mentor, queue(missed(true)));
  screen.getByText("Nova says that you have not come. It waits again.");
  answer(queue(missed(false)));
  const words = screen.getByText("Nobody came to Nova: Mira had it.");
  expect(words.closest("[aria-live=polite]")).not.toBeNull();
});

test("only organisers end what another mentor has", () => {
  const { unmount } = show(mentor, queue(taken("Manu", 7)));
  screen.getByText(/Manu, for 7 min/);
  expect(screen.queryByRole("button")).toBeNull();
  unmount();
  show({ ...mentor, role: "organiser" }, queue(taken("Manu", 7)));
  screen.getByRole("button", { name: "Hand back: Nova" });
});

test.each([
  [59_999, "under 1 min"],
  [12 * MINUTE, "12 min"],
  [65 * MINUTE, "1 h 5 min"],
])("%i ms are %s", (ms, words) => {
  expect(shortWait(ms)).toBe(words);
});
