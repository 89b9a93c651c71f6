import { beforeEach, expect, test, vi } from "vitest";
import type { Pass } from "#convex/checkIns/shared/checkIns";
import { useWakeLock } from "../../src/lib/use-wake-lock";
import { Component as PassPage } from "../../src/routes/pass/route";
import { act, render } from "./rendering";

const pass: Pass = {
  text: "HA1.ASHA1.00",
  name: "Asha Rao",
  college: "IIT Delhi",
  teamName: "Byte Force",
  checkedInAt: null,
};

const known = vi.hoisted(() => ({
  pass: null as unknown,
  checkInOpen: true,
}));
vi.mock("../../src/lib/settings/live-settings", () => ({
  useSettings: () => ({ checkInOpen: known.checkInOpen }),
}));
vi.mock("../../src/lib/connection/kept-answers", () => ({
  useKeptLive: () => ({ status: "success", data: known.pass, keptAt: null }),
}));

beforeEach(() => {
  Object.assign(known, { pass, checkInOpen: true });
});

const text = () => render(<PassPage />).container.textContent ?? "";

test("before check-in opens, it is there to be kept", () => {
  known.checkInOpen = false;
  expect(text()).toContain("Check-in has not opened yet. Keep your pass");
});

test("judges and mentors need none", () => {
  known.pass = null;
  expect(text()).toContain("Judges and mentors are not checked in");
});

test("the screen stays on, also after the page was hidden, until it is left", async () => {
  const release = vi.fn<() => Promise<void>>(async () => {});
  const request = vi.fn<() => Promise<{ release: () => Promise<void> }>>(
    async () => ({ release }),
  );
  Object.defineProperty(navigator, "wakeLock", {
    configurable: true,
    value: { request },
  });
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
