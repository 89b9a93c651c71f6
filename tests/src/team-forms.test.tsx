import { beforeEach, expect, test, vi } from "vitest";
import { refuse } from "#convex/platform/shared/errors";
import type { TeamView } from "#convex/teams/shared/teams";
import { TeamChoices } from "../../src/features/team/team-choices";
import { notify } from "../../src/lib/notify";
import { LeaveTeam } from "../../src/routes/team/leave-team";
import { calls, responses } from "./deployment";
import { act, button, click, field, fill, fireEvent, open } from "./rendering";
import { press, screen, within } from "./rendering";

const said: string[] = [];
beforeEach(() => {
  said.length = 0;
  vi.spyOn(notify, "error").mockImplementation(
    (words) => void said.push(words),
  );
});

const breaks = () => Promise.reject(new Error("Server Error"));
const isFull = async () => refuse("team_full");
const CODE = "Invite code";

test.each([
  ["Team name", "Night Owls", "create", breaks, "Failed to create team"],
  [CODE, "ABC123", "join", breaks, "Failed to join team"],
  [CODE, "ABC123", "join", async () => null, "Invalid invite code"],
  // Capitals count: it is not even sent.
  [CODE, "abc123", "join", breaks, "Invalid invite code"],
  [CODE, "ABC123", "join", isFull, "Team is already full"],
])(
  "whoever gives the %s %s and cannot %s keeps what was typed",
  async (label, text, name, answer, sentence) => {
    responses[`teams:${name}`] = answer;
    open(<TeamChoices isOpen closedBy="" />);
    fill(label, text);
    const typed = field(label);
    await act(async () => {
      fireEvent.submit(typed.form as HTMLFormElement);
    });
    expect(said).toEqual([sentence]);
    expect(typed.value).toBe(text);
    const isOfField = !sentence.startsWith("Failed");
    expect(typed.getAttribute("aria-invalid")).toBe(String(isOfField));
    expect(document.activeElement === typed).toBe(isOfField);
    expect(screen.queryByText(sentence) !== null).toBe(isOfField);
  },
);

const meera = { uid: "meera", name: "Meera Pillai", role: "leader" };
const team = { name: "Night Owls", members: [meera] } as unknown as TeamView;
const leaving = (areChangesOpen: boolean) => (
  <LeaveTeam team={team} selfId="meera" areChangesOpen={areChangesOpen} />
);
const dialog = () =>
  within(screen.getByRole("dialog", { name: "Leave Night Owls?" }));

test("whoever cannot leave because the deployment breaks stays, and reads it", async () => {
  responses["teams:leave"] = breaks;
  open(leaving(true));
  click("Leave Team");
  await press("Leave Team", dialog());
  expect(said).toEqual(["Failed to leave team"]);
  expect(screen.queryByRole("dialog")).toBeNull();
});

test("whoever is about to leave when team changes close reads why that is impossible, and stays", () => {
  const { show } = open(leaving(true));
  click("Leave Team");
  show(leaving(false));
  dialog().getByText(
    "Team changes are closed. If your team has to change, request it on the team page.",
  );
  const leave = button("Leave Team", dialog());
  expect(leave.getAttribute("aria-disabled")).toBe("true");
  click("Leave Team", dialog());
  click("Stay in the team", dialog());
  expect(screen.queryByRole("button")).toBeNull();
  expect(calls).toEqual([]);
  show(leaving(true));
  button("Leave Team");
});
