import { Route, Routes } from "react-router-dom";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { refuse } from "#convex/platform/shared/errors";
import { notify } from "../../src/lib/notify";
import { Announcements } from "../../src/routes/organiser/content/announcements";
import { Resources } from "../../src/routes/organiser/content/resources";
import { Schedule } from "../../src/routes/organiser/content/schedule";
import { answered } from "./answered";
import { answer, calls, responses } from "./deployment";
import { act, click, field, fill, fireEvent, open, press } from "./rendering";
import { screen, tick, within } from "./rendering";

const said: string[] = [];
/** How far the deployment's clock is from the device's. */
let offset = 0;

beforeEach(() => {
  offset = 0;
  vi.stubGlobal("fetch", async () => answered(Date.now() + offset));
  said.length = 0;
  for (const kind of ["success", "error"] as const)
    vi.spyOn(notify, kind).mockImplementation((words) => void said.push(words));
  answer({
    "announcements:reach": 236,
    "users:me": { displayName: "Olga" },
    "announcements:all": [],
  });
});

const HOUR = 60 * 60 * 1000;
const publishAt = Date.parse("2025-05-28T18:00:00+05:30");
const tea = {
  _id: "1",
  title: "Tea",
  body: "At four.",
  pinned: false,
  publishAt,
  author: "A",
};
const { _id: _, author: _author, ...seen } = tea;
type Row = typeof tea & { removedAt?: number };
const rows = (...all: Row[]) => answer({ "announcements:all": all });
const settled = () => act(async () => {});
const heading = (name: string) => screen.getByRole("heading", { name });

test.each([
  ["B", "up", 0],
  ["C", "up", 1.5],
  ["B", "down", 3.5],
  ["A", "down", 2.5],
])("a resource moves by one place: %s %s", async (title, way, order) => {
  const kit = { url: "/faq", description: "D", publishAt };
  const row = (name: string, place: number) =>
    ({ ...kit, _id: name, title: name, order: place + 1 }) as const;
  answer({ "resources:all": ["A", "B", "C", "D"].map(row) });
  open(<Resources />);
  const resting = screen
    .getAllByRole("button", { name: /^Move/u })
    .filter((it) => it.getAttribute("aria-disabled") === "true");
  const names = resting.map((it) => it.getAttribute("aria-label"));
  expect(names).toEqual(["Move A up", "Move D down"]);
  click(`Move ${title} ${way}`);
  await expect.poll(() => calls).toHaveLength(1);
  expect(calls[0]?.[1]).toMatchObject({ ...kit, id: title, title, order });
});

test("an announcement that comes out while it is edited keeps what is typed", async () => {
  vi.useFakeTimers({ now: publishAt - 1000 });
  const cake = { ...tea, _id: "2", title: "Cake" };
  rows(tea, { ...cake, publishAt: publishAt + 60_000 });
  open(<Announcements />);
  await settled();
  heading("Scheduled 2");
  click(/^Edit Tea/);
  const form = within(screen.getByRole("form", { name: /^Edit/ }));
  fill("Title", "Typed", form);
  const typed = field("Title", form);
  act(() => void vi.advanceTimersByTime(2000));
  heading("Published 1");
  expect(typed.isConnected).toBe(true);
  expect(typed.value).toBe("Typed");
});

describe("an announcement that someone else touches while it is edited", () => {
  /** Types another text, and someone else leaves these rows. */
  async function edit(label: string, value: string, ...left: Row[]) {
    rows(tea);
    open(<Announcements />);
    await settled();
    click("Edit Tea");
    const form = within(screen.getByRole("form", { name: /^Edit/u }));
    fill(label, value, form);
    const typed = field(label, form);
    rows(...left);
    await press("Save", form);
    return { typed, form };
  }
  const isOpen = () => screen.queryByRole("form", { name: /^Edit/u }) !== null;

  test("keeps what they change: only what was typed differs from what was seen", async () => {
    const left = { ...tea, body: "At five.", pinned: true };
    await edit("Title", "Tea and cake", left);
    const sent = { ...seen, id: "1", title: "Tea and cake", seen };
    expect(calls).toMatchObject([["announcements:edit", sent]]);
  });

  test("shows both texts if they change the same one, and the next press chooses in sight", async () => {
    responses["announcements:edit"] = async () =>
      refuse("changed_since", { what: "Somebody else has changed this." });
    const body = "At NINE, from gate 2.";
    const mine = "At four. Bring water.";
    const { typed, form } = await edit("Text", mine, { ...tea, body });
    expect(typed.value).toBe(mine);
    const other = form.getByRole("region", { name: "Saved by somebody else" });
    expect(other.textContent).toContain(body);
    form.getByText(/Please look again\.$/u);
    delete responses["announcements:edit"];
    await press("Save", form);
    expect(calls[1]?.[1]).toMatchObject({ body: mine, seen: { body } });
    expect(isOpen()).toBe(false);
  });

  test("leaves what was typed if they remove it", async () => {
    responses["announcements:edit"] = async () =>
      refuse("not_found", { label: "This announcement" });
    const { typed, form } = await edit("Text", "At six.");
    expect(said).toEqual(["This announcement no longer exists."]);
    expect(typed.isConnected).toBe(true);
    expect(typed.value).toBe("At six.");
    click("Cancel", form);
    expect(isOpen()).toBe(false);
    expect(screen.queryByRole("heading", { name: "Tea" })).toBeNull();
  });
});

test("a device whose clock is fast by India's offset schedules what is to come, and says what is not out", async () => {
  offset = -5.5 * HOUR;
  vi.useFakeTimers({ now: publishAt + HOUR });
  rows(tea);
  open(<Announcements />);
  await settled();
  heading("Scheduled 1");
  fill("Title", "Doors");
  fill("Text", "Open.");
  fill(/^Date and time/u, "2025-05-28T17:00");
  tick("At a time");
  await press("Schedule");
  const sent = { publishAt: publishAt - HOUR };
  expect(calls).toMatchObject([["announcements:add", sent]]);
});

test("an announcement opens filled in, says whom its mail reaches, and is not offered again", async () => {
  const initial = { title: "Lunch moves", body: "To 2 PM." };
  const initialEntries = [{ pathname: "/", state: { initial } }];
  open(<Announcements />, { initialEntries });
  tick("Important: also by mail");
  screen.getByText(/^Goes to 236 people/);
  click("Publish");
  await expect.poll(() => said).toHaveLength(1);
  const sent = {
    ...initial,
    pinned: false,
    pinnedUntil: null,
    important: true,
    toPhones: false,
    publishAt: null,
  };
  expect(calls).toEqual([["announcements:add", sent]]);
  await expect.poll(() => field("Title").value).toBe("");
});

test("an announcement is copied for WhatsApp with a bold title and the site's address", async () => {
  const writeText = vi.fn<(text: string) => Promise<void>>();
  vi.stubGlobal("navigator", { clipboard: { writeText } });
  rows({ ...tea, title: "Doors *open*" });
  open(<Announcements />);
  click(/^Copy for WhatsApp/);
  await expect.poll(() => said).toHaveLength(1);
  const copied = `*Doors open*\n\nAt four.\n\n${location.origin}`;
  expect(writeText.mock.calls).toEqual([[copied]]);
});

test("an announcement is removed at once, as it was seen, and put back where it stood", async () => {
  rows(tea);
  open(<Announcements />);
  await settled();
  await press("Remove Tea");
  const removed = { id: "1", seen };
  expect(calls).toMatchObject([["announcements:remove", removed]]);
  rows({ ...tea, removedAt: publishAt });
  expect(screen.queryByRole("heading", { name: "Tea" })).toBeNull();
  heading("Published 0");
  await press(/^Put back: “Tea”/);
  expect(calls[1]).toEqual(["announcements:putBack", { id: "1" }]);
});

test("an entry that is soon is cancelled instead of removed, and announced with the words filled in", async () => {
  const startsAt = Date.now() + HOUR;
  const row = { title: "Quiz", kind: "stage", startsAt, wholeDay: false };
  answer({ "schedule:all": [{ _id: "1", ...row, place: "Hall" }] });
  open(
    <Routes>
      <Route path="/" element={<Schedule />} />
      <Route path="/organiser/news" element={<Announcements />} />
    </Routes>,
  );
  fireEvent.click(screen.getByText("Mark as cancelled"));
  const link = { name: "Announce this change" };
  fireEvent.click(await screen.findByRole("link", link));
  const sent = { id: "1", ...row, place: "Hall", isCancelled: true };
  expect(calls).toMatchObject([["schedule:edit", sent]]);
  const title = await screen.findByLabelText<HTMLInputElement>("Title");
  expect(title.value).toBe("Cancelled: Quiz");
  expect(field("Text").value).toMatch(
    /^Quiz, planned for .+ IST, Hall, does not take place\.$/u,
  );
});
