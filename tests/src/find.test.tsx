import { createMemoryRouter, RouterProvider } from "react-router-dom";
import { beforeEach, expect, test, vi } from "vitest";
import { refuse } from "#convex/platform/shared/errors";
import { Component } from "../../src/routes/find/route";
import { answer, calls, resetDeployment, responses } from "./deployment";
import { fireEvent, render, screen, within } from "./rendering";

vi.mock("convex/react", async () =>
  (await import("./deployment")).convexReact(),
);
const now = vi.hoisted(() => ({ settings: {} }));
vi.mock("../../src/features/clock/deployment-clock", () => ({
  useDeploymentMinute: () => Date.now(),
}));
vi.mock("../../src/lib/settings/live-settings", () => ({
  useSettings: () => now.settings,
}));

const asha = {
  _id: "asha",
  role: "participant",
  teamId: null as string | null,
  teamRole: null as string | null,
  college: "",
  graduationYear: null,
  skills: [],
  about: "",
  isProfileComplete: false,
};
const leader = { ...asha, teamId: "nova", teamRole: "leader" };
const member = { ...leader, teamRole: "member" };

const team = (size: number, isOpen = true) => ({
  isOpen,
  members: Array.from({ length: size }, () => ({})),
});

const listing = (kind: string, subject: string, name: string) => ({
  _id: subject,
  kind,
  subject,
  name,
  college: "",
  freeSlots: 3,
  text: "Hello",
  skills: [],
});

const request = {
  _id: "r1",
  side: "team",
  sentBy: "person",
  uid: "ravi",
  personName: "Ravi Iyer",
  card: { ...listing("person", "ravi", "Ravi Iyer"), skills: ["Rust"] },
  teamId: "nova",
  teamName: "Nova",
  note: "Take me in?",
  outcome: null as string | null,
  settledAt: null as number | null,
};
const asked = { ...request, _id: "r2", side: "person", teamId: "comet" };
const declined = { ...asked, outcome: "declined", settledAt: 1 };

beforeEach(() => {
  localStorage.clear();
  now.settings = { teamChangesOpen: true, phase: "open" };
  resetDeployment({
    "users:me": asha,
    "teams:mine": null,
    "requests:mine": [],
    "listings:hidden": [],
    "listings:mine": null,
    "listings:readKey": "key",
    "listings:listperson": {
      listings: [listing("person", "ravi", "Ravi Iyer")],
      hasMore: false,
    },
    "listings:listteam": {
      listings: [listing("team", "comet", "Comet")],
      hasMore: false,
    },
  });
});

function open(answers: Record<string, unknown> = {}, search = "") {
  answer(answers);
  const router = createMemoryRouter([{ path: "/find", Component }], {
    initialEntries: [`/find${search}`],
  });
  render(<RouterProvider router={router} />);
  return router;
}

const press = (name: string) =>
  fireEvent.click(screen.getByRole("button", { name }));
const follow = (name: string) =>
  fireEvent.click(screen.getByRole("link", { name }));

test.each([
  ["a person without a team sees teams", asha, null, "Teams", "Comet"],
  ["a leader sees people", leader, team(1), "People", "Ravi Iyer"],
  ["a member sees people", member, team(2), "People", "Ravi Iyer"],
])("%s, and the other list by a link", async (_, me, mine, label, name) => {
  const router = open({ "users:me": me, "teams:mine": mine });
  const list = screen.getByRole("list", { name: label });
  expect(within(list).getByRole("heading").textContent).toBe(name);
  const [here, there] =
    label === "Teams"
      ? ["See teams with free slots", "See people without a team"]
      : ["See people without a team", "See teams with free slots"];
  follow(there);
  await screen.findByRole("link", { name: here });
  expect(screen.queryByRole("list", { name: label })).toBeNull();
  follow(here);
  await screen.findByRole("list", { name: label });
  expect(router.state.location.search).toBe("");
});

test.each([
  ["full", team(4), "Your team is full, so it looks for no one."],
  ["closed", team(2, false), "Your team is closed to newcomers."],
])("whoever is in a %s team reads that in one line", (_, mine, line) => {
  open({ "users:me": leader, "teams:mine": mine });
  const said = screen.getByText(line);
  expect(within(said).getByRole("link").getAttribute("href")).toBe("/team");
  expect(screen.queryByRole("list")).toBeNull();
});

test("a member asks nobody and answers nobody", () => {
  open({
    "users:me": member,
    "teams:mine": team(2),
    "requests:mine": [request],
  });
  expect(
    screen.getByText("Your Team Leader can ask these people."),
  ).toBeDefined();
  expect(screen.getByText("Your Team Leader answers")).toBeDefined();
  for (const name of ["Accept", "Ask to join us", "Withdraw"])
    expect(screen.queryByRole("button", { name })).toBeNull();
});

const frozen = { teamChangesOpen: false, phase: "open" };
const live = { teamChangesOpen: true, phase: "live" };
const over = { teamChangesOpen: true, phase: "over" };

test.each([
  ["frozen", frozen, "Team changes are closed.", "/team", false],
  ["live", live, "The event has begun", "/contact", true],
  ["over", over, "The event is over", "/contact", false],
])(
  "%s, one line says so and leads to the organisers, and requests end",
  (_, settings, why, way, mayAccept) => {
    now.settings = settings;
    open({
      "users:me": leader,
      "teams:mine": team(1),
      "requests:mine": [request],
    });
    const said = screen.getByText(why, { exact: false });
    expect(within(said).getByRole("link").getAttribute("href")).toBe(way);
    const names = screen.getAllByRole("button").map((it) => it.textContent);
    expect(names).toEqual(mayAccept ? ["Accept", "Decline"] : ["Decline"]);
  },
);

test("nothing moves under the finger: who is new waits, and who is gone stays in place", () => {
  open({}, "?show=people");
  const names = () =>
    screen.getAllByRole("article").map((card) => card.textContent);
  const mira = listing("person", "mira", "Mira Sen");
  answer({ "listings:listperson": { listings: [mira], hasMore: false } });
  expect(names()).toEqual(["Ravi IyerHelloNot looking any moreHide"]);
  press("Show 1 new");
  expect(names()).toEqual(["Mira SenHelloHide"]);
});

test("requests to answer come first, with their number, who asks and what they can", () => {
  open({
    "users:me": leader,
    "teams:mine": team(1),
    "requests:mine": [request, declined],
  });
  const [, answers] = screen.getAllByRole("heading");
  expect(answers?.textContent).toBe("1 request to answer");
  expect(screen.getByText("Rust", { selector: "p" })).toBeDefined();
  press("Decline");
  expect(calls).toEqual([["requests:decline", { requestId: "r1" }]]);
  answer({ "requests:mine": [request, { ...request, _id: "r3" }] });
  expect(answers?.textContent).toBe("2 requests to answer");
});

test("without requests the page has none", () => {
  open();
  expect(screen.queryByText(/request/i)).toBeNull();
});

test("what was asked is withdrawn below, and its answer stands on the card where one asked", () => {
  open({ "requests:mine": [asked] });
  const card = within(screen.getByRole("article"));
  expect(card.getByText("You asked")).toBeDefined();
  expect(card.queryByRole("button", { name: "Ask to join" })).toBeNull();
  press("Withdraw");
  expect(calls).toEqual([["requests:withdraw", { requestId: "r2" }]]);
  answer({ "requests:mine": [declined] });
  expect(card.getByText("Declined")).toBeDefined();
  expect(card.getByRole("button", { name: "Ask to join" })).toBeDefined();
});

test("one's card is a line; its form opens in its place, and keeps what is typed", async () => {
  const own = listing("person", "asha", "Asha Rao");
  open();
  press("Show a card");
  const text = screen.getByLabelText<HTMLInputElement>(/One line about you/);
  fireEvent.input(text, { target: { value: "I do servers" } });
  answer({ "listings:mine": own });
  expect(text.value).toBe("I do servers");
  press("Save");
  await screen.findByRole("button", { name: "Edit your card" });
  expect(calls).toEqual([
    ["listings:showCard", { text: "I do servers", skills: [] }],
  ]);
  expect(screen.getByRole("region", { name: "Your card" }).textContent).toBe(
    "Your card: HelloEdit",
  );
  press("Edit your card");
  press("Withdraw your card");
  await screen.findByRole("button", { name: "Edit your card" });
  expect(calls[1]).toEqual(["listings:withdraw", { kind: "person" }]);
  answer({ "listings:mine": null });
  press("Show a card");
  const again = screen.getByLabelText<HTMLInputElement>(/One line about you/);
  expect(again.value).toBe("Hello");
});

test("a skill that was typed and not added is sent, and the form closes as what is shown arrives with it", async () => {
  open({ "users:me": leader, "teams:mine": team(1) });
  const own = { ...listing("team", "nova", "Nova"), skills: ["Godot"] };
  responses["listings:showOpening"] = async () =>
    answer({ "listings:mine": own });
  press("Show an opening");
  const type = (label: RegExp, value: string) =>
    fireEvent.change(screen.getByLabelText(label), { target: { value } });
  type(/What you are building/u, "Hello");
  type(/Skills you look for/u, "Godot");
  press("Show the opening");
  await screen.findByRole("button", { name: "Edit the opening" });
  expect(calls).toEqual([
    ["listings:showOpening", { text: "Hello", skills: ["Godot"] }],
  ]);
});

test("who has declined or withdrawn takes that back in the same place, for an hour", () => {
  const withdrawn = {
    ...asked,
    outcome: "withdrawn" as const,
    settledAt: Date.now(),
  };
  open({ "requests:mine": [withdrawn] });
  press("Undo");
  expect(calls).toEqual([["requests:reopen", { requestId: "r2" }]]);
  const long = { ...withdrawn, settledAt: Date.now() - 7_200_000 };
  answer({ "requests:mine": [long] });
  expect(screen.queryByRole("button", { name: /^Undo/u })).toBeNull();
});

test("hiding is one press; a report to the organisers is asked for apart", async () => {
  open();
  press("Hide Comet");
  const dialog = within(screen.getByRole("dialog"));
  expect(dialog.queryByRole("textbox")).toBeNull();
  fireEvent.click(dialog.getByRole("button", { name: "Hide" }));
  await expect.poll(() => calls).toHaveLength(1);
  expect(calls).toEqual([["listings:hide", { target: "comet" }]]);
  await expect.poll(() => screen.queryByRole("dialog")).toBeNull();

  press("Hide Comet");
  fireEvent.click(screen.getByLabelText("And tell the organisers"));
  press("Hide and report");
  await screen.findByText("Reason is required");
  fireEvent.input(screen.getByLabelText("What is wrong?"), {
    target: { value: "They ask for money" },
  });
  press("Hide and report");
  await expect.poll(() => calls).toHaveLength(2);
  expect(calls[1]).toEqual([
    "listings:report",
    { target: "comet", reason: "They ask for money" },
  ]);
});

test("a refusal in a dialog is read out there: a toast is under it", async () => {
  responses["requests:send"] = async () => refuse("team_full");
  open();
  press("Ask to join");
  const dialog = within(screen.getByRole("dialog"));
  fireEvent.click(dialog.getByRole("button", { name: "Send the request" }));
  await expect
    .poll(() => dialog.getByRole("alert").textContent)
    .toBe("Team is already full");
});

test("filters fold, and say how many are set", async () => {
  open();
  const button = screen.getByRole("button", { name: "Filter" });
  expect(button.getAttribute("aria-expanded")).toBe("false");
  fireEvent.click(button);
  expect(button.getAttribute("aria-expanded")).toBe("true");
  fireEvent.change(screen.getByLabelText("Skill"), {
    target: { value: "React" },
  });
  await screen.findByRole("button", { name: "Filter · 1" });
});

test("an incomplete profile is offered once", () => {
  open();
  expect(
    screen
      .getByRole("link", { name: "Complete your profile" })
      .getAttribute("href"),
  ).toBe("/account#profile");
  press("Not now");
  expect(screen.queryByText("Complete your profile")).toBeNull();
  expect(localStorage.getItem("profileOffered")).toBe("asha");
});

test.each([
  [
    "a leader",
    leader,
    team(3),
    { ...request },
    "Ravi Iyer is in your team at once, and what Ravi Iyer has asked of other teams ends. Your team is full then. 1 other open request ends.",
    "Take them in",
  ],
  [
    "a person",
    asha,
    null,
    { ...request, side: "person", sentBy: "team" },
    "You are in Nova at once, and your card disappears. Your 1 other open request ends.",
    "Join the team",
  ],
])(
  "%s is asked before accepting, with what that ends",
  async (_, me, mine, to, said, confirm) => {
    open({
      "users:me": me,
      "teams:mine": mine,
      "requests:mine": [
        to,
        { ...asked, side: to.side, sentBy: to.side },
        { ...declined, _id: "r3" },
      ],
    });
    press("Accept");
    expect(screen.getByRole("dialog").textContent).toContain(said);
    expect(calls).toEqual([]);
    press(confirm);
    await expect
      .poll(() => calls)
      .toEqual([["requests:accept", { requestId: "r1" }]]);
  },
);
