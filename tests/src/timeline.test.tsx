import { beforeEach, describe, expect, test, vi } from "vitest";
import type { Id } from "#convex/_generated/dataModel";
import {
  windowAt,
  windows,
  type RecentChanges,
  type Settings,
} from "#convex/settings/shared";
import { PhaseChoice } from "../../src/routes/organiser/settings/phase-choice";
import { offersOf } from "../../src/routes/organiser/settings/phase-offers";
import {
  stateInWords,
  type States,
} from "../../src/routes/organiser/settings/states";
import { Timeline } from "../../src/routes/organiser/settings/timeline";
import { calls, resetDeployment } from "./deployment";
import { act, fireEvent, render, screen, within } from "./rendering";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** 9:30 AM on the first day. */
const START = Date.UTC(2025, 5, 28, 4, 0);
const END = START + 36 * HOUR;

/** What the deployment's clock says. The device's is long past all of it. */
let now = START;
vi.mock("convex/react", async () =>
  (await import("./deployment")).convexReact(),
);
vi.mock("../../src/features/clock/deployment-clock", () => ({
  askDeploymentTime: async () => now,
}));
beforeEach(() =>
  resetDeployment({
    "organiser:overview": {
      registered: 240,
      inTeams: 228,
      teams: 60,
      notHandedIn: 23,
    },
  }),
);

/** What organisers have done last. */
const NOTHING: RecentChanges = { changes: [], last: null, setBy: {} };
const idOf = (text: string) => text as Id<"settingsChanges">;

const asShipped: Settings = {
  teamChangesOpen: true,
  submissionsOpen: true,
  registrationLinkShown: true,
  bannerShown: true,
  phase: "open",
};

const statesAt = (settings: Settings, nowMs: number): States => ({
  teamChanges: windowAt(windows.teamChanges(settings), nowMs),
  submissions: windowAt(windows.submissions(settings), nowMs),
});

const press = (name: string | RegExp) =>
  fireEvent.click(screen.getByRole("button", { name }));

const expectCall = async (name: string, args: object) => {
  await expect.poll(() => calls).toEqual([[name, args]]);
};
/** The change, and what the page showed. */
const expectChange = async (wanted: object, seen: object) =>
  expectCall("settings:change", { ...wanted, seen });

/** The points of the line, without their buttons. */
const points = () =>
  screen
    .getAllByRole("listitem")
    .map((item) => item.querySelector("p")?.textContent ?? item.textContent);

describe("the line", () => {
  test("holds all times in their order, and now between them", () => {
    render(
      <Timeline
        settings={{ ...asShipped, startsAt: START, submissionsCloseAt: END }}
        nowMs={START + HOUR}
        recent={NOTHING}
      />,
    );
    expect(points().map((text) => text?.split(" (")[0])).toEqual([
      "Team changes close Not set",
      "The event starts 28 June 2025, 9:30 AM IST",
      "Submissions open Not set",
      "Now: 28 June 2025, 10:30 AM IST",
      "Submissions close 29 June 2025, 9:30 PM IST",
      "The event ends Not set",
    ]);
  });

  test.each([
    ["20 minutes before the closing time", -20 * MINUTE, 30 * MINUTE],
    ["half an hour after it", 30 * MINUTE, 60 * MINUTE],
    ["within a minute, up to the whole minute", 20 * MINUTE + 1, 51 * MINUTE],
  ])("gives everyone 30 minutes more, %s", async (_, after, until) => {
    now = END + after;
    const times = { submissionsOpenAt: START, submissionsCloseAt: END };
    render(
      <Timeline
        settings={{ ...asShipped, ...times }}
        nowMs={now}
        recent={NOTHING}
      />,
    );
    press(/^30 minutes more/);
    await expectChange(
      { submissionsCloseAt: END + until },
      { ...asShipped, ...times },
    );
  });

  test("moves the end of an event that ends with its submissions", async () => {
    now = END - HOUR;
    const times = { startsAt: START, endsAt: END, submissionsCloseAt: END };
    render(
      <Timeline
        settings={{ ...asShipped, ...times }}
        nowMs={now}
        recent={NOTHING}
      />,
    );
    press(/^30 minutes more/);
    const later = END + 30 * MINUTE;
    await expectChange(
      { submissionsCloseAt: later, endsAt: later },
      { ...asShipped, ...times },
    );
  });

  test("names the time that 30 minutes more lead to, and rests when somebody has just given them", () => {
    vi.useFakeTimers();
    now = END - HOUR;
    const line = (submissionsCloseAt: number) => (
      <Timeline
        settings={{
          ...asShipped,
          submissionsOpenAt: START,
          submissionsCloseAt,
        }}
        nowMs={now}
        recent={NOTHING}
      />
    );
    const { rerender } = render(line(END));
    const button = (until: string) =>
      screen.getByRole("button", { name: `30 minutes more: until ${until}` });
    expect(button("10:00 PM").hasAttribute("aria-disabled")).toBe(false);
    rerender(line(END + 30 * MINUTE));
    fireEvent.click(button("10:30 PM"));
    expect(calls).toEqual([]);
    act(() => void vi.advanceTimersByTime(5_000));
    expect(button("10:30 PM").hasAttribute("aria-disabled")).toBe(false);
  });

  test("offers the way back from the last change where it was made", async () => {
    const recent = {
      changes: [
        {
          _id: idOf("c2"),
          at: START,
          by: "Asha",
          names: ["endsAt" as const],
          back: { endsAt: END },
        },
      ],
      last: idOf("c2"),
      setBy: { endsAt: "Asha" },
    };
    render(
      <Timeline
        settings={{ ...asShipped, startsAt: START, endsAt: START + HOUR }}
        nowMs={START + MINUTE}
        recent={recent}
      />,
    );
    const changed = screen.getByText(
      "Asha changed this on 28 June 2025, 9:30 AM IST: End of the event.",
    );
    expect(changed.closest("li")?.textContent).toMatch(/^The event ends/);
    press("As it was before 9:30 AM");
    screen.getByText("End of the event: 29 June 2025, 9:30 PM IST");
    screen.getByText("240 people and the hall see another end of the clock.");
    press("Set it again");
    await expectCall("settings:takeBack", { changeId: "c2", seen: "c2" });
  });

  test("starts the event by hand, for its hours", async () => {
    render(<Timeline settings={asShipped} nowMs={START} recent={NOTHING} />);
    press("Start now");
    await expectChange({ startsAt: "now", endsAt: END }, asShipped);
  });

  test("asks before a time that closes something at once, and not before others", async () => {
    const times = { submissionsOpenAt: START, submissionsCloseAt: END };
    render(
      <Timeline
        settings={{ ...asShipped, ...times }}
        nowMs={START + HOUR}
        recent={NOTHING}
      />,
    );
    press("Edit: Submissions close");
    const form = screen.getByRole("form", { name: "Submissions close" });
    const field = within(form).getByLabelText<HTMLInputElement>(/^Date and/);
    expect(document.activeElement).toBe(field);
    expect(field.value).toBe("2025-06-29T21:30");
    fireEvent.change(field, { target: { value: "2025-06-28T10:00" } });
    press("Set the time");
    await screen.findByText(/^Nobody can write or hand in any more. 23 of 60/);
    expect(calls).toEqual([]);
    const question = within(screen.getByRole("dialog"));
    fireEvent.click(question.getByRole("button", { name: "Cancel" }));
    fireEvent.change(field, { target: { value: "2025-06-29T22:00" } });
    press("Set the time");
    await expectChange(
      { submissionsCloseAt: END + 30 * MINUTE },
      { ...asShipped, ...times },
    );
    const edit = await screen.findByRole("button", {
      name: "Edit: Submissions close",
    });
    expect(document.activeElement).toBe(edit);
  });
});

describe("the states", () => {
  const words = (settings: Partial<Settings>, at = START + HOUR) => {
    const all = { ...asShipped, ...settings };
    const states = statesAt(all, at);
    return [
      stateInWords("teamChanges", states, all.teamChangesOpen),
      stateInWords("submissions", states, all.submissionsOpen),
    ];
  };

  test("say what the times and the switches make of them", () => {
    expect(words({})).toEqual([
      "Open, without a closing time.",
      "No opening time is set, so teams cannot start yet.",
    ]);
    const times = {
      teamChangesCloseAt: START,
      submissionsOpenAt: START,
      submissionsCloseAt: END,
    };
    expect(words(times, START - HOUR)).toEqual([
      "Open until 28 June 2025, 9:30 AM IST.",
      "Not open before 28 June 2025, 9:30 AM IST.",
    ]);
    expect(words(times)).toEqual([
      "Closed since 28 June 2025, 9:30 AM IST.",
      "Open until 29 June 2025, 9:30 PM IST.",
    ]);
    expect(words({ ...times, submissionsOpen: false })[1]).toBe(
      "Closed by hand.",
    );
  });
});

describe("a change of the phase", () => {
  const offers = (
    phase: Settings["phase"],
    settings: Partial<Settings>,
    at = START,
  ) => {
    const all = { ...asShipped, ...settings };
    return offersOf(phase, all, statesAt(all, at), at);
  };
  const running = {
    startsAt: START,
    endsAt: END,
    submissionsOpenAt: START,
    submissionsCloseAt: END,
    teamChangesOpen: false,
  };

  test("to live offers to start, to open submissions and to close team changes", () => {
    expect(offers("live", {})).toEqual([
      {
        label: "Start the clock now, until 29 June 2025, 9:30 PM IST",
        change: { startsAt: "now", endsAt: END },
      },
      {
        label: "Open submissions now, until 29 June 2025, 9:30 PM IST",
        change: {
          submissionsOpen: true,
          submissionsOpenAt: "now",
          submissionsCloseAt: END,
        },
      },
      { label: "Close team changes", change: { teamChangesOpen: false } },
    ]);
  });

  test("offers nothing that is so already", () => {
    expect(offers("live", running)).toEqual([]);
    expect(offers("over", {})).toEqual([]);
    expect(offers("closed", running)).toEqual([]);
  });

  test("to over offers to close submissions and to end the clock", () => {
    const at = START + HOUR;
    expect(offers("over", running, at)).toEqual([
      { label: "Close submissions", change: { submissionsCloseAt: "now" } },
      { label: "End the clock now", change: { endsAt: "now" } },
    ]);
  });

  const choose = (
    settings: Settings,
    { at = START, recent = NOTHING }: { at?: number; recent?: RecentChanges },
    phase: string,
  ) => {
    render(
      <PhaseChoice
        settings={settings}
        states={statesAt(settings, at)}
        nowMs={at}
        recent={recent}
      />,
    );
    press(phase);
  };
  const tick = (name: RegExp) =>
    screen.getByRole<HTMLInputElement>("checkbox", { name });

  test("is one change with what is ticked, and says in figures what people see", async () => {
    choose(asShipped, {}, "Live now");
    screen.getByText("240 people and every visitor read it.");
    screen.getByText(
      "Nothing changes in 60 teams any more, and 12 people without a team can join none.",
    );
    fireEvent.click(tick(/^Open submissions/));
    press(/^Set it to/);
    await expectChange(
      {
        phase: "live",
        teamChangesOpen: false,
        startsAt: "now",
        endsAt: END,
      },
      asShipped,
    );
  });

  test("to over ends nothing that somebody has set for later, and says by how much it would", async () => {
    const settings: Settings = { ...asShipped, ...running, phase: "live" };
    const recent = { ...NOTHING, setBy: { endsAt: "Asha" } };
    choose(settings, { at: END - 10.2 * HOUR, recent }, "Over");
    screen.getByText(
      "240 people and the hall see the clock end. The event ends 10 h 12 min before the time that Asha set.",
    );
    expect(tick(/^Close submissions/).checked).toBe(false);
    expect(tick(/^End the clock/).checked).toBe(false);
    press(/^Set it to/);
    await expectChange({ phase: "over" }, settings);
  });

  test("to live keeps the times that are set for later", () => {
    const settings = { ...asShipped, startsAt: END, endsAt: END + HOUR };
    choose(settings, {}, "Live now");
    expect(tick(/^Start the clock/).checked).toBe(false);
    expect(tick(/^Close team changes/).checked).toBe(true);
  });

  test("offers first to set all again as it was in that phase", async () => {
    const settings: Settings = { ...asShipped, phase: "over", endsAt: START };
    const changes = [
      {
        _id: idOf("c2"),
        at: START,
        by: "Asha",
        names: ["endsAt" as const],
        back: { endsAt: END },
      },
      {
        _id: idOf("c1"),
        at: START - HOUR,
        by: "Ravi",
        names: ["phase" as const],
        back: { ...running, phase: "live" as const },
      },
    ];
    const recent = { changes, last: idOf("c2"), setBy: {} };
    choose(settings, { recent }, "Live now");
    const dialog = within(screen.getByRole("dialog"));
    dialog.getByText("End of the event: 29 June 2025, 9:30 PM IST");
    const label = "As it was before 8:30 AM";
    const labels = dialog.getAllByRole("button").map((it) => it.textContent);
    expect(labels).toEqual(["Cancel", label, "Set it to “Live now”"]);
    // They are folded away.
    for (const box of dialog.getAllByRole<HTMLInputElement>("checkbox"))
      expect(box.checked).toBe(false);
    fireEvent.click(dialog.getByRole("button", { name: label }));
    await expectCall("settings:takeBack", { changeId: "c1", seen: "c2" });
  });
});
