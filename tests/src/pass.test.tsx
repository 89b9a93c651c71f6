import { describe, expect, test, vi } from "vitest";
import type { Pass } from "#convex/checkIns/shared/checkIns";
import { TRACKS } from "#edition/tracks";
import { awardTitle } from "../../src/content/award-words";
import { event } from "../../src/content/event";
import { formatDateLine } from "../../src/lib/time/format-date";
import { useWakeLock } from "../../src/lib/use-wake-lock";
import { Component as PassPage } from "../../src/routes/pass/route";
vi.mock("../../src/layouts/page-words", () => ({ usePageWords: () => {} }));
import { answer, settings } from "./deployment";
import { act, render } from "./rendering";

const pass: Pass = {
  text: "HA1.ASHA1.00",
  name: "Asha Rao",
  college: "IIT Delhi",
  teamName: "Byte Force",
  checkedInAt: null,
};

test.each([
  [
    "before check-in opens, it is there to be kept",
    { ...settings({ checkInOpen: false }), "checkIns:pass": pass },
    "Check-in has not opened yet. Keep your pass",
  ],
  [
    "judges and mentors need none",
    { ...settings({ checkInOpen: true }), "checkIns:pass": null },
    "Judges and mentors are not checked in",
  ],
])("%s", (_, answers, words) => {
  answer(answers);
  expect(render(<PassPage />).container.textContent).toContain(words);
});

describe("once the event is over it is a certificate", () => {
  const project = {
    _id: "radar",
    name: "Radar, renamed",
    status: "handed_in",
    hidesNames: false,
  };
  const of = (award: string, projectId: string, isTied = false) => ({
    award,
    projectId,
    projectName: "Radar",
    isTied,
  });
  const awards = [
    of("first-place", "radar", true),
    of("second-place", "another"),
    of(TRACKS[0], "radar"),
  ];
  const text = (
    own: object | null,
    results: object | null,
    of: object = {},
  ) => {
    answer({
      ...settings({ phase: "over" }),
      "checkIns:pass": { ...pass, ...of },
      "projects:workbench": own,
      "judging:published": results,
    });
    return render(<PassPage />).container.textContent;
  };

  test("that tells of no result before they are published", () => {
    expect(text(project, null)).toContain(
      "Asha RaoByte ForceTook partWith Radar, renamed",
    );
  });

  test("that has the prizes of one's own project then", () => {
    expect(text(project, { awards })).toContain(
      `Asha RaoByte Force1st place, shared${awardTitle(TRACKS[0])}With Radar${event.edition}, ${formatDateLine(event.firstDay, event.lastDay)}`,
    );
  });

  test("without the name of a team that hides its names", () => {
    const hiding = { ...project, hidesNames: true };
    expect(text(hiding, null)).toContain("Asha RaoTook part");
  });

  test.each([
    ["arrived", { checkedInAt: 1 }, null, "Took part"],
    ["only has a draft", {}, { ...project, status: "draft" }, "No certificate"],
    ["never came", {}, null, "No certificate"],
  ])("for who %s", (_, changes, own, words) => {
    const shown = text(own, { awards }, changes);
    expect(shown).toContain(words);
    expect(shown).not.toContain("Radar");
  });
});

test("the screen stays on, also after the page was hidden, until it is left", async () => {
  const release = vi.fn(async () => {});
  const request = vi.fn(async () => ({ release }));
  const value = { request };
  Object.defineProperty(navigator, "wakeLock", { configurable: true, value });
  function Page() {
    useWakeLock();
    return null;
  }
  const { unmount } = render(<Page />);
  await act(async () => document.dispatchEvent(new Event("visibilitychange")));
  expect(request).toHaveBeenCalledTimes(2);
  unmount();
  expect(release).toHaveBeenCalled();
});
