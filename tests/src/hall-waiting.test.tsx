/** The hall's screen while what it shows does not come. */
import { beforeEach, expect, test, vi } from "vitest";
import { event } from "../../src/content/event";
import { Hall } from "../../src/routes/arena/hall";
import { answered } from "./answered";
import { answer, resetDeployment } from "./deployment";
import { act, render, screen } from "./rendering";

const line = vi.hoisted(() => ({ isThere: true }));
vi.mock("convex/react", async () => ({
  ...(await (await import("./deployment")).convexReact()),
  ConvexProvider: ({ children }: { children: unknown }) => children,
  useConvexConnectionState: () => ({
    isWebSocketConnected: line.isThere,
    hasEverConnected: line.isThere,
  }),
}));
vi.mock("../../src/lib/connection/convex-client", () => ({ convex: {} }));

const TEXT = /goes on by itself|tries again by itself/;
const reload = vi.fn();

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("fetch", async () => answered(""));
  reload.mockClear();
  vi.spyOn(location, "reload").mockImplementation(reload);
  line.isThere = true;
});

test.each([
  ["the line is away", false, {}, /^No connection\./],
  [
    "the settings cannot be read",
    true,
    { "settings:current": new Error() },
    /^The numbers have not come/,
  ],
  [
    "the numbers do not come",
    true,
    { "settings:current": { arenaOpen: true, startsAt: 0 } },
    /^The numbers have not come/,
  ],
])(
  "it shows the emblem and why if %s, and goes on by itself",
  async (_title, isThere, answers, why) => {
    line.isThere = isThere;
    resetDeployment({
      "screens:own": isThere ? null : undefined,
      "settings:current": undefined,
      "arena:board": undefined,
      ...answers,
    });
    render(<Hall />);
    // No flash of it at each load.
    expect(screen.queryByText(event.edition)).toBeNull();
    await act(() => vi.advanceTimersByTimeAsync(3_000));
    screen.getByText(event.edition);
    expect(screen.getByText(TEXT).textContent).toMatch(why);
    await act(() => vi.advanceTimersByTimeAsync(60_000));
    expect(reload).toHaveBeenCalledTimes(isThere ? 1 : 0);
    answer({ "screens:own": null, "settings:current": { arenaOpen: false } });
    expect(screen.queryByText(TEXT)).toBeNull();
  },
);
