import { expect, test } from "vitest";
import type { Settings } from "#convex/settings/shared";
import { countedNow } from "../../src/routes/organiser/overview/counted";

const HOUR = 3_600_000;
const at = (fields: Partial<Settings>) =>
  ({ startsAt: 10 * HOUR, ...fields }) as Settings;
const judging = (total: number, publishedAt: number | null = null) => ({
  total,
  publishedAt,
});

test("the largest object of the overview follows the moment", () => {
  const open = at({ phase: "open" });
  expect(countedNow(open, "open", undefined, 0)).toBe("people");
  const doors = at({ phase: "closed", checkInOpen: true });
  expect(countedNow(doors, "not open", undefined, 9 * HOUR)).toBe("arrivals");
  const live = at({ phase: "live", checkInOpen: true });
  expect(countedNow(live, "open", undefined, 11 * HOUR)).toBe("arrivals");
  expect(countedNow(live, "open", undefined, 12 * HOUR)).toBe("hand-ins");
  expect(countedNow(live, "closed", undefined, 40 * HOUR)).toBeNull();
  expect(countedNow(live, "closed", judging(0), 40 * HOUR)).toBe("hand-ins");
  expect(countedNow(live, "closed", judging(9), 40 * HOUR)).toBe("scorecards");
  expect(countedNow(live, "closed", judging(9, 1), 40 * HOUR)).toBeNull();
  const over = at({ phase: "over", checkInOpen: true });
  expect(countedNow(over, "closed", undefined, 60 * HOUR)).toBeNull();
});
