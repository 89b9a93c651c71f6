import { makeFunctionReference } from "convex/server";
import { beforeEach, describe, expect, test, vi } from "vitest";
import type { NextChange } from "#convex/platform/shared/nextChange";
import {
  timeUntil,
  useTimedLive,
} from "../../src/lib/connection/use-timed-live";
import { act, render, screen } from "./rendering";

const SECOND = 1_000;
const DAY = 24 * 60 * 60 * SECOND;
const START = Date.parse("2025-06-01T00:00:00+05:30");

type List = { words: string; next: NextChange };

/** The deployment: every question with its `at`, and how it is answered. */
const deployment = vi.hoisted(() => ({
  questions: [] as number[],
  answer: (() => undefined) as (at: number) => unknown,
}));
vi.mock("convex/react", async () => {
  const { useState, useSyncExternalStore } = await import("react");
  return {
    useQuery_experimental: ({ args }: { args: { at: number } }) => {
      useSyncExternalStore(subscribe, () => version);
      const [asked] = useState(deployment.questions);
      if (!asked.includes(args.at)) asked.push(args.at);
      const data = deployment.answer(args.at);
      if (data instanceof Error) return { status: "error" };
      return data === undefined
        ? { status: "pending" }
        : { status: "success", data };
    },
  };
});

let version = 0;
const listeners = new Set<() => void>();

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** From now on the deployment answers like this. */
function answers(answer: (at: number) => List | Error | undefined | null) {
  act(() => {
    deployment.answer = answer;
    version += 1;
    for (const listener of listeners) listener();
  });
}

const query = makeFunctionReference<"query", { at: number }, List | null>(
  "lists:list",
);

function View() {
  const live = useTimedLive(query);
  return <p>{live.status === "success" ? live.data?.words : live.status}</p>;
}

const shown = () => screen.getByRole("paragraph").textContent;
const pass = (ms: number) => act(() => void vi.advanceTimersByTime(ms));
const questions = () => deployment.questions.length;

beforeEach(() => {
  vi.useFakeTimers({ now: START });
  deployment.questions = [];
  deployment.answer = () => undefined;
});

/** An answer whose object stays the same, as the client's does. */
function list(words: string, next: NextChange = null): List {
  return { words, next };
}

describe("a list that grows in time", () => {
  test("is asked for again at the instant that it names, and not before", () => {
    const before = list("one", { at: START + 5 * SECOND, inMs: 5 * SECOND });
    const after = list("two");
    answers((at) => (at < START + 5 * SECOND ? before : after));
    render(<View />);
    expect(shown()).toBe("one");
    pass(5 * SECOND - 1);
    expect(questions()).toBe(1);
    pass(1);
    expect(shown()).toBe("two");
    expect(deployment.questions).toEqual([START, START + 5 * SECOND]);
    pass(365 * DAY);
    expect(questions()).toBe(2);
  });

  test("stays on screen while the new answer is under way", () => {
    const before = list("one", { at: START + SECOND, inMs: SECOND });
    answers((at) => (at === START ? before : undefined));
    render(<View />);
    pass(SECOND);
    expect(questions()).toBe(2);
    expect(shown()).toBe("one");
    pass(DAY);
    expect(questions()).toBe(2);
    const after = list("two");
    answers(() => after);
    expect(shown()).toBe("two");
  });

  test("is loading before the first answer, and says when it fails", () => {
    render(<View />);
    expect(shown()).toBe("pending");
    answers(() => new Error("broken"));
    expect(shown()).toBe("error");
  });

  test("shows a change of rows at once and keeps the appointment", () => {
    const next = { at: START + 10 * SECOND, inMs: 10 * SECOND };
    const first = list("one", next);
    answers(() => first);
    render(<View />);
    pass(4 * SECOND);
    const edited = list("edited", { ...next, inMs: 6 * SECOND });
    answers((at) => (at === START ? edited : list("two")));
    expect(shown()).toBe("edited");
    pass(6 * SECOND - 1);
    expect(questions()).toBe(1);
    const after = list("two");
    answers((at) => (at === START ? edited : after));
    pass(1);
    expect(shown()).toBe("two");
  });

  test("comes at the time of the first answer, though a shared one that is older says later", () => {
    // The page's clock is an hour slow, so only `inMs` counts.
    const at = START + 60 * 60 * SECOND + 10 * SECOND;
    const first = list("one", { at, inMs: 10 * SECOND });
    answers(() => first);
    render(<View />);
    pass(9 * SECOND);
    const older = list("one", { at, inMs: 600 * SECOND });
    const after = list("two");
    answers((asked) => (asked < at ? older : after));
    pass(SECOND);
    expect(shown()).toBe("two");
  });

  test("is asked for with the time of the change, which pages share, and with an own one if that came too early", () => {
    const at = START + 5 * SECOND;
    const stale = list("one", { at, inMs: 5 * SECOND });
    const after = list("two");
    answers((asked) => (asked > at ? after : stale));
    render(<View />);
    pass(5 * SECOND);
    expect(shown()).toBe("one");
    pass(1);
    expect(shown()).toBe("two");
    const [, shared, own] = deployment.questions;
    expect(shared).toBe(at);
    expect(own).toBeGreaterThan(at);
    expect(questions()).toBe(3);
  });

  test("is not asked for any more when nobody looks, however far the instant is", () => {
    const only = list("one", { at: START + 90 * DAY, inMs: 90 * DAY });
    answers(() => only);
    const { unmount } = render(<View />);
    pass(60 * DAY);
    unmount();
    expect(vi.getTimerCount()).toBe(0);
    pass(60 * DAY);
    expect(questions()).toBe(1);
  });

  test("waits for months without a question in between", () => {
    const before = list("one", { at: START + 90 * DAY, inMs: 90 * DAY });
    const after = list("two");
    answers((at) => (at < START + 90 * DAY ? before : after));
    render(<View />);
    pass(90 * DAY - 1);
    expect(questions()).toBe(1);
    pass(1);
    expect(shown()).toBe("two");
  });

  test("is caught up with when a sleeping computer wakes", () => {
    const before = list("one", { at: START + DAY, inMs: DAY });
    const after = list("two");
    answers((at) => (at < START + DAY ? before : after));
    render(<View />);
    // Timers stood still meanwhile.
    vi.setSystemTime(START + 2 * DAY);
    expect(shown()).toBe("one");
    act(() => {
      document.dispatchEvent(new Event("visibilitychange"));
    });
    expect(shown()).toBe("two");
  });

  test("is caught up with within a minute where the lid has not hidden the page", () => {
    const before = list("one", { at: START + DAY, inMs: DAY });
    const after = list("two");
    answers((at) => (at < START + DAY ? before : after));
    render(<View />);
    vi.setSystemTime(START + 2 * DAY);
    pass(60 * SECOND);
    expect(shown()).toBe("two");
  });
});

describe("a computer whose clock is wrong", () => {
  /** The deployment by its own clock, which is `aheadMs` behind the page's. */
  function deploymentBehind(aheadMs: number, opensInMs: number) {
    const opensAt = START - aheadMs + opensInMs;
    const given = new Map<number, List>();
    answers((at) => {
      const now = Date.now() - aheadMs;
      const left = opensAt - now;
      const known = given.get(at);
      if (known) return known;
      const answer =
        left > 0 ? list("one", { at: opensAt, inMs: left }) : list("two");
      given.set(at, answer);
      return answer;
    });
  }

  test.each([
    ["asks once too early when it is fast, then waits as it is told", 60, 2],
    ["is in time when it is slow", -60, 1],
  ])("%s", (_title, aheadSeconds, early) => {
    deploymentBehind(aheadSeconds * SECOND, 10 * SECOND);
    render(<View />);
    pass(2);
    expect(questions()).toBe(early);
    pass(10 * SECOND - 10);
    expect(questions()).toBe(early);
    expect(shown()).toBe("one");
    pass(10);
    expect(shown()).toBe("two");
    expect(questions()).toBe(early + 1);
  });
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
