import { beforeEach, expect, test, vi } from "vitest";
import { SubmissionTimes } from "../../src/routes/organiser/settings/submission-times";
import { fireEvent, render, screen } from "./rendering";

const MINUTE = 60 * 1000;
const CLOSING = Date.UTC(2025, 5, 29, 6, 30);

/** What the deployment's clock says. The device's is long past all of it. */
let now = 0;
const change = vi.fn<(wanted: object) => Promise<void>>(async () => {});
vi.mock("convex/react", () => ({ useMutation: () => change }));
vi.mock("../../src/features/clock/deployment-clock", () => ({
  askDeploymentTime: async () => now,
}));

beforeEach(() => change.mockClear());

test.each([
  ["20 minutes before the closing time", -20 * MINUTE, 30 * MINUTE],
  ["half an hour after it", 30 * MINUTE, 60 * MINUTE],
  ["within a minute, up to the whole minute", 20 * MINUTE + 1, 51 * MINUTE],
])("everyone has 30 minutes more, given %s", async (_, after, until) => {
  now = CLOSING + after;
  render(
    <SubmissionTimes
      opensAt={CLOSING - 60 * MINUTE}
      closesAt={CLOSING}
      state={after < 0 ? "open" : "closed"}
    />,
  );
  fireEvent.click(
    screen.getByRole("button", { name: "Give everyone 30 minutes more" }),
  );
  await vi.waitFor(() => expect(change).toHaveBeenCalled());
  expect(change).toHaveBeenCalledWith({
    submissionsOpenAt: CLOSING - 60 * MINUTE,
    submissionsCloseAt: CLOSING + until,
  });
});
