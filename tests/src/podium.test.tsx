import { expect, test } from "vitest";
import type { Id } from "#convex/_generated/dataModel";
import type { Awarded } from "#convex/shared/judging";
import { Podium } from "../../src/features/results/podium";
import { render, screen } from "./rendering";

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
