import { expect, test } from "vitest";
import type { Id } from "#convex/_generated/dataModel";
import type { Awarded } from "#convex/judging/shared/judging";
import { TRACKS } from "#edition/tracks";
import { awardTitle } from "../../src/content/award-words";
import { Podium } from "../../src/features/results/podium";
import { CeremonyStage } from "../../src/features/ceremony/ceremony-stage";
import { render, screen, within } from "./rendering";

const TITLE = awardTitle(TRACKS[0]);
const winner = (name: string, isTied = false): Awarded => ({
  award: "first-place",
  projectId: name as Id<"projects">,
  projectName: name,
  teamId: null,
  teamName: null,
  isTied,
});

test.each([
  [
    "shared",
    [winner("Kite", true), winner("Wren", true)],
    "The first place is shared.",
  ],
  ["all that was scored", [winner("Kite")], "No other project was scored."],
])(
  "a second place that is empty says that the first is %s",
  (_, awards, words) => {
    render(<Podium awards={awards} teamId={null} />);
    expect(screen.getByText("Kite")).toBeTruthy();
    expect(screen.getByText(words)).toBeTruthy();
  },
);

const at = Date.parse("2025-06-29T18:20:00+05:30");

test("an award that was corrected says when and why, also if nobody has it now", () => {
  const correction = (award: string, reason: string) => ({ award, at, reason });
  render(
    <Podium
      awards={[winner("Kite")]}
      corrections={[
        correction("second-place", "Withdrawn."),
        correction(TRACKS[0], "Not new."),
      ]}
      teamId={null}
    />,
  );
  for (const [title, reason] of [
    ["2nd place", "Withdrawn."],
    [TITLE, "Not new."],
  ] as const) {
    const place = screen.getByRole("heading", { name: title }).parentElement;
    expect(place?.textContent).toContain(
      `Corrected on 29 June 2025, 6:20 PM IST: ${reason}`,
    );
  }
  screen.getByText("Nobody");
  expect(screen.getAllByText(/^Corrected/)).toHaveLength(2);
});

test("the hall's screen shows what was corrected, and why", () => {
  const shown = (award: string, projectName: string, reason?: string) => ({
    award,
    sentence: "",
    winners: projectName === "" ? [] : [{ projectName, teamName: null }],
    ...(reason !== undefined && { corrected: { at, reason } }),
  });
  const { rerender } = render(<CeremonyStage revealed={null} />);
  const show = (...all: ReturnType<typeof shown>[]) =>
    rerender(
      <CeremonyStage
        revealed={{ isBlank: false, isRehearsal: false, shown: all }}
      />,
    );
  show(shown(TRACKS[0], "Kite"), shown("first-place", "Wren"));
  expect(screen.queryByText(/corrected/)).toBeNull();
  show(
    shown(TRACKS[0], "", "Not new."),
    shown("first-place", "Moth", "Swapped."),
  );
  expect(screen.getByText("Not new.").parentElement?.textContent).toBe(
    `${TITLE}, corrected at 6:20 PM: Not new.`,
  );
  const places = screen.getAllByRole("listitem");
  const freshers = places.find(({ dataset }) => dataset.award === TRACKS[0]);
  if (freshers === undefined) throw new Error("no place");
  within(freshers).getByText(`${TITLE}, corrected`);
  within(freshers).getByText("Nobody");
});
