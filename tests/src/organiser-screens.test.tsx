import { ConvexError } from "convex/values";
import { MemoryRouter } from "react-router-dom";
import { expect, onTestFinished, test, vi } from "vitest";
import { refusal } from "#convex/platform/shared/errors";
import type { TeamOverview } from "#convex/teams/shared/teams";
import { notify } from "../../src/lib/notify";
import { ListScreen } from "../../src/routes/organiser/list/list-screen";
import { NeedsList } from "../../src/routes/organiser/overview/needs-list";
import { Overview } from "../../src/routes/organiser/overview/overview";
import { participants } from "../../src/routes/organiser/participants/participants";
import { Roles } from "../../src/routes/organiser/roles/roles";
import { Requests } from "../../src/routes/organiser/requests/requests";
import { Addresses } from "../../src/routes/organiser/settings/addresses";
import { Screens } from "../../src/routes/organiser/settings/screens";
import { MendTeam } from "../../src/routes/organiser/teams/mend-team";
import { answer, calls, resetDeployment, responses } from "./deployment";
import { fireEvent, render, screen, within } from "./rendering";

vi.mock("convex/react", async () =>
  (await import("./deployment")).convexReact(),
);
vi.mock("../../src/layouts/page-words", () => ({ usePageWords: () => {} }));

const saying = (sentence: string) => ({
  "screens:list": [
    {
      _id: "s1",
      name: "Stage left",
      code: "ABCD2345",
      show: "all",
      isBlank: false,
      sentence,
      sign: null,
    },
  ],
});

test("a sentence that is being typed stays when another organiser changes it, and what is sent follows later changes", async () => {
  resetDeployment(saying("Lunch at one"));
  render(
    <MemoryRouter>
      <Screens />
    </MemoryRouter>,
  );
  const field = () =>
    screen.getByLabelText<HTMLInputElement>("Sentence above everything");
  expect(field().value).toBe("Lunch at one");
  fireEvent.input(field(), { target: { value: "Dinner" } });
  answer(saying("Lunch at two"));
  expect(field().value).toBe("Dinner");
  fireEvent.click(screen.getByRole("button", { name: "Show it" }));
  await expect.poll(() => calls).toHaveLength(1);
  // What stood there when it was begun.
  expect(calls[0]?.[1]).toEqual({
    screenId: "s1",
    sentence: "Dinner",
    seen: { sentence: "Lunch at one" },
  });
  answer(saying("Dinner"));
  await expect.poll(() => field().value).toBe("Dinner");
  fireEvent.click(screen.getByRole("button", { name: /^Undo/u }));
  await expect.poll(() => calls).toHaveLength(2);
  expect(calls[1]?.[1]).toMatchObject({
    sentence: "Lunch at one",
    seen: { sentence: "Dinner" },
  });
  answer(saying("Quiz at nine"));
  await expect.poll(() => field().value).toBe("Quiz at nine");
});

test("a screen that was removed is put back as it was", async () => {
  resetDeployment(saying("Lunch at one"));
  render(
    <MemoryRouter>
      <Screens />
    </MemoryRouter>,
  );
  const remove = screen.getByRole("button", { name: "Remove Stage left" });
  remove.focus();
  fireEvent.click(remove);
  const words = "Removed Stage left: its page shows everything.";
  await expect.poll(() => calls).toHaveLength(1);
  answer({ "screens:list": [] });
  await screen.findByText(words);
  // Another organiser is faster.
  answer(saying("Lunch at one"));
  expect(screen.queryByText(words)).toBeNull();
  answer({ "screens:list": [] });
  const undo = screen.getByRole("button", { name: /^Undo/u });
  expect(document.activeElement?.contains(undo)).toBe(true);
  fireEvent.click(undo);
  await expect.poll(() => calls).toHaveLength(2);
  expect(calls[1]).toEqual([
    "screens:add",
    {
      code: "ABCD2345",
      name: "Stage left",
      show: "all",
      isBlank: false,
      sentence: "Lunch at one",
    },
  ]);
});

test("an address that was not typed here is not saved over what another organiser has made of it, nor one that was saved before", async () => {
  const live = (discord: string) => ({
    "settings:current": { addresses: { discord } },
  });
  resetDeployment(live("https://discord.example/none"));
  render(
    <MemoryRouter>
      <Addresses />
    </MemoryRouter>,
  );
  const type = (label: RegExp, value: string) =>
    fireEvent.change(screen.getByLabelText(label), { target: { value } });
  const save = () =>
    fireEvent.click(screen.getByRole("button", { name: /^Save/u }));
  const field = () => screen.getByLabelText(/^Community/u);
  answer(live("https://discord.example/one"));
  expect(field()).toHaveProperty("value", "https://discord.example/one");
  type(/^Community/u, "https://discord.example/two");
  save();
  await expect.poll(() => calls).toHaveLength(1);
  answer(live("https://discord.example/two"));
  answer(live("https://discord.example/three"));
  await expect
    .poll(() => field())
    .toHaveProperty("value", "https://discord.example/three");
  type(/^Name of the venue/u, "Hall 5");
  save();
  await expect.poll(() => calls).toHaveLength(2);
  expect(calls[1]?.[1]).toEqual({
    venueName: "Hall 5",
    seen: { venueName: "" },
  });
  fireEvent.click(await screen.findByRole("button", { name: /^Undo/u }));
  await expect.poll(() => calls).toHaveLength(3);
  expect(calls[2]?.[1]).toEqual({
    venueName: "",
    seen: { venueName: "Hall 5" },
  });
});

test("who answers a request that another organiser answers meanwhile reads so", () => {
  const asked = (settled: object = {}) => ({
    "listings:reports": { open: [], settled: [], more: 0, isComplete: true },
    "changeRequests:list": [
      {
        _id: "c1",
        personName: "Asha Rao",
        kind: "other",
        reason: "My college changed.",
        answer: "",
        teamName: null,
        targetTeamName: null,
        sentAt: 0,
        outcome: null,
        settledAt: null,
        settledBy: null,
        obstacle: null,
        ends: null,
        ...settled,
      },
    ],
  });
  resetDeployment(asked());
  render(
    <MemoryRouter>
      <Requests />
    </MemoryRouter>,
  );
  fireEvent.click(screen.getByRole("button", { name: "Decline" }));
  fireEvent.change(screen.getByRole("textbox", { name: /^Answer/u }), {
    target: { value: "Not without a letter" },
  });
  answer(asked({ outcome: "approved", settledAt: 0, settledBy: "Olga" }));
  const dialog = within(screen.getByRole("dialog"));
  dialog.getByText(/^Approved and done by Olga on/u);
  fireEvent.click(dialog.getByRole("button", { name: "Close" }));
  expect(screen.queryByRole("dialog")).toBeNull();
  expect(calls).toEqual([]);
});

test("who is told that an address has changed meanwhile may save after that", async () => {
  resetDeployment({ "settings:current": {} });
  responses["settings:changeAddresses"] = () =>
    Promise.reject(
      new ConvexError(refusal("changed_since", { what: "Rita was faster." })),
    );
  render(
    <MemoryRouter>
      <Addresses />
    </MemoryRouter>,
  );
  fireEvent.change(screen.getByLabelText(/^Name of the venue/u), {
    target: { value: "Hall 5" },
  });
  const save = () =>
    fireEvent.click(screen.getByRole("button", { name: /^Save/u }));
  save();
  await screen.findByText("Rita was faster. Please look again.");
  answer({ "settings:current": { addresses: { venueName: "Hall 4" } } });
  delete responses["settings:changeAddresses"];
  save();
  await screen.findByText("Addresses saved.");
  expect(calls.map(([, args]) => args)).toEqual([
    { venueName: "Hall 5", seen: { venueName: "" } },
    { venueName: "Hall 5", seen: { venueName: "Hall 4" } },
  ]);
});

test("a reminder is asked about, with the number of teams", async () => {
  resetDeployment({ "organiser:remindUnsubmitted": null });
  responses["organiser:remindUnsubmitted"] = async () => 23;
  render(
    <MemoryRouter>
      <NeedsList
        needs={[
          {
            count: 23,
            words: "teams have not handed in",
            to: "projects",
            isReminder: true,
          },
        ]}
      />
    </MemoryRouter>,
  );
  fireEvent.click(screen.getByRole("button", { name: "Remind them" }));
  expect(calls).toEqual([]);
  screen.getByText(/^A mail goes to every member of 23 teams/u);
  fireEvent.click(screen.getByRole("button", { name: "Remind 23 teams" }));
  await expect.poll(() => calls).toEqual([["organiser:remindUnsubmitted", {}]]);
});

test("who is reported by many is one entry, with the first report, the newest and how many there are", () => {
  const report = (reason: string, sentAt: number) => ({
    _id: reason,
    reporterId: reason,
    reporterName: `Who says ${reason}`,
    openOfReporter: 1,
    openAboutTarget: 334,
    target: "ravi",
    targetName: "Ravi",
    isTeam: false,
    said: "",
    reason,
    sentAt,
    settledAt: null,
    settledBy: null,
  });
  const open = [report("Rude", 0), report("Rude again", 1)];
  resetDeployment({
    "listings:reports": { open, settled: [], more: 3, isComplete: true },
    "changeRequests:list": [],
  });
  render(
    <MemoryRouter>
      <Requests />
    </MemoryRouter>,
  );
  const card = within(screen.getByRole("article", { name: "Person: Ravi" }));
  expect(card.getAllByText(/^Rude/u).map((it) => it.textContent)).toEqual([
    "Rude",
    "Rude again",
  ]);
  card.getByText(/^332 other people have reported this person, too/u);
  screen.getByText(/^3 more people and teams are reported/u);
});

test("what cannot be loaded says so in its place", async () => {
  vi.stubGlobal("isSecureContext", true);
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("no line")));
  onTestFinished(() => void vi.unstubAllGlobals());
  const broken = new Error("Server Error");
  resetDeployment({
    "organiser:participants": broken,
    "organiser:integrity": broken,
    "organiser:overview": {
      teamsBySize: [0, 1],
      registrations: [],
      otherMessagesAt: [],
    },
    "settings:current": { phase: "open", addresses: {} },
    "judging:progress": undefined,
    "checkIns:arrivals": undefined,
    "help:waits": undefined,
  });
  render(
    <MemoryRouter>
      <ListScreen definition={participants} />
      <Overview />
    </MemoryRouter>,
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
  onTestFinished(() => [said, file].forEach((spy) => spy.mockRestore()));
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
  resetDeployment({
    "organiser:participants": { participants: [asha], isComplete: true },
  });
  responses["organiser:recordExport"] = () => Promise.reject(new Error());
  render(
    <MemoryRouter>
      <ListScreen definition={participants} />
    </MemoryRouter>,
  );
  fireEvent.click(
    screen.getByRole("button", { name: /^Download CSV \(1 row/u }),
  );
  await expect
    .poll(() => said.mock.calls)
    .toEqual([["Failed to download the list"]]);
  expect(calls).toHaveLength(1);
  expect(file).not.toHaveBeenCalled();
});

test("a team that cannot be changed says so in the question, which a toast would be under", async () => {
  const said = vi.spyOn(notify, "error").mockImplementation(() => {});
  onTestFinished(() => said.mockRestore());
  const devi = { uid: "devi", name: "Devi Nair", role: "leader" };
  const team = { _id: "owls", name: "Night Owls", members: [devi] };
  resetDeployment();
  responses["organiser:mendTeam"] = () => Promise.reject(new Error());
  render(
    <MendTeam
      isOpen
      team={team as unknown as TeamOverview}
      people={[]}
      areChangesOpen
      onClose={() => {}}
    />,
  );
  fireEvent.click(screen.getByRole("button", { name: "Remove Devi Nair" }));
  const asking = within(
    screen.getByRole("dialog", { name: "Remove Devi Nair?" }),
  );
  fireEvent.click(asking.getByRole("button", { name: "Remove" }));
  await expect
    .poll(() => asking.queryByRole("alert")?.textContent)
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
  resetDeployment(roles(ravi));
  render(
    <MemoryRouter>
      <Roles />
    </MemoryRouter>,
  );
  const press = (name: string) =>
    fireEvent.click(screen.getByRole("button", { name }));
  press("Dismiss Ravi from the desk");
  await expect.poll(() => calls).toHaveLength(1);
  answer(roles());
  await screen.findByText("Ravi is dismissed from the desk.");
  // Another organiser is faster.
  answer(roles(ravi));
  expect(screen.queryByText("Ravi is dismissed from the desk.")).toBeNull();
  answer(roles());
  press("Undo: Ravi is dismissed from the desk.");
  await expect
    .poll(() => calls)
    .toEqual([
      ["organiser:dismissDeskHelper", { userId: "u1" }],
      ["organiser:nameDeskHelper", { email: "ravi@example.in" }],
    ]);
  await expect
    .poll(() => screen.queryByRole("button", { name: /^Undo/ }))
    .toBeNull();
});

test("dismissing says in figures what the person has to do, and sending again asks first", async () => {
  const of = (role: string, has: object) => ({
    _id: role,
    name: role.toUpperCase(),
    email: `${role}@example.in`,
    role,
    has: { scored: 0, toScore: 0, helping: 0, invitations: 0, ...has },
  });
  resetDeployment({
    "organiser:roles": {
      people: [
        of("organiser", { invitations: 2 }),
        of("judge", { scored: 7, toScore: 3 }),
        of("mentor", { helping: 1 }),
      ],
      deskHelpers: [],
      invitations: [
        {
          _id: "i1",
          email: "kay@example.in",
          role: "judge",
          mailedAt: 1,
          expiresAt: 9,
          isVouchedFor: true,
        },
      ],
    },
  });
  render(
    <MemoryRouter>
      <Roles />
    </MemoryRouter>,
  );
  const press = (name: string) =>
    fireEvent.click(screen.getByRole("button", { name }));
  for (const [name, said] of [
    ["ORGANISER", "2 open invitations of ORGANISER are void."],
    [
      "JUDGE",
      "7 scorecards of JUDGE still count; 3 projects that JUDGE has not scored go to other judges.",
    ],
    ["MENTOR", "1 team to which they are on the way waits for another mentor."],
  ] as const) {
    press(`Dismiss ${name}`);
    expect(screen.getByRole("dialog").textContent).toContain(said);
    press("Cancel");
  }
  press("Send again to kay@example.in");
  expect(calls).toEqual([]);
  press("Send it");
  await expect
    .poll(() => calls)
    .toEqual([["organiser:inviteAgain", { invitationId: "i1", seen: 9 }]]);
});
