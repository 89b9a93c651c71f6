import { MemoryRouter } from "react-router-dom";
import { beforeEach, describe, expect, test, vi } from "vitest";
import type { Announcement } from "#convex/content/shared/content";
import {
  useAnnouncementNews,
  useArrivalToast,
} from "../../src/features/announcements/use-announcement-news";
import type { Live } from "../../src/lib/connection/use-live";
import { Announcements } from "../../src/routes/dashboard/announcements";
import { fireEvent, render, screen } from "./rendering";

const said = vi.hoisted(() => vi.fn<(sentence: string) => void>());
vi.mock("../../src/lib/notify", () => ({ notify: { plain: said } }));
beforeEach(() => {
  said.mockReset();
  localStorage.clear();
});

function announcement(id: string, changes: Partial<Announcement> = {}) {
  return {
    _id: id as Announcement["_id"],
    title: `Title ${id}`,
    body: "Words",
    pinned: false,
    publishAt: Date.parse("2025-05-28T18:00:00+05:30"),
    author: "The organisers",
    ...changes,
  };
}

const [first, second, third] = [
  announcement("first"),
  announcement("second"),
  announcement("third"),
];

function show(live: Live<readonly Announcement[]>, newIds: string[] = []) {
  return render(
    <MemoryRouter>
      <Announcements
        live={live}
        atFirst={3}
        newIds={new Set(newIds)}
        onSeen={() => {}}
      />
    </MemoryRouter>,
  );
}

const success = (data: readonly Announcement[]) =>
  ({ status: "success", data }) as const;
const titles = () =>
  screen
    .getAllByRole("heading", { level: 3 })
    .map(({ textContent }) => textContent);

describe("an announcement", () => {
  test("says when it came on Indian clocks, and who says it", () => {
    show(success([first]));
    const time = screen.getByText("28 May 2025, 6:00 PM IST");
    expect(time.getAttribute("datetime")).toBe("2025-05-28T12:30:00.000Z");
    screen.getByText("The organisers");
  });

  test("keeps its text plain, but for https addresses", () => {
    const body = "<b>Bold</b> https://example.com/map.\nhttp://plain.example";
    show(success([announcement("a", { body })]));
    screen.getByText(/<b>Bold<\/b>/);
    const links = screen.getAllByRole("link");
    expect(links.map((link) => link.getAttribute("href"))).toEqual([
      "https://example.com/map",
    ]);
    expect(links[0]?.getAttribute("rel")).toBe("noopener");
  });

  test.each([
    [{ pinned: true }, [], ["Pinned"]],
    [{ pinned: false }, ["a"], ["New"]],
    [{ pinned: true }, ["a"], ["New", "Pinned"]],
    [{ pinned: false }, [], []],
  ])("with %j and %j as new is marked %j", (changes, newIds, marks) => {
    show(success([announcement("a", changes)]), newIds);
    const shown = ["New", "Pinned"].filter((mark) => screen.queryByText(mark));
    expect(shown).toEqual(marks);
  });
});

describe("the list", () => {
  test("says that it is loading", () => {
    show({ status: "pending" });
    expect(screen.getByText("Loading")).toBeDefined();
  });

  test("shows all of forty when asked, and the focus goes where they go on", () => {
    const many = Array.from({ length: 40 }, (_, n) => announcement(String(n)));
    show(success(many));
    expect(titles()).toHaveLength(3);
    fireEvent.click(
      screen.getByRole("button", { name: "Show all 40 announcements" }),
    );
    expect(titles()).toHaveLength(40);
    expect(document.activeElement?.textContent).toBe("Title 3");
    expect(screen.queryByRole("button")).toBeNull();
  });

  test("shows what is new even of the old ones", () => {
    const many = Array.from({ length: 40 }, (_, n) => announcement(String(n)));
    show(success(many), ["20"]);
    expect(titles().at(0)).toBe("Title 20");
  });
});

describe("an announcement that arrives while the page is open", () => {
  function Portal({ list, isQuiet = false }: Arrival) {
    useArrivalToast(list, isQuiet);
    return null;
  }
  type Arrival = {
    list: readonly Announcement[] | undefined;
    isQuiet?: boolean;
  };

  /** The toasts after each of these lists in turn. */
  function saidAfter(...lists: Arrival["list"][]) {
    const { rerender } = render(<Portal list={undefined} />);
    for (const list of lists) rerender(<Portal list={list} />);
    return said.mock.calls.flat();
  }

  test("is said in one sentence when it is more than one", () => {
    expect(saidAfter([], [second, third])).toEqual([
      "2 new announcements: Title second. Title third",
    ]);
  });

  test("is not said again when its words change or it comes back", () => {
    const edited = { ...second, title: "Better words", pinned: true };
    const lists = [[first], [second, first], [edited, first], [first]];
    expect(saidAfter(...lists, [second, first])).toEqual([
      "New announcement: Title second",
    ]);
  });

  test("is not said where organisers publish, nor when they leave there", () => {
    const { rerender } = render(<Portal list={[first]} isQuiet />);
    rerender(<Portal list={[second, first]} isQuiet />);
    rerender(<Portal list={[second, first]} />);
    expect(said).not.toHaveBeenCalled();
  });
});

describe("what nobody has seen in this browser", () => {
  function Dashboard({ list }: { list: readonly Announcement[] }) {
    const { unseen, markSeen } = useAnnouncementNews(list);
    return unseen.map(({ _id }) => (
      <button key={_id} onClick={() => markSeen(_id)}>
        {_id}
      </button>
    ));
  }
  const unseen = () =>
    screen.queryAllByRole("button").map(({ textContent }) => textContent);
  const visit = (...list: Announcement[]) => render(<Dashboard list={list} />);

  test("is nothing on its first visit, and what comes from then on", () => {
    visit(first, second).rerender(<Dashboard list={[third, first, second]} />);
    expect(unseen()).toEqual(["third"]);
  });

  test("leaves what another tab has seen, and forgets what is gone", () => {
    const { rerender } = visit(first);
    localStorage.setItem("announcementsSeen", '["first","second","old"]');
    rerender(<Dashboard list={[second, first]} />);
    expect(localStorage.getItem("announcementsSeen")).toBe(
      '["second","first"]',
    );
  });

  test.each(["{", "7", '{"a":1}'])(
    "is nothing where %s was kept instead",
    (kept) => {
      localStorage.setItem("announcementsSeen", kept);
      visit(first);
      expect(unseen()).toEqual([]);
    },
  );

  test("is what arrives, where nothing may be kept", () => {
    const refused = () => {
      throw new Error("storage is forbidden");
    };
    vi.spyOn(Storage.prototype, "getItem").mockImplementation(refused);
    vi.spyOn(Storage.prototype, "setItem").mockImplementation(refused);
    visit(first).rerender(<Dashboard list={[second, first]} />);
    expect(unseen()).toEqual(["second"]);
    fireEvent.click(screen.getByText("second"));
    expect(unseen()).toEqual([]);
  });
});
