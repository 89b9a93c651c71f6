import { MemoryRouter } from "react-router-dom";
import { beforeEach, expect, test, vi } from "vitest";
import { PortalNavigation } from "../../src/layouts/portal-navigation";
import { render, screen, within } from "./rendering";

const now = vi.hoisted(() => ({
  me: {},
  areChangesOpen: true,
  helpOpen: false,
}));
vi.mock("../../src/lib/use-live", () => ({
  useQuietLive: () => now.me,
  dataOf: (me: object) => me,
}));
vi.mock("../../src/lib/settings/live-settings", () => ({
  useSettings: () => ({
    teamChangesOpen: now.areChangesOpen,
    helpOpen: now.helpOpen,
  }),
}));

beforeEach(() => {
  now.helpOpen = false;
  document.body.innerHTML = '<div id="portal"></div>';
});

function show(me: object, { areChangesOpen = true, at = "/dashboard" } = {}) {
  now.me = {
    role: "participant",
    teamId: null,
    requests: { askedBy: [], answer: null },
    ...me,
  };
  now.areChangesOpen = areChangesOpen;
  return render(
    <MemoryRouter initialEntries={[at]}>
      <PortalNavigation />
    </MemoryRouter>,
  );
}

const labels = () =>
  screen.queryAllByRole("link").map(({ textContent }) => textContent);

test.each([
  ["a participant", {}, "Dashboard Team Project Find"],
  ["an organiser", { role: "organiser" }, "Organiser area Dashboard"],
  [
    "an organiser in a team",
    { role: "organiser", teamId: "owls" },
    "Organiser area Dashboard Team Project",
  ],
  ["a judge", { role: "judge" }, "Dashboard Judge"],
  ["a mentor, who has one page,", { role: "mentor" }, ""],
])("%s is led to the pages that apply", (_who, me, expected) => {
  show(me);
  expect(labels().join(" ")).toBe(expected);
});

test.each([
  ["a participant", {}, "Dashboard Team Project Find"],
  ["a member", { teamId: "owls" }, "Dashboard Team Project Find Help"],
  ["an organiser", { role: "organiser" }, "Organiser area Dashboard Help"],
  ["a judge", { role: "judge" }, "Dashboard Judge"],
  ["a mentor", { role: "mentor" }, "Dashboard Help"],
])(
  "while help is open, %s is led to it if it is theirs",
  (_who, me, expected) => {
    now.helpOpen = true;
    show(me);
    expect(labels().join(" ")).toBe(expected);
  },
);

test("the page that is open is marked, and so is the area that it is in", () => {
  show({ role: "organiser" }, { at: "/organiser/people" });
  const current = screen.getByRole("link", { current: "page" });
  expect(current.textContent).toBe("Organiser area");
});

test("what waits for an answer is counted, while it can be answered", () => {
  const asked = { requests: { askedBy: ["Amara", "Dev"], answer: null } };
  show(asked);
  const portal = screen.getByRole("navigation", { name: "Portal" });
  within(portal).getByRole("link", { name: "Find 2 waiting" });
  show(asked, { areChangesOpen: false });
  expect(labels()).toContain("Find");
});

test("the page leaves room for it only while it is there", () => {
  const { dataset } = document.documentElement;
  const { unmount } = show({});
  expect(dataset.portal).toBe("");
  unmount();
  expect(dataset.portal).toBeUndefined();
});
