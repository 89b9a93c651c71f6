import { renderToStaticMarkup } from "react-dom/server";
import { MemoryRouter } from "react-router-dom";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { debounce } from "../../src/lib/time/debounce";
import { formatAmount } from "../../src/lib/format-amount";
import { BelowTheFold } from "../../src/routes/home/below-the-fold";
import { Deadline } from "../../src/routes/home/deadline";
import { PrizePool } from "../../src/routes/home/prize-pool";
import { Timeline } from "../../src/routes/home/timeline";
import { render, screen } from "./rendering";

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

test.each([
  ["2025-06-28T00:00:00+05:30", ["Day 1"]],
  ["2025-06-28T23:59:59+05:30", ["Day 1"]],
  ["2025-06-29T00:00:00+05:30", ["Day 2"]],
  ["2025-06-15T12:00:00+05:30", ["Team finalization"]],
  ["2025-06-14T12:00:00+05:30", []],
  ["2026-06-28T12:00:00+05:30", []],
])("at %s the match schedule marks %j", (now, fixtures) => {
  vi.useFakeTimers({ now: new Date(now) });
  render(<Timeline />, { wrapper: MemoryRouter });
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
      { ...winner, award: "best-freshers", teamName: null },
    ];
    const fetch = vi.fn(async () =>
      Response.json({
        status: "success",
        value: {
          at: 0,
          awards,
          corrections: [{ award: "best-freshers", at: 0, reason: "Swapped." }],
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
  vi.useFakeTimers({ now: new Date("2026-06-28T12:00:00+05:30") });
  const { container } = render(<Deadline />);
  expect(container.textContent?.trim()).toBe(
    "Registration deadline: 15 May 2025.",
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
