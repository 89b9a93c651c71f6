import { beforeEach, expect, test, vi } from "vitest";
import { refuse } from "#convex/platform/shared/errors";
import { Component as Project } from "../../src/routes/project/route";
import { answer, calls, responses } from "./deployment";
import { act, click, open, screen } from "./rendering";

beforeEach(() =>
  answer({
    "teams:mine": { name: "Night Owls", members: [] },
    "users:me": { _id: "asha", role: "participant" },
    "settings:submissions": { state: "open", next: null },
  }),
);

test("a project that cannot be begun says why, and is tried again by a button", async () => {
  responses["projects:edit"] = async () => refuse("submissions_closed");
  open(<Project />);
  await screen.findByText("Submissions are closed.");
  expect(calls).toHaveLength(1);
  click("Try again");
  await expect.poll(() => calls).toHaveLength(2);
  await screen.findByText("Submissions are closed.");
});

test("it is tried again by itself if that can help", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  responses["projects:edit"] = async () =>
    refuse("rate_limited", { waitSeconds: 5 });
  open(<Project />);
  await screen.findByText("Too many attempts. Please try again in 5 seconds.");
  await act(() => vi.advanceTimersByTimeAsync(5_000));
  await expect.poll(() => calls).toHaveLength(2);
});
