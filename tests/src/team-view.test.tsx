import { MemoryRouter } from "react-router-dom";
import { ConvexError } from "convex/values";
import { beforeEach, expect, test, vi } from "vitest";
import { refusal } from "#convex/platform/shared/errors";
import type { TeamView as Team } from "#convex/teams/shared/teams";
import { MemberTools } from "../../src/routes/team/member-tools";
import { TeamView } from "../../src/routes/team/team-view";
import { answer, calls, resetDeployment, responses } from "./deployment";
import { act, fireEvent, render, screen } from "./rendering";

vi.mock("convex/react", async () =>
  (await import("./deployment")).convexReact(),
);
const now = vi.hoisted(() => ({ areChangesOpen: true }));
vi.mock("../../src/features/clock/deployment-clock", () => ({
  useDeploymentMinute: () => Date.now(),
}));
vi.mock("../../src/lib/settings/live-settings", () => ({
  useSettings: () => ({ phase: "open", teamChangesOpen: now.areChangesOpen }),
  useTeamChanges: () => ({
    state: now.areChangesOpen ? "open" : "closed",
    closedSince: null,
  }),
}));

const meera = { _id: "meera" as never, teamRole: "leader" };
const team = {
  name: "Night Owls",
  description: "",
  inviteCode: "ABC234",
  isOpen: true,
  members: [{ uid: "meera", name: "Meera Pillai", role: "leader" }],
} as unknown as Team;

const page = (shown = team) => (
  <MemoryRouter>
    <TeamView
      team={shown}
      me={meera}
      areChangesOpen={now.areChangesOpen}
      isLive={false}
      isArriving={false}
    />
  </MemoryRouter>
);

beforeEach(() => {
  now.areChangesOpen = true;
  resetDeployment({
    "users:me": {
      ...meera,
      hasRegisteredPlace: false,
      checkedInAt: null,
      requests: { askedBy: [], answer: null },
    },
    "changeRequests:mine": [],
  });
});

test("a leader who writes the description when team changes close goes on writing it", () => {
  const { rerender } = render(page());
  fireEvent.click(screen.getByRole("button", { name: "More" }));
  fireEvent.click(screen.getByRole("button", { name: /^Edit name/u }));
  const field = screen.getByLabelText<HTMLTextAreaElement>(/^Description/u);
  fireEvent.input(field, { target: { value: "Four who do not sleep" } });
  now.areChangesOpen = false;
  rerender(page());
  screen.getByText("The roster is locked");
  expect(screen.getByLabelText(/^Description/u)).toBe(field);
  expect(field.value).toBe("Four who do not sleep");
});

const press = (name: string | RegExp) =>
  act(async () => {
    fireEvent.click(screen.getByRole("button", { name }));
  });

test("closing the team is asked about, with the requests that end; opening it is not", async () => {
  const open = { outcome: null };
  answer({ "requests:mine": [open, open, { outcome: "declined" }] });
  const { rerender } = render(page());
  await press("More");
  await press("Close the team");
  screen.getByText(
    /at Find a team disappears, and 2 open requests will end\.$/,
  );
  expect(calls).toEqual([]);
  await press("Close it");
  rerender(page({ ...team, isOpen: false }));
  await press("Open the team");
  expect(calls).toEqual([
    ["teams:edit", { isOpen: false }],
    ["teams:edit", { isOpen: true }],
  ]);
});

test("words that were changed meanwhile are not replaced before the leader has heard of them", async () => {
  const data = refusal("changed_since", { what: "The name is “Owls” now." });
  responses["teams:edit"] = async () => {
    throw new ConvexError(data);
  };
  const { rerender } = render(page());
  await press("More");
  await press(/^Edit name/u);
  const field = screen.getByLabelText("Team name");
  fireEvent.input(field, { target: { value: "Night Hawks" } });
  rerender(page({ ...team, name: "Owls" }));
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
  const { rerender } = render(tools([...team.members, ravi]));
  fireEvent.click(screen.getByRole("button", { name: "Remove from team" }));
  const words = /stays in it\. 1 member stays, and/u;
  screen.getByText(words);
  rerender(tools(team.members));
  screen.getByText("Ravi Iyer is no longer in your team.");
  expect(screen.getByText(words)).toBeTruthy();
});

test("a change request that was withdrawn by mistake is put back in the same place", async () => {
  now.areChangesOpen = false;
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
    settledAt: Date.now(),
  };
  answer({ "changeRequests:mine": [request] });
  render(page());
  await press(/^Undo: /);
  expect(calls).toEqual([["changeRequests:putBack", { requestId: "c1" }]]);
  const settledAt = Date.now() - 7_200_000;
  answer({ "changeRequests:mine": [{ ...request, settledAt }] });
  expect(screen.queryByRole("button", { name: /^Undo/ })).toBeNull();
});
