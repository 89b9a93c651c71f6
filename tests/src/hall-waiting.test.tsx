/** The hall's screen while what it shows does not come. */
import { expect, test, vi } from "vitest";
import { event } from "../../src/content/event";
import { Hall } from "../../src/routes/arena/hall";
import { answered } from "./answered";
import { answer, connect } from "./deployment";
import { act, open, screen } from "./rendering";

const TEXT = /goes on by itself|tries again by itself/;
const NO_NUMBERS = /^The numbers have not come/;
const current = "settings:current";
const running = { arenaOpen: true, startsAt: 0 };

test.each([
  ["the line is away", false, {}, /^No connection\./],
  ["the settings cannot be read", true, { [current]: new Error() }, NO_NUMBERS],
  ["the numbers do not come", true, { [current]: running }, NO_NUMBERS],
])(
  "it shows the emblem and why if %s, and goes on by itself",
  async (_title, isThere, answers, why) => {
    vi.useFakeTimers();
    vi.stubGlobal("fetch", async () => answered(""));
    const reload = vi.spyOn(location, "reload").mockImplementation(() => {});
    connect(isThere);
    const own = isThere ? null : undefined;
    answer({ "screens:own": own, "arena:board": undefined });
    answer({ [current]: undefined, ...answers });
    open(<Hall />);
    // No flash of it at each load.
    expect(screen.queryByText(event.edition)).toBeNull();
    await act(() => vi.advanceTimersByTimeAsync(3_000));
    screen.getByText(event.edition);
    expect(screen.getByText(TEXT).textContent).toMatch(why);
    await act(() => vi.advanceTimersByTimeAsync(60_000));
    expect(reload).toHaveBeenCalledTimes(isThere ? 1 : 0);
    answer({ "screens:own": null, [current]: { arenaOpen: false } });
    expect(screen.queryByText(TEXT)).toBeNull();
  },
);
