import { expect, test } from "vitest";
import { nextStepOf } from "../../src/features/next-step/next-step-of";

const open = {
  areChangesOpen: true,
  hasRegisteredPlace: false,
  registration: "shown",
} as const;
const closed = { ...open, areChangesOpen: false };
const registered = { ...open, hasRegisteredPlace: true };

test.each<[number, Omit<Parameters<typeof nextStepOf>[0], "members">, string]>([
  [0, open, "Find your team"],
  [0, registered, "Find your team"],
  [0, closed, "Write to the organisers"],
  [1, open, "Share the code"],
  [1, closed, "Write to the organisers"],
  [2, open, "Share the code"],
  [3, registered, "Share the code"],
  [3, closed, "Register your place"],
  [4, open, "Register your place"],
  [4, registered, "Get a head start"],
  [2, { ...closed, hasRegisteredPlace: true }, "Get a head start"],
  [4, { ...open, registration: "hidden" }, "Get a head start"],
  [4, { ...open, registration: "closed" }, "Write to the organisers"],
  [4, { ...registered, registration: "closed" }, "Get a head start"],
  [2, { ...open, registration: "closed" }, "Share the code"],
  [4, { ...open, registration: "live" }, "Submission guide"],
  [
    4,
    { ...open, registration: "live", hasSubmissions: true },
    "Open the project",
  ],
  [0, { ...open, registration: "live" }, "Find your team"],
  [0, { ...open, registration: "over" }, "Stay Updated"],
  [4, { ...registered, registration: "over" }, "Stay Updated"],
])(
  "with %i in the team and %j the next step is: %s",
  (members, state, label) => {
    expect(nextStepOf({ members, ...state }).label).toBe(label);
  },
);

test("the sentence counts the free slots", () => {
  const sentences = [1, 2, 3].map(
    (members) => nextStepOf({ members, ...open }).sentence,
  );
  expect(sentences).toEqual([
    expect.stringContaining("Two are needed to compete"),
    expect.stringContaining("2 slots are free"),
    expect.stringContaining("The last slot is free"),
  ]);
});
