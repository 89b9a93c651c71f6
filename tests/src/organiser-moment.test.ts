import { expect, test } from "vitest";
import type { Settings } from "#convex/settings/shared";
import { momentOf } from "../../src/routes/organiser/overview/moment";

const HOUR = 3_600_000;
const at = (fields: Partial<Settings>) =>
  ({ startsAt: 10 * HOUR, ...fields }) as Settings;
const judging = (total: number, publishedAt: number | null = null) => ({
  total,
  publishedAt,
});

test("the largest object of the overview follows the moment", () => {
  const open = at({ phase: "open" });
  expect(momentOf(open, "open", undefined, 0)).toBe("people");
  const doors = at({ phase: "closed", checkInOpen: true });
  expect(momentOf(doors, "not open", undefined, 9 * HOUR)).toBe("arrivals");
  const live = at({ phase: "live", checkInOpen: true });
  expect(momentOf(live, "open", undefined, 11 * HOUR)).toBe("arrivals");
  expect(momentOf(live, "open", undefined, 12 * HOUR)).toBe("hand-ins");
  expect(momentOf(live, "closed", judging(0), 40 * HOUR)).toBe("hand-ins");
  expect(momentOf(live, "closed", judging(9), 40 * HOUR)).toBe("scorecards");
  expect(momentOf(live, "closed", judging(9, 1), 40 * HOUR)).toBeNull();
  const over = at({ phase: "over", checkInOpen: true });
  expect(momentOf(over, "closed", undefined, 60 * HOUR)).toBeNull();
});
