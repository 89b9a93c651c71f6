import { MemoryRouter } from "react-router-dom";
import { beforeEach, expect, test, vi } from "vitest";
import type { TeamView as Team } from "#convex/shared/teams";
import { TeamView } from "../../src/routes/team/team-view";
import { resetDeployment } from "./deployment";
import { fireEvent, render, screen } from "./rendering";

vi.mock("convex/react", async () =>
  (await import("./deployment")).convexReact(),
);
const now = vi.hoisted(() => ({ areChangesOpen: true }));
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

const page = () => (
  <MemoryRouter>
    <TeamView
      team={team}
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
