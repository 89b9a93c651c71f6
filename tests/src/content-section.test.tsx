import { getFunctionName, type FunctionReference } from "convex/server";
import {
  createMemoryRouter,
  MemoryRouter,
  RouterProvider,
} from "react-router-dom";
import { beforeEach, describe, expect, test, vi } from "vitest";
import type { Announcement } from "#convex/content/shared/content";
import { refuse } from "#convex/platform/shared/errors";
import { Announcements } from "../../src/routes/organiser/content/announcements";
import { Resources } from "../../src/routes/organiser/content/resources";
import { Schedule } from "../../src/routes/organiser/content/schedule";
import { answered } from "./answered";
import { act, fireEvent, render, screen, within } from "./rendering";

/** What each query answers; the others are pending. */
const answers = vi.hoisted(() => new Map<string, unknown[]>());
const called = vi.hoisted(() => vi.fn<(name: string, args: object) => void>());
vi.mock("convex/react", () => ({
  useQuery: (query: FunctionReference<"query">) =>
    getFunctionName(query) === "announcements:reach"
      ? 236
      : { displayName: "Olga" },
  useQuery_experimental: ({ query }: { query: FunctionReference<"query"> }) => {
    const data = answers.get(getFunctionName(query));
    return data ? { status: "success", data } : { status: "pending" };
  },
  useMutation: (mutation: FunctionReference<"mutation">) => {
    const name = getFunctionName(mutation);
    return async (args: object) => called(name, args);
  },
}));
vi.mock("../../src/layouts/page-words", () => ({ usePageWords: () => {} }));
const said = vi.hoisted(() => vi.fn<(sentence: string) => void>());
vi.mock("../../src/lib/notify", () => ({
  notify: { success: said, error: said, endErrors: () => {} },
}));

/** How far the deployment's clock is from the device's. */
let offset = 0;

beforeEach(() => {
  offset = 0;
  vi.stubGlobal("fetch", async () => answered(Date.now() + offset));
  answers.clear();
  called.mockReset();
  said.mockReset();
});

const HOUR = 60 * 60 * 1000;
const publishAt = Date.parse("2025-05-28T18:00:00+05:30");

test.each([
  ["B", "up", 0],
  ["C", "up", 1.5],
  ["B", "down", 3.5],
  ["A", "down", 2.5],
])("a resource moves by one place: %s %s", async (title, way, order) => {
  const row = (name: string, place: number) => ({
    _id: name,
    title: name,
    url: "/faq",
    description: "D",
    order: place,
    publishAt,
  });
  answers.set("resources:all", [
    row("A", 1),
    row("B", 2),
    row("C", 3),
    row("D", 4),
  ]);
  render(<Resources />, { wrapper: MemoryRouter });
  const disabled = screen
    .getAllByRole("button", { name: /^Move/u })
    .filter((button) => button.getAttribute("aria-disabled") === "true");
  expect(disabled.map((button) => button.getAttribute("aria-label"))).toEqual([
    "Move A up",
    "Move D down",
  ]);
  fireEvent.click(screen.getByRole("button", { name: `Move ${title} ${way}` }));
  await expect.poll(() => called).toHaveBeenCalledOnce();
  expect(called.mock.calls[0]?.[1]).toMatchObject({
    id: title,
    title,
    url: "/faq",
    description: "D",
    order,
    publishAt,
  });
});

test("an announcement that comes out while it is edited keeps what is typed", async () => {
  vi.useFakeTimers({ now: publishAt - 1000 });
  const rows: Partial<Announcement>[] = ["one", "two"].map((title, k) => ({
    _id: title as Announcement["_id"],
    title,
    body: "Text",
    pinned: false,
    publishAt: publishAt + k * 60_000,
    author: "A",
  }));
  answers.set("announcements:all", rows);
  render(<Announcements />, { wrapper: MemoryRouter });
  await act(() => vi.advanceTimersByTimeAsync(0));
  screen.getByRole("heading", { name: "Scheduled 2" });
  fireEvent.click(screen.getByRole("button", { name: "Edit one" }));
  const form = screen.getByRole("form", { name: "Edit announcement" });
  const title = within(form).getByLabelText<HTMLInputElement>("Title");
  fireEvent.input(title, { target: { value: "Typed" } });
  act(() => void vi.advanceTimersByTime(2000));
  screen.getByRole("heading", { name: "Published 1" });
  expect(title.isConnected).toBe(true);
  expect(title.value).toBe("Typed");
});

describe("an announcement that someone else touches while it is edited", () => {
  const tea = {
    _id: "1",
    title: "Tea",
    body: "At four.",
    pinned: false,
    publishAt,
    author: "A",
  };
  /** Types another text, and someone else leaves these rows. */
  async function edit(label: string, value: string, rows: (typeof tea)[]) {
    answers.set("announcements:all", [tea]);
    const { rerender } = render(<Announcements />, { wrapper: MemoryRouter });
    await act(async () => {});
    fireEvent.click(screen.getByRole("button", { name: "Edit Tea" }));
    const form = within(screen.getByRole("form", { name: /^Edit/u }));
    const field = form.getByLabelText<HTMLInputElement>(label);
    fireEvent.input(field, { target: { value } });
    answers.set("announcements:all", rows);
    rerender(<Announcements />);
    await act(async () => {
      fireEvent.click(form.getByRole("button", { name: "Save" }));
    });
    return { field, form };
  }

  test("keeps what they change: only what was typed differs from what was seen", async () => {
    const change = { body: "At five.", pinned: true };
    await edit("Title", "Tea and cake", [{ ...tea, ...change }]);
    const { _id, author: _author, ...seen } = tea;
    expect(called.mock.calls).toMatchObject([
      ["announcements:edit", { ...seen, id: "1", title: "Tea and cake", seen }],
    ]);
  });

  test("shows both texts if they change the same one, and the next press chooses in sight", async () => {
    called.mockImplementation(() =>
      refuse("changed_since", { what: "Somebody else has changed this." }),
    );
    const theirs = { ...tea, body: "At NINE, from gate 2." };
    const { field, form } = await edit("Text", "At four. Bring water.", [
      theirs,
    ]);
    expect(field.value).toBe("At four. Bring water.");
    const other = form.getByRole("region", { name: "Saved by somebody else" });
    expect(other.textContent).toContain("At NINE, from gate 2.");
    form.getByText(/Please look again\.$/u);
    called.mockReset();
    await act(async () => {
      fireEvent.click(form.getByRole("button", { name: "Save" }));
    });
    expect(called.mock.calls).toMatchObject([
      [
        "announcements:edit",
        { body: "At four. Bring water.", seen: { body: theirs.body } },
      ],
    ]);
    expect(screen.queryByRole("form", { name: /^Edit/u })).toBeNull();
  });

  test("leaves what was typed if they remove it", async () => {
    called.mockImplementation(() =>
      refuse("not_found", { label: "This announcement" }),
    );
    const { field, form } = await edit("Text", "At six.", []);
    expect(said.mock.calls).toEqual([["This announcement no longer exists."]]);
    expect(field.isConnected).toBe(true);
    expect(field.value).toBe("At six.");
    fireEvent.click(form.getByRole("button", { name: "Cancel" }));
    expect(screen.queryByRole("form", { name: /^Edit/u })).toBeNull();
    expect(screen.queryByRole("heading", { name: "Tea" })).toBeNull();
  });
});

test("a device whose clock is fast by India's offset schedules what is to come, and says what is not out", async () => {
  offset = -5.5 * HOUR;
  vi.useFakeTimers({ now: publishAt + HOUR });
  const row = { title: "Dinner", body: "Text", pinned: false, publishAt };
  answers.set("announcements:all", [{ _id: "1", ...row, author: "A" }]);
  render(<Announcements />, { wrapper: MemoryRouter });
  await act(() => vi.advanceTimersByTimeAsync(0));
  screen.getByRole("heading", { name: "Scheduled 1" });
  const form = within(screen.getByRole("form", { name: "New announcement" }));
  for (const [label, value] of [
    ["Title", "Doors"],
    ["Text", "Open."],
    [/^Date and time/u, "2025-05-28T17:00"],
  ] as const)
    fireEvent.input(form.getByLabelText(label), { target: { value } });
  fireEvent.click(form.getByLabelText("At a time"));
  fireEvent.click(form.getByRole("button", { name: "Schedule" }));
  await act(async () => {});
  expect(called.mock.calls).toMatchObject([
    ["announcements:add", { publishAt: publishAt - HOUR }],
  ]);
});

describe("an announcement", () => {
  test("opens filled in, says whom its mail reaches, and is not offered again", async () => {
    const initial = { title: "Lunch moves", body: "To 2 PM." };
    render(
      <MemoryRouter initialEntries={[{ pathname: "/", state: { initial } }]}>
        <Announcements />
      </MemoryRouter>,
    );
    fireEvent.click(screen.getByLabelText("Important: also by mail"));
    screen.getByText(/^Goes to 236 people/);
    fireEvent.click(screen.getByRole("button", { name: "Publish" }));
    await expect.poll(() => said).toHaveBeenCalledTimes(1);
    expect(called.mock.calls).toEqual([
      [
        "announcements:add",
        {
          ...initial,
          pinned: false,
          pinnedUntil: null,
          important: true,
          toPhones: false,
          publishAt: null,
        },
      ],
    ]);
    const title = screen.getByLabelText<HTMLInputElement>("Title");
    await expect.poll(() => title.value).toBe("");
  });

  test("is copied for WhatsApp with a bold title and the site's address", async () => {
    const writeText = vi.fn<(text: string) => Promise<void>>();
    vi.stubGlobal("navigator", { clipboard: { writeText } });
    answers.set("announcements:all", [
      {
        _id: "1",
        title: "Doors *open*",
        body: "At six.",
        pinned: false,
        publishAt,
        author: "A",
      },
    ]);
    render(<Announcements />, { wrapper: MemoryRouter });
    fireEvent.click(screen.getByRole("button", { name: /^Copy for WhatsApp/ }));
    await expect.poll(() => said).toHaveBeenCalledTimes(1);
    expect(writeText.mock.calls).toEqual([
      [`*Doors open*\n\nAt six.\n\n${location.origin}`],
    ]);
  });
});

test("an announcement is removed at once, as it was seen, and put back where it stood", async () => {
  const tea = { title: "Tea", body: "At four.", pinned: false, publishAt };
  answers.set("announcements:all", [{ _id: "1", ...tea, author: "A" }]);
  const { rerender } = render(<Announcements />, { wrapper: MemoryRouter });
  await act(async () => {});
  await act(async () => {
    fireEvent.click(screen.getByRole("button", { name: "Remove Tea" }));
  });
  expect(called.mock.calls).toMatchObject([
    ["announcements:remove", { id: "1", seen: tea }],
  ]);
  answers.set("announcements:all", [
    { _id: "1", ...tea, author: "A", removedAt: publishAt },
  ]);
  rerender(<Announcements />);
  expect(screen.queryByRole("heading", { name: "Tea" })).toBeNull();
  screen.getByRole("heading", { name: "Published 0" });
  await act(async () => {
    fireEvent.click(screen.getByRole("button", { name: /^Put back: “Tea”/ }));
  });
  expect(called.mock.calls.at(-1)).toEqual([
    "announcements:putBack",
    { id: "1" },
  ]);
});

test("an entry that is soon is cancelled instead of removed, and announced with the words filled in", async () => {
  const startsAt = Date.now() + 60 * 60 * 1000;
  const row = { title: "Quiz", kind: "stage", startsAt, wholeDay: false };
  answers.set("schedule:all", [{ _id: "1", ...row, place: "Hall" }]);
  answers.set("announcements:all", []);
  const router = createMemoryRouter([
    { path: "/", element: <Schedule /> },
    { path: "/organiser/news", element: <Announcements /> },
  ]);
  render(<RouterProvider router={router} />);
  fireEvent.click(screen.getByText("Mark as cancelled"));
  fireEvent.click(
    await screen.findByRole("link", { name: "Announce this change" }),
  );
  expect(called.mock.calls).toMatchObject([
    ["schedule:edit", { id: "1", ...row, place: "Hall", isCancelled: true }],
  ]);
  const title = await screen.findByLabelText<HTMLInputElement>("Title");
  expect(title.value).toBe("Cancelled: Quiz");
  expect(screen.getByLabelText<HTMLTextAreaElement>("Text").value).toMatch(
    /^Quiz, planned for .+ IST, Hall, does not take place\.$/u,
  );
});
