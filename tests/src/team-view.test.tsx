import { beforeEach, expect, test, vi } from "vitest";
import { refuse } from "#convex/platform/shared/errors";
import type { TeamView as Team } from "#convex/teams/shared/teams";
import { MemberTools } from "../../src/routes/team/member-tools";
import { TeamView } from "../../src/routes/team/team-view";
import { answer, calls, responses, settings } from "./deployment";
import { click, field, fill, open, press, screen } from "./rendering";

vi.mock("../../src/features/clock/deployment-clock", () => ({
  useDeploymentMinute: () => Date.now(),
}));

const meera = { _id: "meera" as never, teamRole: "leader" };
const team = {
  name: "Night Owls",
  description: "",
  inviteCode: "ABC234",
  isOpen: true,
  members: [{ uid: "meera", name: "Meera Pillai", role: "leader" }],
} as unknown as Team;

const page = (shown = team, areChangesOpen = true) => (
  <TeamView
    team={shown}
    me={meera}
    areChangesOpen={areChangesOpen}
    isLive={false}
    isArriving={false}
  />
);
const closed = settings({ teamChangesOpen: false });

beforeEach(() =>
  answer({
    "users:me": {
      ...meera,
      hasRegisteredPlace: false,
      checkedInAt: null,
      requests: { askedBy: [], asked: [], answer: null },
    },
    "changeRequests:mine": [],
  }),
);

test("a leader who writes the description when team changes close goes on writing it", () => {
  const { show } = open(page());
  click("More");
  click(/^Edit name/u);
  fill(/^Description/u, "Four who do not sleep");
  const typed = field(/^Description/u);
  answer(closed);
  show(page(team, false));
  screen.getByText("The roster is locked");
  expect(field(/^Description/u)).toBe(typed);
  expect(typed.value).toBe("Four who do not sleep");
});

test("closing the team is asked about, with the requests that end; opening it is not", async () => {
  const asked = { outcome: null };
  answer({ "requests:mine": [asked, asked, { outcome: "declined" }] });
  const { show } = open(page());
  await press("More");
  await press("Close the team");
  screen.getByText(
    /at Find a team disappears, and 2 open requests will end\.$/,
  );
  expect(calls).toEqual([]);
  await press("Close it");
  show(page({ ...team, isOpen: false }));
  await press("Open the team");
  expect(calls).toEqual([
    ["teams:edit", { isOpen: false }],
    ["teams:edit", { isOpen: true }],
  ]);
});

test("words that were changed meanwhile are not replaced before the leader has heard of them", async () => {
  responses["teams:edit"] = async () =>
    refuse("changed_since", { what: "The name is “Owls” now." });
  const { show } = open(page());
  await press("More");
  await press(/^Edit name/u);
  fill("Team name", "Night Hawks");
  show(page({ ...team, name: "Owls" }));
  await press("Save");
  screen.getByText(/^The name is “Owls” now/);
  await press("Save");
  const change = { name: "Night Hawks", description: "" };
  expect(calls).toEqual(
    ["Night Owls", "Owls"].map((name) => [
      "teams:edit",
      { ...change, seen: { name, description: "" } },
    ]),
  );
});

test("whoever leaves while the leader is asked about them is not counted twice", () => {
  const ravi = { uid: "ravi" as never, name: "Ravi Iyer", role: "member" };
  const tools = (members: unknown[]) => (
    <MemberTools
      team={{ ...team, members } as Team}
      chosen={ravi}
      areChangesOpen
      onClose={() => {}}
    />
  );
  const { show } = open(tools([...team.members, ravi]));
  click("Remove from team");
  const words = /stays in it\. 1 member stays, and/u;
  screen.getByText(words);
  show(tools(team.members));
  screen.getByText("Ravi Iyer is no longer in your team.");
  expect(screen.getByText(words)).toBeTruthy();
});

test("a change request that was withdrawn by mistake is put back in the same place", async () => {
  const withdrawn = (msAgo: number) => {
    const request = {
      _id: "c1",
      isOwn: true,
      kind: "leave",
      reason: "Moving",
      answer: "",
      teamName: "Night Owls",
      targetTeamName: null,
      sentAt: 0,
      outcome: "withdrawn",
      settledAt: Date.now() - msAgo,
    };
    answer({ "changeRequests:mine": [request] });
  };
  answer(closed);
  withdrawn(0);
  open(page(team, false));
  await press(/^Undo: /);
  expect(calls).toEqual([["changeRequests:putBack", { requestId: "c1" }]]);
  withdrawn(7_200_000);
  expect(screen.queryByRole("button", { name: /^Undo/ })).toBeNull();
});
