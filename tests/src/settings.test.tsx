import { readFileSync } from "node:fs";
import { runInThisContext } from "node:vm";
import { MemoryRouter } from "react-router-dom";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { TeamChoices } from "../../src/features/team/team-choices";
import { applySettings } from "../../src/lib/settings/hidden-parts";
import { readSettings } from "../../src/lib/settings/read-settings";
import { Submissions } from "../../src/routes/dashboard/submissions";
import { fireEvent, render, screen } from "./rendering";

vi.mock("convex/react", () => ({ useMutation: () => create }));
const create = vi.fn<() => Promise<void>>(async () => {});

const shown = {
  registrationLinkShown: true,
  bannerShown: true,
  phase: "open",
} as const;
const phaseHere = () => document.documentElement.dataset.phase;
const hiddenHere = () => document.documentElement.dataset.hidden;
const remembered = () => localStorage.getItem("hiddenParts");

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  create.mockClear();
  delete document.documentElement.dataset.hidden;
  delete document.documentElement.dataset.phase;
});

describe("what organisers hide", () => {
  test.each([
    [shown, undefined],
    [{ ...shown, registrationLinkShown: false }, "registration"],
    [{ ...shown, bannerShown: false }, "banner"],
    [
      { ...shown, registrationLinkShown: false, bannerShown: false },
      "registration banner",
    ],
    [{ ...shown, phase: "closed" as const }, "registration"],
    [{ ...shown, phase: "live" as const }, "registration banner"],
    [{ ...shown, phase: "over" as const }, "registration banner"],
  ])("by %j is marked as %j and remembered", (settings, parts) => {
    document.documentElement.dataset.hidden = "something else";
    applySettings(settings);
    expect(hiddenHere()).toBe(parts);
    expect(remembered()).toBe(parts ?? null);
    const phase = settings.phase === "open" ? undefined : settings.phase;
    expect(phaseHere()).toBe(phase);
    expect(localStorage.getItem("eventPhase")).toBe(phase ?? null);
  });

  test("is marked on the next page before it is painted", () => {
    applySettings({ ...shown, phase: "over" });
    delete document.documentElement.dataset.hidden;
    delete document.documentElement.dataset.phase;
    runInThisContext(readFileSync("public/first-paint.js", "utf8"));
    expect(hiddenHere()).toBe("registration banner");
    expect(phaseHere()).toBe("over");
  });

  test("is still hidden where nothing can be remembered", () => {
    vi.stubGlobal("localStorage", undefined);
    applySettings({ ...shown, bannerShown: false });
    expect(hiddenHere()).toBe("banner");
  });
});

describe("a visitor's page", () => {
  const deploymentSays = (body: unknown) =>
    vi.stubGlobal("fetch", async () => Response.json(body));

  const ask = () => readSettings(new AbortController().signal);

  test.each([
    { status: "error", errorMessage: "Server Error" },
    { status: "success" },
    { status: "success", value: null },
    "no deployment",
    null,
  ])("stays as it is when it hears %j", async (body) => {
    applySettings({ ...shown, bannerShown: false });
    deploymentSays(body);
    await ask();
    expect(hiddenHere()).toBe("banner");
  });

  test("takes no answer when it has been told not to wait", async () => {
    const reading = new AbortController();
    deploymentSays({ status: "success", value: { bannerShown: false } });
    const done = readSettings(reading.signal);
    reading.abort();
    await done;
    expect(hiddenHere()).toBeUndefined();
  });
});

describe("the two ways into a team", () => {
  const choices = (isOpen: boolean) => (
    <MemoryRouter>
      <TeamChoices isOpen={isOpen} />
    </MemoryRouter>
  );
  const sentence =
    "Team changes are closed. If your team has to change, request it on the team page.";

  test("are not offered to who comes while they are closed", () => {
    render(choices(false));
    screen.getByText(sentence);
    expect(screen.queryByRole("form")).toBeNull();
    expect(
      screen
        .getByRole("link", { name: "Open the team page" })
        .getAttribute("href"),
    ).toBe("/team");
  });

  test("keep what was typed while they are closed, and send nothing", () => {
    const { rerender } = render(choices(true));
    expect(screen.queryByText(sentence)).toBeNull();
    const field = screen.getByLabelText<HTMLInputElement>("Team name");
    fireEvent.change(field, { target: { value: "Night Owls" } });
    rerender(choices(false));
    const send = screen.getByRole("button", { name: "Create Team" });
    expect(send.getAttribute("aria-disabled")).toBe("true");
    const reason = send.getAttribute("aria-describedby") ?? "";
    expect(document.getElementById(reason)?.textContent).toBe(sentence);
    fireEvent.click(send);
    expect(create).not.toHaveBeenCalled();
    rerender(choices(true));
    expect(screen.getByLabelText("Team name")).toBe(field);
    expect(field.value).toBe("Night Owls");
    fireEvent.click(send);
    expect(create).toHaveBeenCalledOnce();
  });

  test("closing is said politely", () => {
    const { rerender } = render(choices(true));
    const region = document.querySelector("[aria-live=polite]:empty");
    rerender(choices(false));
    expect(region?.textContent).toContain(sentence);
  });
});

const SOON = "Submissions open on June 28, 2025.";
const CLOSED =
  "Projects are no longer accepted. Write to the organisers if yours is missing.";
test.each([
  ["2025-06-28", true, "No submissions yet", SOON],
  ["2025-07-30", true, "No submissions yet", SOON],
  ["2025-06-29", false, "Submissions are closed", CLOSED],
])(
  "on %s with submissions open %j the tab says %j",
  (day, isOpen, title, words) => {
    vi.useFakeTimers({ now: new Date(`${day}T12:00:00+05:30`) });
    render(
      <MemoryRouter>
        <Submissions isOpen={isOpen} />
      </MemoryRouter>,
    );
    expect(screen.getByRole("heading", { name: title })).toBeDefined();
    expect(screen.getByText(words)).toBeDefined();
  },
);
