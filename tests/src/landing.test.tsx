import { renderToStaticMarkup } from "react-dom/server";
import { MemoryRouter } from "react-router-dom";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { daysOf } from "#convex/platform/shared/indianTime";
import { TRACKS } from "#edition/tracks";
import { event } from "../../src/content/event";
import { debounce } from "../../src/lib/time/debounce";
import { formatAmount } from "../../src/lib/format-amount";
import { formatDay } from "../../src/lib/time/format-date";
import { BelowTheFold } from "../../src/routes/home/below-the-fold";
import { Deadline } from "../../src/routes/home/deadline";
import { PrizePool } from "../../src/routes/home/prize-pool";
import { Timeline } from "../../src/routes/home/timeline";
import { open, render, screen } from "./rendering";

beforeEach(() => {
  vi.stubGlobal(
    "IntersectionObserver",
    class {
      observe() {}
      disconnect() {}
    },
  );
});
afterEach(() => {
  localStorage.clear();
});

const HOUR = 60 * 60 * 1000;
const firstDay = Date.parse(event.firstDay);
const days = daysOf(event.firstDay, event.lastDay).length;
const finalization = Date.parse(event.teamFinalization);
const YEAR = 365 * 24 * HOUR;
test.each([
  [firstDay, ["Day 1"]],
  [Date.parse(event.lastDay) - 1, [`Day ${days - 1}`]],
  [Date.parse(event.lastDay), [`Day ${days}`]],
  [finalization + 12 * HOUR, ["Team finalization"]],
  [finalization - 12 * HOUR, []],
  [firstDay + YEAR, []],
])("at %i the match schedule marks %j", (now, fixtures) => {
  vi.useFakeTimers({ now });
  open(<Timeline />);
  const current = screen
    .getAllByRole("listitem")
    .filter((item) => item.getAttribute("aria-current") === "date");
  const marked = fixtures.map((it) => expect.stringContaining(it) as string);
  expect(current.map(({ textContent }) => textContent)).toEqual(marked);
  for (const { textContent } of current) expect(textContent).toContain("Now");
  expect(screen.queryAllByText("Now")).toHaveLength(fixtures.length);
});

describe("the winners", () => {
  const winner = { projectId: "p1", projectName: "Chess", teamName: "Nova" };
  const page = (
    <MemoryRouter>
      <PrizePool />
    </MemoryRouter>
  );

  test("stand at their prizes once their place is near the screen", async () => {
    vi.stubGlobal(
      "IntersectionObserver",
      class {
        constructor(private tell: (entries: object[]) => void) {}
        observe(element: Element) {
          if (element.matches("ul")) this.tell([{ isIntersecting: true }]);
        }
        disconnect() {}
      },
    );
    const awards = [
      { ...winner, award: "first-place" },
      { ...winner, award: TRACKS[0], teamName: null },
    ];
    const fetch = vi.fn(async () =>
      Response.json({
        status: "success",
        value: {
          at: 0,
          awards,
          corrections: [{ award: TRACKS[0], at: 0, reason: "Swapped." }],
        },
      }),
    );
    vi.stubGlobal("fetch", fetch);
    render(page);
    const links = await screen.findAllByRole("link", { name: "Chess" });
    expect(links.map((link) => link.getAttribute("href"))).toEqual([
      "/projects/p1",
      "/projects/p1",
    ]);
    screen.getByText("Nova");
    const corrected = await screen.findByText(/^Corrected on/);
    expect(corrected.textContent).toContain("Swapped.");
    expect(fetch).toHaveBeenCalledOnce();
  });

  test("are not asked for before", () => {
    const fetch = vi.fn();
    vi.stubGlobal("fetch", fetch);
    render(page);
    expect(fetch).not.toHaveBeenCalled();
  });
});

test("the page says until when one can register, also when that day is past", () => {
  vi.useFakeTimers({ now: firstDay + YEAR });
  const { container } = render(<Deadline />);
  expect(container.textContent?.trim()).toBe(
    `Registration deadline: ${formatDay(event.registrationDeadline)}.`,
  );
});

test("the prerendered sections carry no style attribute and no moving part", () => {
  const html = renderToStaticMarkup(
    <MemoryRouter>
      <BelowTheFold />
    </MemoryRouter>,
  );
  expect(html).not.toMatch(/\sstyle=/);
  expect(html).not.toContain("data-away");
  expect(html).not.toContain(">Now<");
});

test.each([
  { amount: { currency: "INR", value: 15_000 } as const, text: "₹15,000" },
  { amount: { currency: "INR", value: 250_000 } as const, text: "₹2,50,000" },
  { amount: { currency: "USD", value: 200 } as const, text: "$200" },
])("$text is how India writes it", ({ amount, text }) => {
  expect(formatAmount(amount)).toBe(text);
});

test("a debounced call comes once, 250 ms after the last of a burst", () => {
  vi.useFakeTimers();
  const callback = vi.fn<() => void>();
  const { call, cancel } = debounce(callback, 250);
  call();
  vi.advanceTimersByTime(200);
  call();
  vi.advanceTimersByTime(249);
  expect(callback).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(callback).toHaveBeenCalledOnce();
  call();
  cancel();
  vi.advanceTimersByTime(1_000);
  expect(callback).toHaveBeenCalledOnce();
});
