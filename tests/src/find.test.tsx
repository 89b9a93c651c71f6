import { beforeEach, expect, test } from "vitest";
import { refuse } from "#convex/platform/shared/errors";
import { MAX_TEAM_SIZE } from "#convex/teams/shared/teams";
import { Component as Find } from "../../src/routes/find/route";
import { answer, calls, expectCalls, responses, settings } from "./deployment";
import { button, click, field, fill, fireEvent, open } from "./rendering";
import { screen, tick, within } from "./rendering";

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
/** Somebody in a team of so many. */
const inTeam = (me: object, mine: object | null = team(1)) => ({
  "users:me": me,
  "teams:mine": mine,
});
const asking = (...requests: object[]) => ({ "requests:mine": requests });

const listing = (kind: string, subject: string, name: string) => ({
  _id: subject,
  kind,
  subject,
  name,
  college: "",
  freeSlots: 3,
  text: "Hello",
  skills: [] as string[],
});
const list = (...listings: object[]) => ({ listings, hasMore: false });
const ravi = listing("person", "ravi", "Ravi Iyer");

const request = {
  _id: "r1",
  side: "team",
  sentBy: "person",
  uid: "ravi",
  personName: "Ravi Iyer",
  card: { ...ravi, skills: ["Rust"] },
  teamId: "nova",
  teamName: "Nova",
  note: "Take me in?",
  outcome: null as string | null,
  settledAt: null as number | null,
};
const asked = { ...request, _id: "r2", side: "person", teamId: "comet" };
const declined = { ...asked, outcome: "declined", settledAt: 1 };

beforeEach(() =>
  answer({
    "users:me": asha,
    "listings:hidden": [],
    "listings:readKey": "key",
    "listings:listperson": list(ravi),
    "listings:listteam": list(listing("team", "comet", "Comet")),
    ...asking(),
  }),
);

function show(answers: Record<string, unknown> = {}, search = "") {
  answer(answers);
  return open(<Find />, { initialEntries: [`/find${search}`] });
}
const dialog = () => within(screen.getByRole("dialog"));
const hrefIn = (said: HTMLElement) =>
  within(said.closest("p") ?? said)
    .getByRole("link")
    .getAttribute("href");

test.each([
  ["a person without a team sees teams", asha, null, "Teams", "Comet"],
  ["a leader sees people", leader, team(1), "People", "Ravi Iyer"],
  ["a member sees people", member, team(2), "People", "Ravi Iyer"],
])("%s, and the other list by a link", async (_, me, mine, label, name) => {
  const { router } = show(inTeam(me, mine));
  const shown = screen.getByRole("list", { name: label });
  expect(within(shown).getByRole("heading").textContent).toBe(name);
  const ways = ["See teams with free slots", "See people without a team"];
  const [here, there] = label === "Teams" ? ways : ways.toReversed();
  const follow = async (name = "") =>
    fireEvent.click(await screen.findByRole("link", { name }));
  await follow(there);
  await screen.findByRole("link", { name: here ?? "" });
  expect(screen.queryByRole("list", { name: label })).toBeNull();
  await follow(here);
  await screen.findByRole("list", { name: label });
  expect(router.state.location.search).toBe("");
});

test.each([
  ["full", team(MAX_TEAM_SIZE), "Your team is full, so it looks for no one."],
  ["closed", team(2, false), "Your team is closed to newcomers."],
])("whoever is in a %s team reads that in one line", (_, mine, line) => {
  show(inTeam(leader, mine));
  expect(hrefIn(screen.getByText(line))).toBe("/team");
  expect(screen.queryByRole("list")).toBeNull();
});

test("a member asks nobody and answers nobody", () => {
  show({ ...inTeam(member, team(2)), ...asking(request) });
  screen.getByText("Your Team Leader can ask these people.");
  screen.getByText("Your Team Leader answers");
  for (const name of ["Accept", "Ask to join us", "Withdraw"])
    expect(screen.queryByRole("button", { name })).toBeNull();
});

const frozen = { teamChangesOpen: false };
test.each([
  ["frozen", frozen, "Team changes are closed.", "/team", false],
  ["live", { phase: "live" }, "The event has begun", "/contact", true],
  ["over", { phase: "over" }, "The event is over", "/team", false],
] as const)(
  "%s, one line says so and leads to the organisers, and requests end",
  (_, given, why, way, mayAccept) => {
    show({ ...settings(given), ...inTeam(leader), ...asking(request) });
    expect(hrefIn(screen.getByText(why, { exact: false }))).toBe(way);
    const names = screen.queryAllByRole("button").map((it) => it.textContent);
    expect(names).toEqual(mayAccept ? ["Accept", "Decline"] : []);
    const lapsed = screen.queryByText("Lapsed: teams are locked");
    expect(lapsed === null).toBe(mayAccept);
  },
);

test("nothing moves under the finger: who is new waits, and who is gone stays in place", () => {
  show({}, "?show=people");
  const names = () =>
    screen.getAllByRole("article").map((card) => card.textContent);
  const mira = listing("person", "mira", "Mira Sen");
  answer({ "listings:listperson": list(mira) });
  expect(names()).toEqual(["Ravi IyerHelloNot looking any moreHide"]);
  click("Show 1 new");
  expect(names()).toEqual(["Mira SenHelloHide"]);
});

test("requests to answer come first, with their number, who asks and what they can", () => {
  show({ ...inTeam(leader), ...asking(request, declined) });
  const [, answers] = screen.getAllByRole("heading");
  expect(answers?.textContent).toBe("1 request to answer");
  expect(screen.getByText("Rust", { selector: "p" })).toBeDefined();
  click("Decline");
  expect(calls).toEqual([["requests:decline", { requestId: "r1" }]]);
  answer(asking(request, { ...request, _id: "r3" }));
  expect(answers?.textContent).toBe("2 requests to answer");
});

test("without requests the page has none", () => {
  show();
  expect(screen.queryByText(/request/i)).toBeNull();
});

test("what was asked is withdrawn below, and its answer stands on the card where one asked", () => {
  show(asking(asked));
  const card = within(screen.getByRole("article"));
  card.getByText("You asked");
  expect(card.queryByRole("button", { name: "Ask to join" })).toBeNull();
  click("Withdraw");
  expect(calls).toEqual([["requests:withdraw", { requestId: "r2" }]]);
  answer(asking(declined));
  card.getByText("Declined");
  button("Ask to join", card);
});

test("one's card is a line; its form opens in its place, and keeps what is typed", async () => {
  const label = /One line about you/;
  show();
  click("Show a card");
  fill(label, "I do servers");
  answer({ "listings:mine": listing("person", "asha", "Asha Rao") });
  expect(field(label).value).toBe("I do servers");
  click("Save");
  await screen.findByRole("button", { name: "Edit your card" });
  const written = { text: "I do servers", skills: [] };
  expect(calls).toEqual([["listings:showCard", written]]);
  const card = screen.getByRole("region", { name: "Your card" });
  expect(card.textContent).toBe("Your card: HelloEdit");
  click("Edit your card");
  click("Withdraw your card");
  await screen.findByRole("button", { name: "Edit your card" });
  expect(calls[1]).toEqual(["listings:withdraw", { kind: "person" }]);
  answer({ "listings:mine": null });
  click("Show a card");
  expect(field(label).value).toBe("Hello");
});

test("a skill that was typed and not added is sent, and the form closes as what is shown arrives with it", async () => {
  show(inTeam(leader));
  const own = { ...listing("team", "nova", "Nova"), skills: ["Godot"] };
  responses["listings:showOpening"] = async () =>
    answer({ "listings:mine": own });
  click("Show an opening");
  fill(/What you are building/u, "Hello");
  fill(/Skills you look for/u, "Godot");
  click("Show the opening");
  await screen.findByRole("button", { name: "Edit the opening" });
  const written = { text: "Hello", skills: ["Godot"] };
  expect(calls).toEqual([["listings:showOpening", written]]);
});

test("who has declined or withdrawn takes that back in the same place, for an hour", () => {
  const withdrawn = (msAgo: number) =>
    asking({ ...asked, outcome: "withdrawn", settledAt: Date.now() - msAgo });
  show(withdrawn(0));
  click("Undo");
  expect(calls).toEqual([["requests:reopen", { requestId: "r2" }]]);
  answer(withdrawn(7_200_000));
  expect(screen.queryByRole("button", { name: /^Undo/u })).toBeNull();
});

test("hiding is one press; a report to the organisers is asked for apart", async () => {
  show();
  click("Hide Comet");
  expect(dialog().queryByRole("textbox")).toBeNull();
  click("Hide", dialog());
  await expectCalls(["listings:hide", { target: "comet" }]);
  await expect.poll(() => screen.queryByRole("dialog")).toBeNull();

  click("Hide Comet");
  tick("And tell the organisers");
  click("Hide and report");
  await screen.findByText("Reason is required");
  fill("What is wrong?", "They ask for money");
  click("Hide and report");
  const report = { target: "comet", reason: "They ask for money" };
  await expectCalls(expect.anything(), ["listings:report", report]);
});

test("a refusal in a dialog is read out there: a toast is under it", async () => {
  responses["requests:send"] = async () => refuse("team_full");
  show();
  click("Ask to join");
  click("Send the request", dialog());
  await expect
    .poll(() => dialog().getByRole("alert").textContent)
    .toBe("Team is already full");
});

test("filters fold, and say how many are set", async () => {
  show();
  const filter = button("Filter");
  expect(filter.getAttribute("aria-expanded")).toBe("false");
  click("Filter");
  expect(filter.getAttribute("aria-expanded")).toBe("true");
  fill("Skill", "React");
  await screen.findByRole("button", { name: "Filter · 1" });
});

test("an incomplete profile is offered once", () => {
  show();
  const offer = screen.getByRole("link", { name: "Complete your profile" });
  expect(offer.getAttribute("href")).toBe("/account#profile");
  click("Not now");
  expect(screen.queryByText("Complete your profile")).toBeNull();
  expect(localStorage.getItem("profileOffered")).toBe("asha");
});

test.each([
  [
    "a leader",
    inTeam(leader, team(MAX_TEAM_SIZE - 1)),
    request,
    "Ravi Iyer is in your team at once, and what Ravi Iyer has asked of other teams ends. Your team is full then. 1 other open request ends.",
    "Take them in",
  ],
  [
    "a person",
    {},
    { ...request, side: "person", sentBy: "team" },
    "You are in Nova at once, and your card disappears. Your 1 other open request ends.",
    "Join the team",
  ],
])(
  "%s is asked before accepting, with what that ends",
  async (_, me, to, said, confirm) => {
    const other = { ...asked, side: to.side, sentBy: to.side };
    show({ ...me, ...asking(to, other, { ...declined, _id: "r3" }) });
    click("Accept");
    expect(screen.getByRole("dialog").textContent).toContain(said);
    expect(calls).toEqual([]);
    click(confirm);
    await expectCalls(["requests:accept", { requestId: "r1" }]);
  },
);
