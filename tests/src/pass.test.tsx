import { expect, test, vi } from "vitest";
import type { Pass } from "#convex/checkIns/shared/checkIns";
import { useWakeLock } from "../../src/lib/use-wake-lock";
import { Component as PassPage } from "../../src/routes/pass/route";
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
