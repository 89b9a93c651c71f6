import { beforeEach, expect, test, vi } from "vitest";
import { mayLeave, OutboxHost } from "../../src/layouts/outbox-host";
import { discard, keep } from "../../src/lib/outbox/outbox";
import { act, fireEvent, render, screen } from "./rendering";

vi.mock("convex/react", () => ({
  useConvexAuth: () => ({ isAuthenticated: false }),
}));
vi.mock("../../src/lib/convex-client", () => ({ convex: {} }));

beforeEach(() => {
  localStorage.clear();
  vi.useFakeTimers();
});

/** A logout while something waits: what becomes of it, and the key of what waits. */
async function logOut() {
  render(<OutboxHost uid="asha" />);
  const tick = { hasRegisteredPlace: true };
  let key = "";
  act(() => {
    key = keep("asha", "place", tick, { name: "A tick" });
  });
  const outcome = vi.fn<(may: boolean) => void>();
  void mayLeave().then(outcome);
  await act(() => vi.advanceTimersByTimeAsync(2_000));
  screen.getByText(/^Not sent yet: A tick\./u);
  return { outcome, key };
}

const press = (name: string) =>
  act(async () => fireEvent.click(screen.getByRole("button", { name })));

test.each([
  ["Cancel", false],
  ["Log out", true],
])("%s answers a logout before everything is sent", async (name, may) => {
  const { outcome } = await logOut();
  await press(name);
  expect(outcome.mock.calls).toEqual([[may]]);
  expect(screen.queryByRole("dialog")).toBeNull();
});

test("a logout goes on by itself when what it asks about is sent meanwhile", async () => {
  const { outcome, key } = await logOut();
  await act(async () => discard("asha", key));
  expect(outcome.mock.calls).toEqual([[true]]);
  expect(screen.queryByRole("dialog")).toBeNull();
});
