import { expect, test, vi } from "vitest";
import { refuse } from "#convex/platform/shared/errors";
import type { TeamOverview } from "#convex/teams/shared/teams";
import { notify } from "../../src/lib/notify";
import { ListScreen } from "../../src/routes/organiser/list/list-screen";
import { NeedsList } from "../../src/routes/organiser/overview/needs-list";
import { Overview } from "../../src/routes/organiser/overview/overview";
import { participants } from "../../src/routes/organiser/participants/participants";
import { Roles } from "../../src/routes/organiser/roles/roles";
import { Addresses } from "../../src/routes/organiser/settings/addresses";
import { Screens } from "../../src/routes/organiser/settings/screens";
import { MendTeam } from "../../src/routes/organiser/teams/mend-team";
import { answer, calls, expectCalls, responses } from "./deployment";
import { button, click, field, fill, open, screen, within } from "./rendering";

const left = { name: "Stage left", code: "ABCD2345", show: "all" };
const saying = (sentence: string) => ({
  "screens:list": [
    { ...left, _id: "s1", isBlank: false, sentence, sign: null },
  ],
});

test("a sentence that is being typed stays when another organiser changes it, and what is sent follows later changes", async () => {
  const label = "Sentence above everything";
  answer(saying("Lunch at one"));
  open(<Screens />);
  expect(field(label).value).toBe("Lunch at one");
  fill(label, "Dinner");
  answer(saying("Lunch at two"));
  expect(field(label).value).toBe("Dinner");
  click("Show it");
  // What stood there when it was begun.
  const seen = { sentence: "Lunch at one" };
  const sent = { screenId: "s1", sentence: "Dinner", seen };
  await expectCalls([expect.anything(), sent]);
  answer(saying("Dinner"));
  await expect.poll(() => field(label).value).toBe("Dinner");
  click(/^Undo/u);
  await expect.poll(() => calls).toHaveLength(2);
  const back = { sentence: "Lunch at one", seen: { sentence: "Dinner" } };
  expect(calls[1]?.[1]).toMatchObject(back);
  answer(saying("Quiz at nine"));
  await expect.poll(() => field(label).value).toBe("Quiz at nine");
});

test("a screen that was removed is put back as it was", async () => {
  answer(saying("Lunch at one"));
  open(<Screens />);
  button("Remove Stage left").focus();
  click("Remove Stage left");
  const words = "Removed Stage left: its page shows everything.";
  await expect.poll(() => calls).toHaveLength(1);
  answer({ "screens:list": [] });
  await screen.findByText(words);
  // Another organiser is faster.
  answer(saying("Lunch at one"));
  expect(screen.queryByText(words)).toBeNull();
  answer({ "screens:list": [] });
  expect(document.activeElement?.contains(button(/^Undo/u))).toBe(true);
  click(/^Undo/u);
  const again = { ...left, isBlank: false, sentence: "Lunch at one" };
  await expectCalls(expect.anything(), ["screens:add", again]);
});

test("an address that was not typed here is not saved over what another organiser has made of it, nor one that was saved before", async () => {
  const live = (name: string) => ({
    "settings:current": { addresses: { discord: `https://d.example/${name}` } },
  });
  const shown = () => field(/^Community/u).value.slice(18);
  answer(live("none"));
  open(<Addresses />);
  answer(live("one"));
  expect(shown()).toBe("one");
  fill(/^Community/u, "https://d.example/two");
  click(/^Save/u);
  await expect.poll(() => calls).toHaveLength(1);
  answer(live("two"));
  answer(live("three"));
  await expect.poll(shown).toBe("three");
  fill(/^Name of the venue/u, "Hall 5");
  click(/^Save/u);
  await expect.poll(() => calls).toHaveLength(2);
  const saved = { venueName: "Hall 5", seen: { venueName: "" } };
  expect(calls[1]?.[1]).toEqual(saved);
  await screen.findByRole("button", { name: /^Undo/u });
  click(/^Undo/u);
  await expect.poll(() => calls).toHaveLength(3);
  const undone = { venueName: "", seen: { venueName: "Hall 5" } };
  expect(calls[2]?.[1]).toEqual(undone);
});

test("who is told that an address has changed meanwhile may save after that", async () => {
  answer({ "settings:current": {} });
  responses["settings:changeAddresses"] = async () =>
    refuse("changed_since", { what: "Rita was faster." });
  open(<Addresses />);
  fill(/^Name of the venue/u, "Hall 5");
  click(/^Save/u);
  await screen.findByText("Rita was faster. Please look again.");
  answer({ "settings:current": { addresses: { venueName: "Hall 4" } } });
  delete responses["settings:changeAddresses"];
  click(/^Save/u);
  await screen.findByText("Addresses saved.");
  expect(calls.map(([, args]) => args)).toEqual([
    { venueName: "Hall 5", seen: { venueName: "" } },
    { venueName: "Hall 5", seen: { venueName: "Hall 4" } },
  ]);
});

test("a reminder is asked about, with the number of teams", async () => {
  responses["organiser:remindUnsubmitted"] = async () => 23;
  const words = "teams have not handed in";
  const need = { count: 23, words, to: "projects", isReminder: true } as const;
  open(<NeedsList needs={[need]} />);
  click("Remind them");
  expect(calls).toEqual([]);
  screen.getByText(/^A mail goes to every member of 23 teams/u);
  click("Remind 23 teams");
  await expectCalls(["organiser:remindUnsubmitted", {}]);
});

test("what cannot be loaded says so in its place", async () => {
  vi.stubGlobal("isSecureContext", true);
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("no line")));
  const broken = new Error("Server Error");
  const overview = {
    teamsBySize: [0, 1],
    registrations: [],
    otherMessagesAt: [],
  };
  answer({
    "organiser:participants": broken,
    "organiser:integrity": broken,
    "organiser:overview": overview,
    "settings:current": { phase: "open", addresses: {} },
    "settings:teamChanges": { state: "open" },
    "judging:progress": undefined,
    "checkIns:arrivals": undefined,
    "help:waits": undefined,
  });
  open(
    <>
      <ListScreen definition={participants} />
      <Overview />
    </>,
  );
  const failures = () =>
    screen
      .getAllByRole("heading", { name: /^Failed/u })
      .map(({ textContent }) => textContent);
  await expect
    .poll(failures)
    .toEqual(["Failed to load the participants", "Failed to check the teams"]);
  screen.getByText(/^Teams by size/u);
});

test("no list leaves without a record", async () => {
  const said = vi.spyOn(notify, "error").mockImplementation(() => {});
  const file = vi.spyOn(URL, "createObjectURL");
  const asha = {
    _id: "u1",
    name: "Asha Rao",
    email: "asha@example.in",
    role: "participant",
    college: "",
    graduationYear: null,
    skills: [],
    createdAt: 0,
    links: {},
  };
  const list = { participants: [asha], isComplete: true };
  answer({ "organiser:participants": list });
  responses["organiser:recordExport"] = () => Promise.reject(new Error());
  open(<ListScreen definition={participants} />);
  click(/^Download CSV \(1 row/u);
  await expect
    .poll(() => said.mock.calls)
    .toEqual([["Failed to download the list"]]);
  expect(calls).toHaveLength(1);
  expect(file).not.toHaveBeenCalled();
});

test("a team that cannot be changed says so in the question, which a toast would be under", async () => {
  const said = vi.spyOn(notify, "error").mockImplementation(() => {});
  const devi = { uid: "devi", name: "Devi Nair", role: "leader" };
  const team = { _id: "owls", name: "Night Owls", members: [devi] };
  const asked = { team: team as unknown as TeamOverview, people: [] };
  responses["organiser:mendTeam"] = () => Promise.reject(new Error());
  open(<MendTeam isOpen {...asked} areChangesOpen onClose={() => {}} />);
  click("Remove Devi Nair");
  const name = "Remove Devi Nair?";
  const question = within(screen.getByRole("dialog", { name }));
  click("Remove", question);
  await expect
    .poll(() => question.queryByRole("alert")?.textContent)
    .toContain("Failed to change the team");
  expect(said).not.toHaveBeenCalled();
});

test("a helper who is dismissed from the desk is named again by one press", async () => {
  // The deployment's clock is not asked.
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("no line")));
  const roles = (...deskHelpers: object[]) => ({
    "organiser:roles": { people: [], invitations: [], deskHelpers },
  });
  const ravi = { _id: "u1", name: "Ravi", email: "ravi@example.in" };
  const words = "Ravi is dismissed from the desk.";
  answer(roles(ravi));
  open(<Roles />);
  click("Dismiss Ravi from the desk");
  await expect.poll(() => calls).toHaveLength(1);
  answer(roles());
  await screen.findByText(words);
  // Another organiser is faster.
  answer(roles(ravi));
  expect(screen.queryByText(words)).toBeNull();
  answer(roles());
  click(`Undo: ${words}`);
  await expectCalls(
    ["organiser:dismissDeskHelper", { userId: "u1" }],
    ["organiser:nameDeskHelper", { email: "ravi@example.in" }],
  );
  await expect
    .poll(() => screen.queryByRole("button", { name: /^Undo/ }))
    .toBeNull();
});

test("dismissing says in figures what the person has to do, and sending again asks first", async () => {
  const none = { scored: 0, toScore: 0, helping: 0, invitations: 0 };
  const of = (role: string, has: object) => ({
    _id: role,
    name: role.toUpperCase(),
    email: `${role}@example.in`,
    role,
    has: { ...none, ...has },
  });
  const people = [
    of("organiser", { invitations: 2 }),
    of("judge", { scored: 7, toScore: 3 }),
    of("mentor", { helping: 1 }),
  ];
  const kay = { email: "kay@example.in", role: "judge", isVouchedFor: true };
  const invitations = [{ ...kay, _id: "i1", mailedAt: 1, expiresAt: 9 }];
  answer({ "organiser:roles": { people, deskHelpers: [], invitations } });
  open(<Roles />);
  for (const [name, said] of [
    ["ORGANISER", "2 open invitations of ORGANISER are void."],
    [
      "JUDGE",
      "7 scorecards of JUDGE still count; 3 projects that JUDGE has not scored go to other judges.",
    ],
    ["MENTOR", "1 team to which they are on the way waits for another mentor."],
  ] as const) {
    click(`Dismiss ${name}`);
    expect(screen.getByRole("dialog").textContent).toContain(said);
    click("Cancel");
  }
  click("Send again to kay@example.in");
  expect(calls).toEqual([]);
  click("Send it");
  await expectCalls(["organiser:inviteAgain", { invitationId: "i1", seen: 9 }]);
});
