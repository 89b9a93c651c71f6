import { expect, test } from "vitest";
import type { Me } from "#convex/account/shared";
import type { Settings } from "#convex/settings/shared";
import { Overview } from "../../src/routes/dashboard/overview";
import { fireEvent, open, screen, within } from "./rendering";

const me = {
  _id: "asha",
  email: "asha@example.in",
  createdAt: Date.parse("2025-05-02T23:30:00+05:30"),
  teamId: null,
  hasRegisteredPlace: false,
  missingInPlacesOf: null as number | null,
} as unknown as Me;
const nothing = { status: "success", data: [] } as const;

function show(phase: Settings["phase"], takesPart = true, own?: Partial<Me>) {
  open(
    <Overview
      profile={{ ...me, ...own }}
      takesPart={takesPart}
      isPlaceNext={false}
      settings={{ phase, galleryPublished: phase === "over" } as Settings}
      team={null}
      project={null}
      content={{
        announcements: nothing,
        schedule: nothing,
        resources: nothing,
      }}
      newIds={new Set()}
      onSeen={() => {}}
    />,
  );
}

const headings = () =>
  screen
    .getAllByRole("heading", { level: 2 })
    .map(({ textContent }) => textContent);
const quickLinks = () =>
  within(screen.getByRole("region", { name: "Quick links" }))
    .getAllByRole("link")
    .map(({ textContent }) => textContent);

const NEWS = ["Announcements", "Upcoming events", "Quick links"];
test.each([
  ["open", ["Registration progress", ...NEWS]],
  ["closed", ["Registration progress", ...NEWS]],
  ["live", NEWS],
  ["over", NEWS],
] as const)("while the phase is %s it has %j", (phase, expected) => {
  show(phase);
  expect(headings()).toEqual(expected);
  const hasSteps = expected.length > NEWS.length;
  expect(screen.queryAllByRole("checkbox")).toHaveLength(hasSteps ? 1 : 0);
});

test("a tick without a line stays, and waits on the device", () => {
  localStorage.clear();
  const isTicked = () => {
    const box = screen.getByRole("checkbox", { name: "I have done this" });
    return box instanceof HTMLInputElement && box.checked;
  };
  show("open");
  fireEvent.click(screen.getByRole("checkbox"));
  expect(isTicked()).toBe(true);
  expect(Object.keys(localStorage)).toEqual([
    expect.stringMatching(/^outbox:asha:/),
  ]);
  localStorage.clear();
});

test("whom the organisers' list of places lacks is told of which day it is", () => {
  const missing =
    "The organisers’ list of 12 May 2025 does not have asha@example.in yet.";
  show("open");
  expect(screen.queryByText(missing)).toBeNull();
  const missingInPlacesOf = Date.parse("2025-05-12T10:00:00+05:30");
  show("open", true, { missingInPlacesOf, hasRegisteredPlace: true });
  screen.getByText(missing);
});

test.each([
  ["open", "Discord"],
  ["live", "Write to the organisers"],
  ["over", "See the projects"],
] as const)("while the phase is %s, the first link is %s", (phase, first) => {
  show(phase);
  expect(quickLinks()[0]).toContain(first);
});

test("a judge or mentor has no steps", () => {
  show("open", false);
  expect(screen.queryByText("Registration progress")).toBeNull();
});
