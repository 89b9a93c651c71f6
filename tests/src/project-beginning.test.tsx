import { beforeEach, expect, test, vi } from "vitest";
import { refuse } from "#convex/platform/shared/errors";
import { Component } from "../../src/routes/project/route";
import { calls, resetDeployment, responses } from "./deployment";
import { act, fireEvent, render, screen } from "./rendering";

vi.mock("convex/react", async () =>
  (await import("./deployment")).convexReact(),
);
beforeEach(() =>
  resetDeployment({
    "teams:mine": { name: "Night Owls", members: [] },
    "users:me": { _id: "asha", role: "participant" },
    "settings:submissions": { state: "open", next: null },
  }),
);

test("a project that cannot be begun says why, and is tried again by a button", async () => {
  responses["projects:edit"] = async () => refuse("submissions_closed");
  render(<Component />);
  await screen.findByText("Submissions are closed.");
  expect(calls).toHaveLength(1);
  fireEvent.click(screen.getByRole("button", { name: "Try again" }));
  await expect.poll(() => calls).toHaveLength(2);
  await screen.findByText("Submissions are closed.");
});

test("it is tried again by itself if that can help", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  responses["projects:edit"] = async () =>
    refuse("rate_limited", { waitSeconds: 5 });
  render(<Component />);
  await screen.findByText("Too many attempts. Please try again in 5 seconds.");
  await act(() => vi.advanceTimersByTimeAsync(5_000));
  await expect.poll(() => calls).toHaveLength(2);
});
