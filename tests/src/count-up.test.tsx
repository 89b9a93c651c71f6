import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { prizePool } from "../../src/content/prizes";
import { heroStats } from "../../src/content/stats";
import { countAt, CountUp } from "../../src/features/countup/count-up";
import { setIntroState } from "../../src/lib/intro-state";
import { act, render } from "./rendering";

let see: (() => void) | undefined;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("matchMedia", () => ({ matches: false }));
  vi.stubGlobal(
    "IntersectionObserver",
    class {
      readonly #callback: (entries: { isIntersecting: boolean }[]) => void;
      constructor(callback: (entries: { isIntersecting: boolean }[]) => void) {
        this.#callback = callback;
      }
      observe() {
        see = () => this.#callback([{ isIntersecting: true }]);
      }
      disconnect() {}
    },
  );
});
afterEach(() => {
  setIntroState("over");
  see = undefined;
});

function digitsOf(container: HTMLElement) {
  return container.querySelector("[data-live]")?.textContent;
}

const figures = [...heroStats, prizePool].map(({ value }) => value);
test.each(figures)("a count ends exactly on %i", (value) => {
  expect(countAt(value, 0)).toBe(0);
  expect(countAt(value, 1)).toBe(value);
});

test("a count never goes back", () => {
  const [, , most = 0] = figures;
  const counts = Array.from({ length: 101 }, (_, step) =>
    countAt(most, step / 100),
  );
  expect(counts).toEqual(counts.toSorted((left, right) => left - right));
});

const dollars = (count: number) => `$${count}`;

test("a figure waits at zero, then takes its time to the end", () => {
  const { container } = render(
    <CountUp value={31} durationMs={2_000} format={dollars} />,
  );
  expect(digitsOf(container)).toBe("$0");
  act(() => see?.());
  act(() => void vi.advanceTimersByTime(1_000));
  expect(digitsOf(container)).not.toBe("$0");
  expect(digitsOf(container)).not.toBe("$31");
  act(() => void vi.advanceTimersByTime(1_100));
  expect(digitsOf(container)).toBe("$31");
});

test("nothing counts behind the intro", () => {
  setIntroState("showing");
  render(<CountUp value={7} durationMs={2_500} suffix="+" />);
  expect(see).toBeUndefined();
  act(() => setIntroState("leaving"));
  expect(see).toBeDefined();
});

test("screen readers hear the final figure from the start", () => {
  const { container } = render(
    <CountUp value={7} durationMs={2_500} suffix="+" />,
  );
  const [heard] = container.querySelectorAll("span:not([aria-hidden] *)");
  expect(heard?.textContent).toBe("7+");
});
