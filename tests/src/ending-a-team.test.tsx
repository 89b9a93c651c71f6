/** What goes with a team that ends: each question says it, and follows what happens to the project while it is open. */
import { beforeEach, expect, test } from "vitest";
import type { ProjectStatus } from "#convex/projects/shared/projects";
import { publish } from "../../src/lib/session/session-store";
import { DeleteAccount } from "../../src/routes/account/delete-account";
import { Requests } from "../../src/routes/organiser/requests/requests";
import { MendTeam } from "../../src/routes/organiser/teams/mend-team";
import { DisbandTeam } from "../../src/routes/team/disband-team";
import { LeaveTeam } from "../../src/routes/team/leave-team";
import { changeRequest } from "./change-request";
import { answer, calls, expectCalls } from "./deployment";
import { act, fireEvent, open, screen } from "./rendering";

const GOES = /Its project, pictures and history are deleted too\./u;
/** The same where it says who is the last one. */
const ENDS =
  /Meera Pillai is the last member of Night Owls, which is deleted\. Its project, pictures and history are deleted too\./u;
const STAYS = /What it has handed in stays, in judging and in the gallery\./u;
const WITHDRAW = "Your team has handed in its project. Withdraw it first.";

const meera = { uid: "meera", name: "Meera Pillai", role: "leader" };
const team = {
  _id: "owls",
  name: "Night Owls",
  members: [meera],
} as unknown as Parameters<typeof LeaveTeam>[0]["team"] &
  Parameters<typeof MendTeam>[0]["team"];
const profile = { _id: "meera", displayName: "Meera Pillai" } as never;

/** What the deployment says about the team's project, in each place. */
const withProject = (status: ProjectStatus) => ({
  "projects:standing": status,
  "projects:standingOf": status,
  "changeRequests:list": [{ ...changeRequest, ends: status }],
});

beforeEach(() => {
  const actions = {
    signIn: async () => ({ signingIn: false }),
    mayLeave: async () => true,
    signOut: async () => {},
  };
  publish("signedIn", actions, { isConfirmed: true });
  answer({
    ...withProject("draft"),
    "settings:submissions": { state: "open", next: null },
    "listings:reports": { open: [], settled: [], more: 0, isComplete: true },
  });
});

const buttons = (name: string) => screen.getAllByRole("button", { name });
/** The last one of this name is in the dialog on top. */
const press = (name: string) =>
  act(async () => {
    fireEvent.click(buttons(name).at(-1) as HTMLElement);
  });
const type = (value: string) =>
  fireEvent.input(screen.getByRole("textbox"), { target: { value } });

const leaving = <LeaveTeam team={team} selfId="meera" areChangesOpen />;
const ending = <DisbandTeam team={team} />;
const mending = (
  <MendTeam isOpen team={team} people={[]} areChangesOpen onClose={() => {}} />
);
const withoutAccount = [
  STAYS,
  /^Your name is taken out of what your team has/u,
];
const withProjectToo = { withProject: true };

test.each([
  {
    what: "a member leaves",
    page: leaving,
    ask: "Leave Team",
    handedIn: [WITHDRAW],
    confirm: "Leave Team",
    call: ["teams:leave", withProjectToo],
  },
  {
    what: "the leader ends the team",
    page: ending,
    ask: "End the team",
    handedIn: [WITHDRAW],
    typed: "Night Owls",
    confirm: "End the team",
    call: [
      "teams:disband",
      { name: "Night Owls", members: 1, ...withProjectToo },
    ],
  },
  {
    what: "an account is deleted",
    page: <DeleteAccount profile={profile} team={team} />,
    ask: "Delete account",
    handedIn: withoutAccount,
    typed: "DELETE",
    confirm: "Delete for good",
    call: ["account:remove", { alsoUnsubscribe: false, ...withProjectToo }],
  },
  {
    what: "an organiser takes the last member out",
    page: mending,
    ask: "Remove Meera Pillai",
    handedIn: [STAYS],
    confirm: "Remove",
    call: [
      "organiser:mendTeam",
      {
        teamId: "owls",
        change: { kind: "remove", userId: "meera", ...withProjectToo },
      },
    ],
  },
  {
    what: "an organiser approves a request",
    page: <Requests />,
    ask: "Approve",
    draft: ENDS,
    handedIn: [STAYS],
    confirm: "Approve",
    call: [
      "changeRequests:approve",
      { requestId: "r1", answer: "", seen: "draft", ...withProjectToo },
    ],
  },
])(
  "before $what, it says what becomes of the project, and the deployment hears what was said",
  async ({ page, ask, draft = GOES, handedIn, typed, confirm, call }) => {
    open(page);
    await press(ask);
    screen.getByText(draft);
    answer(withProject("handed_in"));
    for (const said of handedIn) screen.getByText(said);
    expect(screen.queryByText(GOES)).toBeNull();
    answer(withProject("draft"));
    screen.getByText(draft);
    if (typed !== undefined) type(typed);
    await press(confirm);
    await expectCalls(call);
  },
);

test("a team that has handed in is not left by its last member", async () => {
  open(leaving);
  await press("Leave Team");
  answer(withProject("handed_in"));
  const leave = buttons("Leave Team").at(-1);
  expect(leave?.getAttribute("aria-disabled")).toBe("true");
  await press("Leave Team");
  expect(calls).toEqual([]);
});

test("nor ended by its leader, and who was typing its name goes on from the safe answer", async () => {
  open(ending);
  await press("End the team");
  type("Night Owls");
  answer(withProject("handed_in"));
  expect(screen.queryByRole("textbox")).toBeNull();
  expect(document.activeElement?.textContent).toBe("Cancel");
});
