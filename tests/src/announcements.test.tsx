import { MemoryRouter } from "react-router-dom";
import { describe, expect, test } from "vitest";
import type { Announcement } from "#convex/shared/validators";
import { useAnnouncementNews } from "../../src/features/announcements/use-announcement-news";
import type { Live } from "../../src/lib/use-live";
import { Announcements } from "../../src/routes/dashboard/announcements";
import { fireEvent, render, screen, within } from "./rendering";

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
      <Announcements live={live} newIds={new Set(newIds)} />
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
  test("keeps the order in which it comes", () => {
    show(success([second, third, first]));
    expect(titles()).toEqual(["Title second", "Title third", "Title first"]);
  });

  test("says so when there is nothing, and when it fails", () => {
    show(success([]));
    expect(screen.getByText(/Nothing has been announced yet/)).toBeDefined();
    show({ status: "error" });
    const failure = { name: "Failed to load announcements" };
    expect(screen.getByRole("heading", failure)).toBeDefined();
  });

  test("says that it is loading", () => {
    show({ status: "pending" });
    expect(screen.getByText("Loading")).toBeDefined();
  });

  test("shows all of forty when asked, and the focus goes where they go on", () => {
    const many = Array.from({ length: 40 }, (_, n) => announcement(String(n)));
    show(success(many));
    expect(titles()).toHaveLength(6);
    fireEvent.click(
      screen.getByRole("button", { name: "Show all 40 announcements" }),
    );
    expect(titles()).toHaveLength(40);
    expect(document.activeElement?.textContent).toBe("Title 6");
    expect(screen.queryByRole("button")).toBeNull();
  });

  test("shows what has just come even below the first", () => {
    const many = Array.from({ length: 40 }, (_, n) => announcement(String(n)));
    show(success(many), ["20"]);
    expect(titles()).toHaveLength(7);
    expect(titles()).toContain("Title 20");
  });
});

describe("what came while the page was open", () => {
  function News({ list }: { list: readonly Announcement[] | undefined }) {
    const { newIds, sentence } = useAnnouncementNews(list);
    return (
      <>
        <output>{sentence}</output>
        <ul>
          {[...newIds].map((id) => (
            <li key={id}>{id}</li>
          ))}
        </ul>
      </>
    );
  }

  /** What is said after each of these lists in turn, and what is marked at last. */
  function after(...lists: (readonly Announcement[] | undefined)[]) {
    const { rerender } = render(<News list={undefined} />);
    const said = lists.map((list) => {
      rerender(<News list={list} />);
      return screen.getByRole("status").textContent;
    });
    const marked = within(screen.getByRole("list")).queryAllByRole("listitem");
    return { said, marked: marked.map(({ textContent }) => textContent) };
  }

  test("is said and marked, what was there is not", () => {
    expect(after([first], [second, first])).toEqual({
      said: ["", "New announcement: Title second"],
      marked: ["second"],
    });
  });

  test("is said in one sentence when it is more than one", () => {
    expect(after([first], [second, third, first]).said.at(-1)).toBe(
      "2 new announcements: Title second. Title third",
    );
  });

  test("is said after an empty list too", () => {
    expect(after([], [first]).said).toEqual([
      "",
      "New announcement: Title first",
    ]);
  });

  test("is no change of words, of order or of what was taken back", () => {
    const edited = { ...first, title: "Better words", pinned: true };
    const { said, marked } = after([first, second], [second, edited], [edited]);
    expect(said).toEqual(["", "", ""]);
    expect(marked).toEqual([]);
  });

  test("is not said again when its words change or it comes back", () => {
    const edited = { ...second, title: "Better words" };
    const { said, marked } = after(
      [first],
      [second, first],
      [edited, first],
      [first],
      [second, first],
    );
    expect(new Set(said)).toEqual(
      new Set(["", "New announcement: Title second"]),
    );
    expect(marked).toEqual(["second"]);
  });
});
