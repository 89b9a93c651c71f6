import { getFunctionName, type FunctionReference } from "convex/server";
import { beforeEach, expect, test, vi } from "vitest";
import { refuse } from "#convex/shared/errors";
import { Component } from "../../src/routes/project/route";
import { act, fireEvent, render, screen } from "./rendering";

/** What the deployment answers, and what it does when a project is to begin. */
const deployment = vi.hoisted(() => ({
  answers: {
    "teams:mine": { name: "Night Owls", members: [] },
    "users:me": { _id: "asha", role: "participant" },
    "projects:workbench": null,
    "settings:submissions": { state: "open", next: null },
  } as Record<string, unknown>,
  begin: vi.fn<() => Promise<never>>(),
}));
vi.mock("convex/react", async (original) => ({
  ...(await original<typeof import("convex/react")>()),
  useQuery_experimental: ({
    query,
  }: {
    query: FunctionReference<"query">;
  }) => ({
    status: "success",
    data: deployment.answers[getFunctionName(query)],
  }),
  useMutation: () => deployment.begin,
}));

beforeEach(() => {
  deployment.begin.mockReset();
});

test("a project that cannot be begun says why, and is tried again by a button", async () => {
  deployment.begin.mockImplementation(async () => refuse("submissions_closed"));
  render(<Component />);
  await screen.findByText("Submissions are closed.");
  expect(deployment.begin).toHaveBeenCalledOnce();
  fireEvent.click(screen.getByRole("button", { name: "Try again" }));
  await expect.poll(() => deployment.begin.mock.calls).toHaveLength(2);
  await screen.findByText("Submissions are closed.");
});

test("it is tried again by itself if that can help", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  deployment.begin.mockImplementation(async () =>
    refuse("rate_limited", { waitSeconds: 5 }),
  );
  render(<Component />);
  await screen.findByText("Too many attempts. Please try again in 5 seconds.");
  await act(() => vi.advanceTimersByTimeAsync(5_000));
  await expect.poll(() => deployment.begin.mock.calls).toHaveLength(2);
});
