import { MemoryRouter } from "react-router-dom";
import { beforeEach, expect, test, vi } from "vitest";
import { PortalNavigation } from "../../src/layouts/portal-navigation";
import { render, screen, within } from "./rendering";

const now = vi.hoisted(() => ({
  me: {},
  areChangesOpen: true,
  helpOpen: false,
}));
vi.mock("../../src/lib/connection/use-live", () => ({
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

type Given = { helpOpen?: boolean; role?: string; teamId?: string };
const ORGANISER = "Organiser area Dashboard";
test.each<[string, Given, string]>([
  ["a participant", {}, "Dashboard Team Project Find"],
  ["an organiser", { role: "organiser" }, ORGANISER],
  [
    "an organiser in a team",
    { role: "organiser", teamId: "owls" },
    `${ORGANISER} Team Project`,
  ],
  ["a judge", { role: "judge" }, "Dashboard Judge"],
  ["a mentor, who has one page,", { role: "mentor" }, ""],
  ["a participant", { helpOpen: true }, "Dashboard Team Project Find"],
  [
    "a member",
    { helpOpen: true, teamId: "owls" },
    "Dashboard Team Project Find Help",
  ],
  ["an organiser", { helpOpen: true, role: "organiser" }, `${ORGANISER} Help`],
  ["a judge", { helpOpen: true, role: "judge" }, "Dashboard Judge"],
  ["a mentor", { helpOpen: true, role: "mentor" }, "Dashboard Help"],
])(
  "%s is led to the pages that apply: %j",
  (_who, { helpOpen = false, ...me }, expected) => {
    now.helpOpen = helpOpen;
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
