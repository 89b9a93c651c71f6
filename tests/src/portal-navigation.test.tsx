import { beforeEach, expect, test } from "vitest";
import { PortalNavigation } from "../../src/layouts/portal-navigation";
import { answer, settings } from "./deployment";
import { open, screen, within } from "./rendering";

beforeEach(() => {
  document.body.innerHTML = '<div id="portal"></div>';
});

function show(me: object, given = {}, at = "/dashboard") {
  const requests = { askedBy: [], asked: [], answer: null };
  const user = { role: "participant", teamId: null, requests, ...me };
  answer({ "users:me": user, ...settings(given) });
  return open(<PortalNavigation />, { initialEntries: [at] });
}

const labels = () =>
  screen.queryAllByRole("link").map(({ textContent }) => textContent);

const ORGANISER = "Organiser area";
const teamId = "owls";
test.each([
  ["a participant", {}, false, "Dashboard Team Project Find"],
  ["an organiser", { role: "organiser" }, false, ORGANISER],
  [
    "an organiser in a team",
    { role: "organiser", teamId },
    false,
    `${ORGANISER} Team Project`,
  ],
  ["a judge", { role: "judge" }, false, "Judge"],
  ["a judge in a team", { role: "judge", teamId }, false, "Judge Team Project"],
  ["a mentor", { role: "mentor" }, false, ""],
  ["a participant", {}, true, "Dashboard Team Project Find"],
  ["a member", { teamId }, true, "Dashboard Team Project Find Help"],
  ["an organiser", { role: "organiser" }, true, `${ORGANISER} Help`],
  ["a mentor", { role: "mentor" }, true, "Help"],
])(
  "%s is led to the pages that apply: %j, help is open: %j",
  (_who, me, helpOpen, expected) => {
    show(me, { helpOpen });
    expect(labels().join(" ")).toBe(expected);
  },
);

test.each([
  ["an organiser in the area", { role: "organiser" }, "/organiser/people"],
  ["a judge with a team at the projects", { role: "judge", teamId }, "/judge"],
  ["a mentor at the queue", { role: "mentor" }, "/help"],
])("no bar takes room from %s", (_who, me, at) => {
  show(me, { helpOpen: me.role === "mentor" }, at);
  expect(labels()).toEqual([]);
});

test("the page that is open is marked, and so is the area that it is in", () => {
  show({ role: "organiser", teamId }, {}, "/organiser/people");
  const current = screen.getByRole("link", { current: "page" });
  expect(current.textContent).toBe("Organiser area");
});

test("what waits for an answer is counted, and nothing leads there once nobody can be found", () => {
  const asked = { requests: { askedBy: ["Amara", "Dev"], answer: null } };
  const { unmount } = show(asked);
  const portal = screen.getByRole("navigation", { name: "Portal" });
  within(portal).getByRole("link", { name: "Find 2 waiting" });
  unmount();
  show(asked, { teamChangesOpen: false });
  expect(labels()).not.toContain("Find");
});

test("the page leaves room for it only while it is there", () => {
  const { dataset } = document.documentElement;
  const { unmount } = show({});
  expect(dataset.portal).toBe("");
  unmount();
  expect(dataset.portal).toBeUndefined();
});
