import type * as ConvexReact from "convex/react";
import { getFunctionName, type FunctionReference } from "convex/server";
import { DEFAULTS, type Phase, type Settings } from "#convex/settings/shared";
import { beforeEach, expect, test, vi } from "vitest";
import type * as Clocks from "../../src/features/clock/match-clock";
import { answered } from "./answered";
import { act, render, screen } from "./rendering";

const SECOND = 1_000;
const HOUR = 60 * 60 * SECOND;
const START = Date.parse("2025-06-28T11:00:00+05:30");
const END = START + 36 * HOUR;
/** The device's clock is wrong by a day and a bit. */
const WRONG = 31 * HOUR + 17 * SECOND + 250;

/** What the deployment says its settings are. */
const settings = vi.hoisted(() => ({ current: {} as Partial<Settings> }));
vi.mock("convex/react", async (load) => ({
  ...(await load<typeof ConvexReact>()),
  useQuery_experimental: ({
    query,
  }: {
    query: FunctionReference<"query">;
  }) => ({
    status: "success",
    data:
      getFunctionName(query) === "settings:current" ? settings.current : null,
  }),
}));

let serverMs = 0;
const asked = vi.fn<(url: string) => Promise<Response>>();
let visibility: DocumentVisibilityState = "visible";
/** Of a page that has just been opened. */
let clocks: typeof Clocks;

beforeEach(async () => {
  localStorage.clear();
  vi.resetModules();
  clocks = await import("../../src/features/clock/match-clock");
  vi.useFakeTimers({ now: START + WRONG });
  serverMs = START - HOUR;
  const opened = performance.now();
  asked.mockReset();
  asked.mockImplementation(async () =>
    answered(serverMs + performance.now() - opened),
  );
  vi.stubGlobal("fetch", asked);
  vi.spyOn(document, "visibilityState", "get").mockImplementation(
    () => visibility,
  );
  settings.current = { startsAt: START, endsAt: END };
});

const pass = (ms: number) =>
  act(async () => void (await vi.advanceTimersByTimeAsync(ms)));
function turn(to: DocumentVisibilityState) {
  visibility = to;
  document.dispatchEvent(new Event("visibilitychange"));
}

test("shows the deployment's second where the device's clock is wrong, and asks once a page", async () => {
  render(
    <>
      <clocks.MatchClock />
      <clocks.MatchClock />
    </>,
  );
  await pass(0);
  expect(screen.getAllByText("01:00:00")).toHaveLength(2);
  await pass(1.01 * SECOND);
  expect(screen.getAllByText("00:59:59")).toHaveLength(2);
  await pass(20 * 60 * SECOND);
  expect(screen.getAllByText("00:39:59")).toHaveLength(2);
  expect(asked).toHaveBeenCalledTimes(1);
  expect(asked.mock.calls[0]?.[0]).toMatch(/\/clock$/u);
});

test("stands still while nobody looks, and asks again when somebody does", async () => {
  render(<clocks.MatchClock />);
  await pass(0);
  await act(async () => turn("hidden"));
  expect(vi.getTimerCount()).toBe(0);
  // The monotonic clock stops while the device sleeps.
  serverMs += 30 * 60 * SECOND;
  await act(async () => turn("visible"));
  await pass(0);
  screen.getByText("00:30:00");
  expect(asked).toHaveBeenCalledTimes(2);
});

test("asks again when the device's clock jumps, and if the deployment was silent", async () => {
  asked.mockRejectedValueOnce(new TypeError("offline"));
  render(<clocks.MatchClock />);
  await pass(0);
  expect(screen.queryByRole("timer")).toBeNull();
  await pass(10 * SECOND);
  screen.getByText("00:59:50");
  vi.setSystemTime(Date.now() + 5 * SECOND);
  await pass(1.01 * SECOND);
  expect(asked).toHaveBeenCalledTimes(3);
});

test("is not there while no start is set, and asks nothing", async () => {
  settings.current = {};
  const { container } = render(<clocks.MatchClock />);
  await pass(0);
  expect(container.innerHTML).toBe("");
  expect(asked).not.toHaveBeenCalled();
});

const SUBMISSIONS = {
  submissionsOpen: true,
  submissionsOpenAt: START,
  submissionsCloseAt: END - 3 * HOUR,
};

test.each([
  [START - 120 * HOUR, "5 days", "5 days until the start, 28 June 2025"],
  [START - SECOND, "00:00:01", "1 minute until the start, 28 June 2025"],
  [START, "33:00:00", "33 hours until hand-in closes, 29 June 2025, 8:00 PM"],
  [END - 3 * HOUR, "03:00:00", "3 hours until the event ends, 29 June 2025"],
  [END - HOUR - 1, "01:00:01", "1 hour until the event ends, 29 June 2025"],
])("at %i it shows %s and says %s", async (now, digits, said) => {
  settings.current = { ...settings.current, ...SUBMISSIONS };
  serverMs = now;
  const { container } = render(<clocks.MatchClock />);
  await pass(0);
  const [shown, words] = container.querySelectorAll("p");
  expect(shown?.textContent).toBe(digits);
  expect(shown?.getAttribute("aria-hidden")).toBe("true");
  expect(words?.textContent).toContain(said);
});

test("runs to the end of handing in, though no start is set", async () => {
  settings.current = SUBMISSIONS;
  const { container } = render(<clocks.MatchClock />);
  await pass(0);
  expect(container.textContent).toContain("until hand-in closes");
});

test("counts to nothing after the end: judging comes, then the results", async () => {
  serverMs = END;
  const { container } = render(<clocks.MatchClock />);
  await pass(0);
  expect(container.textContent).toBe("Judging comes next");
  const { nextEndOf } = await import("../../src/features/clock/next-end");
  const at = (hasJudgingBegun: boolean, arePublished: boolean, phase: Phase) =>
    nextEndOf({ ...DEFAULTS, ...settings.current, phase }, END, {
      hasJudgingBegun,
      arePublished,
    })?.name;
  expect(at(true, false, "live")).toBe("Judging, until the results");
  expect(at(true, true, "live")).toBeUndefined();
  expect(at(false, false, "over")).toBeUndefined();
});

test("says what ended next when it last heard the time, and when that was, if it cannot ask", async () => {
  localStorage.setItem("deploymentTime", String(START + HOUR));
  asked.mockRejectedValue(new TypeError("offline"));
  const { container } = render(<clocks.MatchClock />);
  await pass(0);
  expect(container.textContent).toBe(
    "until the event ends, 29 June 2025, 11:00 PM IST (as of 28 June 2025, 12:00 PM IST)",
  );
});
