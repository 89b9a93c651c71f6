import { expect, test } from "vitest";
import type { Me } from "#convex/account/shared";
import { MAX_TEAM_SIZE } from "#convex/teams/shared/teams";
import { progressOf } from "../../src/routes/dashboard/progress";

const createdAt = Date.parse("2025-05-02T23:30:00+05:30");
const checkedInAt = null;
const teamId = "team" as Me["teamId"];

test("a team of one is completed, and says that two are needed", () => {
  const [, alone] = progressOf({ createdAt, teamId, checkedInAt }, 1);
  expect(alone).toMatchObject({
    isDone: true,
    note: `1 of ${MAX_TEAM_SIZE}. Two are needed to compete.`,
  });
  const [, two] = progressOf({ createdAt, teamId, checkedInAt }, 2);
  expect(two).not.toHaveProperty("note");
});

test("the third step follows the project", () => {
  const stepOf = (project: Parameters<typeof progressOf>[2]) =>
    progressOf({ createdAt, teamId, checkedInAt }, 2, project)[2];
  expect(stepOf({ status: "draft", handedInAt: null })).toMatchObject({
    state: "In progress",
    isDone: false,
  });
  const handedInAt = Date.parse("2025-06-29T23:00:00+05:30");
  expect(stepOf({ status: "handed_in", handedInAt })).toMatchObject({
    state: "Handed in 29 June 2025",
    isDone: true,
  });
});

test("the last step follows the check-in", () => {
  const at = Date.parse("2025-06-28T09:02:00+05:30");
  const steps = progressOf({ createdAt, teamId, checkedInAt: at });
  expect(steps.at(-1)).toMatchObject({
    state: "Checked in 28 June 2025, 9:02 AM IST",
    isDone: true,
  });
});
