import { MemoryRouter } from "react-router-dom";
import { beforeEach, expect, test, vi } from "vitest";
import { refuse } from "#convex/platform/shared/errors";
import type { TeamView } from "#convex/teams/shared/teams";
import { TeamChoices } from "../../src/features/team/team-choices";
import { LeaveTeam } from "../../src/routes/team/leave-team";
import { calls, resetDeployment, responses } from "./deployment";
import { act, fireEvent, render, screen, within } from "./rendering";

vi.mock("convex/react", async () =>
  (await import("./deployment")).convexReact(),
);
const said = vi.hoisted(() => vi.fn<(sentence: string) => void>());
vi.mock("../../src/lib/notify", () => ({
  notify: { success: said, error: said, endErrors: () => {} },
}));
beforeEach(() => {
  resetDeployment();
  said.mockReset();
});

const breaks = async () => {
  throw new Error("Server Error");
};

test.each([
  ["Team name", "Night Owls", "create", breaks, "Failed to create team"],
  ["Invite code", "ABC123", "join", breaks, "Failed to join team"],
  ["Invite code", "ABC123", "join", async () => null, "Invalid invite code"],
  // Capitals count: it is not even sent.
  ["Invite code", "abc123", "join", breaks, "Invalid invite code"],
  [
    "Invite code",
    "ABC123",
    "join",
    async () => refuse("team_full"),
    "Team is already full",
  ],
])(
  "whoever gives the %s %s and cannot %s keeps what was typed",
  async (label, text, name, answer, sentence) => {
    responses[`teams:${name}`] = answer;
    render(<TeamChoices isOpen />, { wrapper: MemoryRouter });
    const field = screen.getByLabelText<HTMLInputElement>(label);
    fireEvent.change(field, { target: { value: text } });
    await act(async () => {
      fireEvent.submit(field.form as HTMLFormElement);
    });
    expect(said.mock.calls).toEqual([[sentence]]);
    expect(field.value).toBe(text);
    const isOfField = !sentence.startsWith("Failed");
    expect(field.getAttribute("aria-invalid")).toBe(String(isOfField));
    expect(document.activeElement === field).toBe(isOfField);
    expect(screen.queryByText(sentence) !== null).toBe(isOfField);
  },
);

const team = {
  name: "Night Owls",
  members: [{ uid: "meera", name: "Meera Pillai", role: "leader" }],
} as unknown as TeamView;
const leaving = (areChangesOpen: boolean) => (
  <LeaveTeam team={team} selfId="meera" areChangesOpen={areChangesOpen} />
);
/** Asks, and answers in the dialog. */
const dialog = () =>
  within(screen.getByRole("dialog", { name: "Leave Night Owls?" }));
const ask = () =>
  fireEvent.click(screen.getByRole("button", { name: "Leave Team" }));

test("whoever cannot leave because the deployment breaks stays, and reads it", async () => {
  responses["teams:leave"] = breaks;
  render(leaving(true));
  ask();
  await act(async () => {
    fireEvent.click(dialog().getByRole("button", { name: "Leave Team" }));
  });
  expect(said.mock.calls).toEqual([["Failed to leave team"]]);
  expect(screen.queryByRole("dialog")).toBeNull();
});

test("whoever is about to leave when team changes close reads why that is impossible, and stays", () => {
  const { rerender } = render(leaving(true));
  ask();
  rerender(leaving(false));
  dialog().getByText(
    "Team changes are closed. If your team has to change, request it on the team page.",
  );
  const leave = dialog().getByRole("button", { name: "Leave Team" });
  expect(leave.getAttribute("aria-disabled")).toBe("true");
  fireEvent.click(leave);
  fireEvent.click(dialog().getByRole("button", { name: "Stay in the team" }));
  expect(screen.queryByRole("button")).toBeNull();
  expect(calls).toEqual([]);
  rerender(leaving(true));
  screen.getByRole("button", { name: "Leave Team" });
});
