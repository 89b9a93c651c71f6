import { beforeEach, describe, expect, test, vi } from "vitest";
import type { Announcement } from "#convex/content/shared/content";
import {
  useAnnouncementNews,
  useArrivalToast,
} from "../../src/features/announcements/use-announcement-news";
import type { Phase } from "#convex/settings/shared";
import { notify } from "../../src/lib/notify";
import type { Live } from "../../src/lib/connection/use-live";
import { Announcements } from "../../src/routes/dashboard/announcements";
import { click, open, screen } from "./rendering";

const said: string[] = [];
beforeEach(() => {
  said.length = 0;
  vi.spyOn(notify, "plain").mockImplementation(
    (words) => void said.push(words),
  );
});

const announcement = (id: string, changes: Partial<Announcement> = {}) => ({
  _id: id as Announcement["_id"],
  title: `Title ${id}`,
  body: "Words",
  pinned: false,
  publishAt: Date.parse("2025-05-28T18:00:00+05:30"),
  author: "The organisers",
  ...changes,
});
type List = readonly Announcement[];

const first = announcement("first");
const second = announcement("second");
const third = announcement("third");
const many = Array.from({ length: 40 }, (_, n) => announcement(String(n)));

const page = (live: Live<List>, newIds: string[] = [], phase: Phase = "open") =>
  open(
    <Announcements
      live={live}
      phase={phase}
      newIds={new Set(newIds)}
      onSeen={() => {}}
    />,
  );
const show = (data: List, newIds?: string[], phase?: Phase) =>
  page({ status: "success", data }, newIds, phase);

const titles = () =>
  screen
    .getAllByRole("heading", { level: 3 })
    .map(({ textContent }) => textContent);

describe("an announcement", () => {
  test("says when it came on Indian clocks, and who says it", () => {
    show([first]);
    const time = screen.getByText("28 May 2025, 6:00 PM IST");
    expect(time.getAttribute("datetime")).toBe("2025-05-28T12:30:00.000Z");
    screen.getByText("The organisers");
  });

  test("keeps its text plain, but for https addresses", () => {
    const body = "<b>Bold</b> https://example.com/map.\nhttp://plain.example";
    show([announcement("a", { body })]);
    screen.getByText(/<b>Bold<\/b>/);
    const link = screen.getByRole("link");
    expect(link.getAttribute("href")).toBe("https://example.com/map");
    expect(link.getAttribute("rel")).toBe("noopener");
  });

  test.each([
    [true, [], ["Pinned"]],
    [false, ["a"], ["New"]],
    [true, ["a"], ["New", "Pinned"]],
    [false, [], []],
  ])("with pinned %j and %j as new is marked %j", (pinned, newIds, marks) => {
    show([announcement("a", { pinned })], newIds);
    const marked = ["New", "Pinned"].filter((it) => screen.queryByText(it));
    expect(marked).toEqual(marks);
  });
});

describe("the list", () => {
  test("says that it is loading", () => {
    page({ status: "pending" });
    expect(screen.getByText("Loading")).toBeDefined();
  });

  test("shows all of forty when asked, and the focus goes where they go on", () => {
    show(many);
    expect(titles()).toHaveLength(3);
    click("Show all 40 announcements");
    expect(titles()).toHaveLength(40);
    expect(document.activeElement?.textContent).toBe("Title 3");
    expect(screen.queryByRole("button")).toBeNull();
  });

  test("shows what is new even of the old ones", () => {
    show(many, ["20"]);
    expect(titles().at(0)).toBe("Title 20");
  });
});

test("once the event has begun, the newest that is not pinned is first, and a pin that was seen is a line", () => {
  const pins = ["a", "b", "c"].map((id) => announcement(id, { pinned: true }));
  show([...pins, first, second, third], ["b", "third"], "live");
  const shown = ["first", "b", "a", "c"].map((id) => `Title ${id}`);
  expect(titles()).toEqual(shown);
  const isLine = (words: string) => screen.getByText(words).closest("details");
  expect(shown.filter(isLine)).toEqual(["Title a", "Title c"]);
  click("Show all 6 announcements");
  expect(document.activeElement?.textContent).toBe("Title third");
});

describe("an announcement that arrives while the page is open", () => {
  type Arrival = { list: List | undefined; isQuiet?: boolean };
  function Portal({ list, isQuiet = false }: Arrival) {
    useArrivalToast(list, isQuiet);
    return null;
  }
  /** Opens a page to which each of these is told in turn. */
  function tell(...arrivals: Arrival[]) {
    const portal = open(<Portal list={undefined} />);
    for (const it of arrivals) portal.show(<Portal {...it} />);
  }

  test("is said in one sentence when it is more than one", () => {
    tell({ list: [] }, { list: [second, third] });
    expect(said).toEqual(["2 new announcements: Title second. Title third"]);
  });

  test("is not said again when its words change or it comes back", () => {
    const edited = { ...second, title: "Better words", pinned: true };
    const lists = [[first], [second, first], [edited, first], [first]];
    tell(...[...lists, [second, first]].map((list) => ({ list })));
    expect(said).toEqual(["New announcement: Title second"]);
  });

  test("is not said where organisers publish, nor when they leave there", () => {
    const list = [second, first];
    tell({ list: [first], isQuiet: true }, { list, isQuiet: true }, { list });
    expect(said).toEqual([]);
  });
});

describe("what nobody has seen in this browser", () => {
  const SEEN = "announcementsSeen";
  function Dashboard({ list }: { list: List }) {
    const { unseen, markSeen } = useAnnouncementNews(list);
    return unseen.map(({ _id }) => (
      <button key={_id} onClick={() => markSeen(_id)}>
        {_id}
      </button>
    ));
  }
  const unseen = () =>
    screen.queryAllByRole("button").map(({ textContent }) => textContent);
  const visit = (...list: Announcement[]) => {
    const dashboard = open(<Dashboard list={list} />);
    return (...now: Announcement[]) => dashboard.show(<Dashboard list={now} />);
  };

  test("is the newest and what is pinned on its first visit, and what comes from then on", () => {
    const newest = announcement("newest", { publishAt: Date.now() });
    const pin = announcement("pin", { pinned: true });
    visit(pin, newest, first)(pin, second, newest, first);
    expect(unseen()).toEqual(["pin", "second", "newest"]);
  });

  test("leaves what another tab has seen, and forgets what is gone", () => {
    const later = visit(first);
    localStorage.setItem(SEEN, '["first","second","old"]');
    later(second, first);
    expect(localStorage.getItem(SEEN)).toBe('["second","first"]');
  });

  test.each(["{", "7", '{"a":1}'])(
    "is what a first visit has, where %s was kept instead",
    (kept) => {
      localStorage.setItem(SEEN, kept);
      visit(first, second);
      expect(unseen()).toEqual(["first"]);
    },
  );

  test("is what a first visit has and what arrives, where nothing may be kept", () => {
    const refused = () => {
      throw new Error("storage is forbidden");
    };
    vi.spyOn(Storage.prototype, "getItem").mockImplementation(refused);
    vi.spyOn(Storage.prototype, "setItem").mockImplementation(refused);
    visit(first)(second, first);
    expect(unseen()).toEqual(["second", "first"]);
    click("second");
    expect(unseen()).toEqual(["first"]);
  });
});
