import { makeFunctionReference } from "convex/server";
import { beforeEach, describe, expect, test, vi } from "vitest";
import type { NextChange } from "#convex/platform/shared/nextChange";
import {
  timeUntil,
  useTimedLive,
} from "../../src/lib/connection/use-timed-live";
import { answer } from "./deployment";
import { act, render, screen } from "./rendering";

const SECOND = 1_000;
const DAY = 24 * 60 * 60 * SECOND;
const START = Date.parse("2025-06-01T00:00:00+05:30");

type List = { words: string; next: NextChange };

/** The times with which the deployment was asked, each once. */
const asked = new Set<number>();
/** From now on the deployment answers like this: with the same object each time, as the client does. */
const answers = (given: (at: number) => List | Error | undefined) =>
  answer({
    "lists:list": ({ at }: { at: number }) => {
      asked.add(at);
      return given(at);
    },
  });

const query = makeFunctionReference<"query", { at: number }, List | null>(
  "lists:list",
);
function View() {
  const live = useTimedLive(query);
  return <p>{live.status === "success" ? live.data?.words : live.status}</p>;
}

const shown = () => screen.getByRole("paragraph").textContent;
const pass = (ms: number) => act(() => void vi.advanceTimersByTime(ms));

beforeEach(() => {
  vi.useFakeTimers({ now: START });
  asked.clear();
  answers(() => undefined);
});

/** A list that changes so long after the start, if ever. */
const list = (words: string, inMs?: number): List => ({
  words,
  next: inMs === undefined ? null : { at: START + inMs, inMs },
});
const two = list("two");
/** A page with a list that is another one after that time. */
function openUntil(inMs: number) {
  const one = list("one", inMs);
  answers((at) => (at < START + inMs ? one : two));
  return render(<View />);
}

describe("a list that grows in time", () => {
  test("is asked for again at the instant that it names, and not before", () => {
    openUntil(5 * SECOND);
    expect(shown()).toBe("one");
    pass(5 * SECOND - 1);
    expect(asked.size).toBe(1);
    pass(1);
    expect(shown()).toBe("two");
    pass(365 * DAY);
    expect([...asked]).toEqual([START, START + 5 * SECOND]);
  });

  test("stays on screen while the new answer is under way", () => {
    const one = list("one", SECOND);
    answers((at) => (at === START ? one : undefined));
    render(<View />);
    pass(SECOND);
    expect(asked.size).toBe(2);
    expect(shown()).toBe("one");
    pass(DAY);
    expect(asked.size).toBe(2);
    answers(() => two);
    expect(shown()).toBe("two");
  });

  test("is loading before the first answer, and says when it fails", () => {
    render(<View />);
    expect(shown()).toBe("pending");
    answers(() => new Error("broken"));
    expect(shown()).toBe("error");
  });

  test("shows a change of rows at once and keeps the appointment", () => {
    const { next } = list("", 10 * SECOND);
    const first: List = { words: "one", next };
    answers(() => first);
    render(<View />);
    pass(4 * SECOND);
    const edited = { words: "edited", next: next && { ...next, inMs: 6_000 } };
    answers((at) => (at === START ? edited : two));
    expect(shown()).toBe("edited");
    pass(6 * SECOND - 1);
    expect(asked.size).toBe(1);
    pass(1);
    expect(shown()).toBe("two");
  });

  test("comes at the time of the first answer, though a shared one that is older says later", () => {
    // The page's clock is an hour slow, so only `inMs` counts.
    const at = START + 60 * 60 * SECOND + 10 * SECOND;
    const in_ = (inMs: number) => ({ words: "one", next: { at, inMs } });
    const first = in_(10 * SECOND);
    answers(() => first);
    render(<View />);
    pass(9 * SECOND);
    const older = in_(600 * SECOND);
    answers((time) => (time < at ? older : two));
    pass(SECOND);
    expect(shown()).toBe("two");
  });

  test("is asked for with the time of the change, which pages share, and with an own one if that came too early", () => {
    const at = START + 5 * SECOND;
    const stale = list("one", 5 * SECOND);
    answers((time) => (time > at ? two : stale));
    render(<View />);
    pass(5 * SECOND);
    expect(shown()).toBe("one");
    pass(1);
    expect(shown()).toBe("two");
    const [, shared, own] = asked;
    expect(shared).toBe(at);
    expect(own).toBeGreaterThan(at);
    expect(asked.size).toBe(3);
  });

  test("is not asked for any more when nobody looks, however far the instant is", () => {
    const { unmount } = openUntil(90 * DAY);
    pass(60 * DAY);
    unmount();
    expect(vi.getTimerCount()).toBe(0);
    pass(60 * DAY);
    expect(asked.size).toBe(1);
  });

  test("waits for months without a question in between", () => {
    openUntil(90 * DAY);
    pass(90 * DAY - 1);
    expect(asked.size).toBe(1);
    pass(1);
    expect(shown()).toBe("two");
  });

  const look = () => document.dispatchEvent(new Event("visibilitychange"));
  test.each([
    ["when a sleeping computer wakes", () => act(() => void look())],
    ["within a minute if the lid has not hidden it", () => pass(60 * SECOND)],
  ])("is caught up with %s", (_, wake) => {
    openUntil(DAY);
    // Timers stood still meanwhile.
    vi.setSystemTime(START + 2 * DAY);
    expect(shown()).toBe("one");
    wake();
    expect(shown()).toBe("two");
  });
});

test.each([
  ["fast asks once too early, then waits as it is told", 60, 2],
  ["slow is in time", -60, 1],
])("a computer whose clock is %s", (_title, aheadSeconds, early) => {
  // By the deployment's clock.
  const nowMs = () => Date.now() - aheadSeconds * SECOND;
  const opensAt = nowMs() + 10 * SECOND;
  const given = new Map<number, List>();
  answers((at) => {
    const inMs = opensAt - nowMs();
    const words = inMs > 0 ? "one" : "two";
    const now = { words, next: inMs > 0 ? { at: opensAt, inMs } : null };
    return given.get(at) ?? (given.set(at, now), now);
  });
  render(<View />);
  pass(2);
  expect(asked.size).toBe(early);
  pass(10 * SECOND - 10);
  expect(asked.size).toBe(early);
  expect(shown()).toBe("one");
  pass(10);
  expect(shown()).toBe("two");
  expect(asked.size).toBe(early + 1);
});

const OPENING = { at: START - 1_000 };
const CHANGE = START - 900;
const SHARED = { at: CHANGE, expected: CHANGE };
const OWN = { at: START - 800, expected: CHANGE };

test.each([
  ["both clocks agree", { at: START + 500, inMs: 500 }, OPENING, 500],
  ["the answer was late", { at: START + 300, inMs: 500 }, OPENING, 300],
  ["the page's clock is slow", { at: START + 900, inMs: 500 }, OPENING, 500],
  ["it should be there", { at: CHANGE, inMs: 50 }, OPENING, 1],
  ["the answer may be another page's", { at: CHANGE, inMs: 50 }, SHARED, 1],
  ["the page has asked for itself", { at: CHANGE, inMs: 50 }, OWN, 50],
  ["less than a moment is left", { at: CHANGE, inMs: 0.25 }, OWN, 1],
])("how long to wait when %s", (_, next, question, waitMs) => {
  expect(timeUntil(next, question, START)).toBe(waitMs);
});
