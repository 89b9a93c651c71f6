/** A page that somebody leaves while a part of it is on its way; Firefox itself: engines/participant.test.ts. */
import { expect, test, vi } from "vitest";
import { loadPart, usePartTrouble } from "../../src/lib/connection/load-part";
import { act, render, screen } from "./rendering";

function Trouble() {
  return <output>{usePartTrouble()}</output>;
}

const notFetched = () => Promise.reject(new TypeError("not fetched"));

test.each([
  ["leaves the page is not loaded again, which would keep them there", true],
  ["stays on the page is loaded again", false],
])("a part that is not fetched while somebody %s", async (_, isLeft) => {
  vi.useFakeTimers();
  vi.stubGlobal("fetch", async () => new Response());
  render(<Trouble />);
  const said = () => screen.getByRole("status").textContent;
  let giveUp = () => {};
  const load = vi.fn(notFetched).mockImplementationOnce(
    () =>
      new Promise((_resolve, reject) => {
        giveUp = () => reject(new TypeError("given up"));
      }),
  );
  void loadPart(load);
  if (isLeft) dispatchEvent(new Event("beforeunload"));
  giveUp();
  await act(() => vi.advanceTimersByTimeAsync(10_000));
  expect(load).toHaveBeenCalledTimes(isLeft ? 1 : 2);
  expect(said()).toBe(isLeft ? "none" : "missing");
  // Who has stayed after all gets it.
  await act(() => vi.advanceTimersByTimeAsync(30_000));
  expect(said()).toBe("missing");
});
