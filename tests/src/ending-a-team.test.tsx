/** What goes with a team that ends: each question says it, and follows what happens to the project while it is open. */
import type { ReactNode } from "react";
import { createMemoryRouter, Outlet, RouterProvider } from "react-router-dom";
import { beforeEach, expect, test, vi } from "vitest";
import type { Profile } from "#convex/people/shared/people";
import type { ProjectStatus } from "#convex/projects/shared/projects";
import type { TeamOverview, TeamView } from "#convex/teams/shared/teams";
import { publish } from "../../src/lib/session/session-store";
import { DeleteAccount } from "../../src/routes/account/delete-account";
import { Requests } from "../../src/routes/organiser/requests/requests";
import { MendTeam } from "../../src/routes/organiser/teams/mend-team";
import { DisbandTeam } from "../../src/routes/team/disband-team";
import { LeaveTeam } from "../../src/routes/team/leave-team";
import { answer, calls, resetDeployment } from "./deployment";
import { act, fireEvent, render, screen } from "./rendering";

vi.mock("convex/react", async () =>
  (await import("./deployment")).convexReact(),
);
vi.mock("../../src/layouts/page-words", () => ({ usePageWords: () => {} }));

const GOES = /Its project, pictures and history are deleted too\./u;
/** The same where it says who is the last one. */
const ENDS =
  /Meera Pillai is the last member of Night Owls, which is deleted\. Its project, pictures and history are deleted too\./u;
const STAYS = /What it has handed in stays, in judging and in the gallery\./u;
const WITHDRAW = "Your team has handed in its project. Withdraw it first.";

const meera = { uid: "meera", name: "Meera Pillai", role: "leader" };
const team = { _id: "owls", name: "Night Owls", members: [meera] };
const ofMembers = team as unknown as TeamView;
const profile = { _id: "meera", displayName: "Meera Pillai" };

/** What the deployment says about the team's project, in each place. */
const withProject = (status: ProjectStatus) => ({
  "projects:standing": status,
  "projects:standingOf": status,
  "changeRequests:list": [
    {
      _id: "r1",
      personName: "Meera Pillai",
      kind: "leave",
      reason: "I am ill.",
      answer: "",
      teamName: "Night Owls",
      targetTeamName: null,
      sentAt: 0,
      outcome: null,
      settledAt: null,
      settledBy: null,
      obstacle: null,
      ends: status,
    },
  ],
});

beforeEach(() => {
  const actions = {
    signIn: async () => ({ signingIn: false }),
    mayLeave: async () => true,
    signOut: async () => {},
  };
  publish("signedIn", actions, { isConfirmed: true });
  resetDeployment({
    ...withProject("draft"),
    "settings:submissions": { state: "open", next: null },
    "listings:reports": { open: [], settled: [], more: 0, isComplete: true },
  });
});

function open(page: ReactNode) {
  const router = createMemoryRouter([
    {
      element: <Outlet context={{ setIsLeaving: () => {} }} />,
      children: [{ path: "*", element: page }],
    },
  ]);
  render(<RouterProvider router={router} />);
}

const buttons = (name: string) => screen.getAllByRole("button", { name });
/** The last one of this name is in the dialog on top. */
const press = (name: string) =>
  act(async () => {
    fireEvent.click(buttons(name).at(-1) as HTMLElement);
  });
const type = (text: string) =>
  fireEvent.input(screen.getByRole("textbox"), { target: { value: text } });

const leaving = <LeaveTeam team={ofMembers} selfId="meera" areChangesOpen />;
const ending = <DisbandTeam team={ofMembers} />;

test.each([
  {
    what: "a member leaves",
    page: leaving,
    ask: "Leave Team",
    draft: GOES,
    handedIn: [WITHDRAW],
    confirm: "Leave Team",
    call: ["teams:leave", { withProject: true }],
  },
  {
    what: "the leader ends the team",
    page: ending,
    ask: "End the team",
    draft: GOES,
    handedIn: [WITHDRAW],
    typed: "Night Owls",
    confirm: "End the team",
    call: [
      "teams:disband",
      {
        name: "Night Owls",
        withProject: true,
        members: ofMembers.members.length,
      },
    ],
  },
  {
    what: "an account is deleted",
    page: (
      <DeleteAccount profile={profile as unknown as Profile} team={ofMembers} />
    ),
    ask: "Delete account",
    draft: GOES,
    handedIn: [STAYS, /^Your name is taken out of what your team has/u],
    typed: "DELETE",
    confirm: "Delete for good",
    call: ["account:remove", { alsoUnsubscribe: false, withProject: true }],
  },
  {
    what: "an organiser takes the last member out",
    page: (
      <MendTeam
        isOpen
        team={team as unknown as TeamOverview}
        people={[]}
        areChangesOpen
        onClose={() => {}}
      />
    ),
    ask: "Remove Meera Pillai",
    draft: GOES,
    handedIn: [STAYS],
    confirm: "Remove",
    call: [
      "organiser:mendTeam",
      {
        teamId: "owls",
        change: { kind: "remove", userId: "meera", withProject: true },
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
      { requestId: "r1", answer: "", withProject: true, seen: "draft" },
    ],
  },
])(
  "before $what, it says what becomes of the project, and the deployment hears what was said",
  async ({ page, ask, draft, handedIn, typed, confirm, call }) => {
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
    await expect.poll(() => calls).toEqual([call]);
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
