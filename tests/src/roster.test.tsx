import { expect, test } from "vitest";
import { MAX_TEAM_SIZE, type TeamMember } from "#convex/teams/shared/teams";
import { initialsOf } from "../../src/features/team/player-card";
import { Roster } from "../../src/features/team/roster";
import { describeChange } from "../../src/features/team/use-team-news";
import { render, screen } from "./rendering";

const priya = member("Priya", "leader");
const arjun = member("Arjun");
const mohan = member("Mohan");
/** Who reads. */
const zoya = member("Zoya");

function member(name: string, role: TeamMember["role"] = "member") {
  return { uid: name as TeamMember["uid"], name, role, joinedAt: 1 };
}

test("a roster has a slot for each, filled in order of joining", () => {
  render(<Roster members={[priya, arjun]} selfId={arjun.uid} />);
  const slots = screen.getAllByRole("listitem").map((slot) => slot.textContent);
  const free = Array.from(
    { length: MAX_TEAM_SIZE - 2 },
    (_, nth) => `P${nth + 3}waiting for a teammate`,
  );
  expect(slots).toEqual(["P1PPriyaTeam Leader", "P2YouAArjunMember", ...free]);
});

test("the card of who has arrived says so, and no other", () => {
  render(
    <Roster members={[priya, arjun]} arrived={[arjun.uid]} selfId={zoya.uid} />,
  );
  const slots = screen.getAllByRole("listitem").map((slot) => slot.textContent);
  expect(slots.slice(0, 2)).toEqual([
    "P1PPriyaTeam Leader",
    "P2AArjunMemberhere",
  ]);
});

test("who has just joined sees their own card lock in, and the others there", () => {
  const isToCome = (name: string) =>
    screen.getByText(name).closest('[style*="opacity: 0"]') !== null;
  const { rerender } = render(
    <Roster members={[priya, arjun]} selfId={arjun.uid} isArriving />,
  );
  expect([isToCome("Priya"), isToCome("Arjun")]).toEqual([false, true]);
  rerender(<Roster key="again" members={[priya, arjun]} selfId={arjun.uid} />);
  expect(isToCome("Arjun")).toBe(false);
});

test("without a team the first slot waits for the person", () => {
  render(<Roster members={[]} selfId={priya.uid} />);
  const [first] = screen.getAllByRole("listitem");
  expect(first?.textContent).toBe("P1waiting for you");
});

const ARJUN = "Arjun joined the team.";
const MOHAN = "Mohan joined the team.";
const LEADS = "Priya left the team. Arjun is now the Team Leader.";
const slots = (filled: number) =>
  `${filled} of ${MAX_TEAM_SIZE} slots are filled.`;
test.each([
  [[priya], [priya, arjun], `${ARJUN} ${slots(2)}`],
  [[priya], [priya, arjun, mohan], `${ARJUN} ${MOHAN} ${slots(3)}`],
  [[priya, arjun], [member("Arjun", "leader")], `${LEADS} ${slots(1)}`],
  [[priya, arjun], [priya, arjun], undefined],
  // The reader is no news.
  [[priya], [priya, zoya], undefined],
])("what changed from %j to %j is told as: %s", (before, after, sentence) => {
  expect(describeChange(before, after, zoya.uid)).toBe(sentence);
});

test.each([
  ["Priya Ramanathan", "PR"],
  ["Zoya", "Z"],
  ["Ana Maria de Souza", "AS"],
  ["नेहा शर्मा", "नेश"],
  ["श्रीनिवास क्षत्रिय", "श्रीक्ष"],
  ["மீனா கண்ணன்", "மீக"],
  ["", ""],
])("the initials of %o are %o", (name, initials) => {
  expect(initialsOf(name)).toBe(initials);
});
