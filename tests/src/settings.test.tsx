import { readFileSync } from "node:fs";
import { runInThisContext } from "node:vm";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { event } from "../../src/content/event";
import { formatMonthFirst } from "../../src/lib/time/format-time";
import { applySettings } from "../../src/lib/settings/hidden-parts";
import { readSettings } from "../../src/lib/settings/read-settings";
import { TeamTab } from "../../src/routes/dashboard/team-tab";
import { Submissions } from "../../src/routes/dashboard/submissions";
import { answer, calls, settings } from "./deployment";
import { button, click, field, fill, open, screen } from "./rendering";

const shown = {
  registrationLinkShown: true,
  bannerShown: true,
  phase: "open",
} as const;
const { dataset } = document.documentElement;
const forget = () => {
  delete dataset.hidden;
  delete dataset.phase;
};
beforeEach(forget);

describe("what organisers hide", () => {
  const noLink = { ...shown, registrationLinkShown: false };
  test.each([
    [shown, undefined],
    [noLink, "registration"],
    [{ ...shown, bannerShown: false }, "banner"],
    [{ ...noLink, bannerShown: false }, "registration banner"],
    [{ ...shown, phase: "closed" as const }, "registration"],
    [{ ...shown, phase: "live" as const }, "registration banner"],
    [{ ...shown, phase: "over" as const }, "registration banner"],
  ])("by %j is marked as %j and remembered", (settings, parts) => {
    dataset.hidden = "something else";
    applySettings(settings);
    expect(dataset.hidden).toBe(parts);
    expect(localStorage.getItem("hiddenParts")).toBe(parts ?? null);
    const phase = settings.phase === "open" ? undefined : settings.phase;
    expect(dataset.phase).toBe(phase);
    expect(localStorage.getItem("eventPhase")).toBe(phase ?? null);
  });

  test("is marked on the next page before it is painted", () => {
    applySettings({ ...shown, phase: "over" });
    forget();
    runInThisContext(readFileSync("public/first-paint.js", "utf8"));
    expect(dataset.hidden).toBe("registration banner");
    expect(dataset.phase).toBe("over");
  });

  test("is still hidden where nothing can be remembered", () => {
    vi.stubGlobal("localStorage", undefined);
    applySettings({ ...shown, bannerShown: false });
    expect(dataset.hidden).toBe("banner");
  });
});

describe("a visitor's page", () => {
  const deploymentSays = (body: unknown) =>
    vi.stubGlobal("fetch", async () => Response.json(body));

  test.each([
    { status: "error", errorMessage: "Server Error" },
    { status: "success" },
    { status: "success", value: null },
    "no deployment",
    null,
  ])("stays as it is when it hears %j", async (body) => {
    applySettings({ ...shown, bannerShown: false });
    deploymentSays(body);
    await readSettings(new AbortController().signal);
    expect(dataset.hidden).toBe("banner");
  });

  test("takes no answer when it has been told not to wait", async () => {
    const reading = new AbortController();
    deploymentSays({ status: "success", value: { bannerShown: false } });
    const done = readSettings(reading.signal);
    reading.abort();
    await done;
    expect(dataset.hidden).toBeUndefined();
  });
});

describe("the two ways into a team", () => {
  const sentence = "You are in no team. The organisers can still place you.";
  const tab = <TeamTab team={null} selfId="asha" areChangesOpen />;
  const setOpen = (teamChangesOpen: boolean) =>
    answer(settings({ teamChangesOpen }));

  test("are not offered to who comes while they are closed", () => {
    setOpen(false);
    open(tab);
    screen.getByText(sentence);
    expect(screen.queryByRole("form")).toBeNull();
    const way = screen.getByRole("link", { name: "Write to the organisers" });
    expect(way.getAttribute("href")).toBe("/contact");
  });

  test("keep what was typed while they are closed, and send nothing", () => {
    open(tab);
    expect(screen.queryByText(sentence)).toBeNull();
    fill("Team name", "Night Owls");
    const typed = field("Team name");
    setOpen(false);
    const send = button("Create Team");
    expect(send.getAttribute("aria-disabled")).toBe("true");
    const reason = send.getAttribute("aria-describedby") ?? "";
    expect(document.getElementById(reason)?.textContent).toBe(sentence);
    click("Create Team");
    expect(calls).toEqual([]);
    setOpen(true);
    expect(field("Team name")).toBe(typed);
    expect(typed.value).toBe("Night Owls");
    click("Create Team");
    expect(calls).toHaveLength(1);
  });

  test("closing is said politely", () => {
    open(tab);
    const region = document.querySelector("[aria-live=polite]:empty");
    setOpen(false);
    expect(region?.textContent).toContain(sentence);
  });
});

const SOON = `Submissions open on ${formatMonthFirst(event.firstDay)}.`;
const CLOSED =
  "Projects are no longer accepted. Write to the organisers if yours is missing.";
test.each([
  [event.firstDay, true, "No submissions yet", SOON],
  [event.lastDay, true, "No submissions yet", SOON],
  [event.lastDay, false, "Submissions are closed", CLOSED],
])(
  "on %s with submissions open %j the tab says %j",
  (day, isOpen, title, words) => {
    vi.useFakeTimers({ now: Date.parse(day) + 12 * 60 * 60 * 1000 });
    open(<Submissions isOpen={isOpen} />);
    expect(screen.getByRole("heading", { name: title })).toBeDefined();
    expect(screen.getByText(words)).toBeDefined();
  },
);
