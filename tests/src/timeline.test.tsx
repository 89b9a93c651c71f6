import { beforeEach, describe, expect, test, vi } from "vitest";
import type { Id } from "#convex/_generated/dataModel";
import {
  windowAt,
  windows,
  type RecentChanges,
  type Settings,
} from "#convex/settings/shared";
import { indianClock, indianTime } from "#convex/platform/shared/indianTime";
import { event } from "../../src/content/event";
import { indianInput } from "../../src/routes/organiser/frame/indian-time";
import { PhaseChoice } from "../../src/routes/organiser/settings/phase-choice";
import { offersOf } from "../../src/routes/organiser/settings/phase-offers";
import {
  stateInWords,
  type States,
} from "../../src/routes/organiser/settings/states";
import { Timeline } from "../../src/routes/organiser/settings/timeline";
import { answered } from "./answered";
import { answer, calls, expectCalls } from "./deployment";
import { act, button, click, field, fill, open, screen } from "./rendering";
import { tick, within } from "./rendering";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** 9:30 AM on the first day. */
const START = Date.UTC(2025, 5, 28, 4, 0);
const END = START + event.hours * HOUR;

/** What the deployment's clock says. The device's is long past all of it. */
let now = START;
beforeEach(() => {
  vi.stubGlobal("fetch", async () => answered(now));
  const people = { registered: 31, inTeams: 19 };
  const overview = { ...people, teams: 8, notHandedIn: 5 };
  answer({ "organiser:overview": overview });
});

/** What organisers have done last. */
const NOTHING: RecentChanges = { changes: [], last: null, setBy: {} };
const change = (_id: string, by: string, at: number, back: Partial<Settings>) =>
  ({ _id, at, by, names: Object.keys(back).slice(0, 1), back }) as never;
const END_MOVED = change("c2", "Asha", START, { endsAt: END });
const last = "c2" as Id<"settingsChanges">;

const asShipped: Settings = {
  teamChangesOpen: true,
  submissionsOpen: true,
  registrationLinkShown: true,
  bannerShown: true,
  phase: "open",
};
const submissions = { submissionsOpenAt: START, submissionsCloseAt: END };
const running = {
  ...submissions,
  startsAt: START,
  endsAt: END,
  teamChangesOpen: false,
};

const statesAt = (settings: Settings, nowMs: number): States => ({
  teamChanges: windowAt(windows.teamChanges(settings), nowMs),
  submissions: windowAt(windows.submissions(settings), nowMs),
});

/** The change, and what the page showed. */
const expectChange = async (wanted: object, seen: object) =>
  expectCalls([
    "settings:change",
    { ...wanted, seen: { ...asShipped, ...seen } },
  ]);

describe("the line", () => {
  const line = (times: Partial<Settings>, nowMs: number, recent = NOTHING) => (
    <Timeline
      settings={{ ...asShipped, ...times }}
      nowMs={nowMs}
      recent={recent}
    />
  );

  test("holds all times in their order, and now between them", () => {
    const times = { startsAt: START, submissionsCloseAt: END };
    open(line(times, START + HOUR));
    const points = screen
      .getAllByRole("listitem")
      .map((it) => it.querySelector("p")?.textContent ?? it.textContent);
    expect(points.map((text) => text.split(" (")[0])).toEqual([
      "Team changes close Not set",
      "The event starts 28 June 2025, 9:30 AM IST",
      "Submissions open Not set",
      "Now: 28 June 2025, 10:30 AM IST",
      `Submissions close ${indianTime(END)}`,
      "The event ends Not set",
    ]);
  });

  test.each([
    ["20 minutes before the closing time", -20 * MINUTE, 30 * MINUTE],
    ["half an hour after it", 30 * MINUTE, 60 * MINUTE],
    ["within a minute, up to the whole minute", 20 * MINUTE + 1, 51 * MINUTE],
  ])("gives everyone 30 minutes more, %s", async (_, after, until) => {
    now = END + after;
    open(line(submissions, now));
    click(/^30 minutes more/);
    await expectChange({ submissionsCloseAt: END + until }, submissions);
  });

  test("moves the end of an event that ends with its submissions", async () => {
    now = END - HOUR;
    const times = { startsAt: START, endsAt: END, submissionsCloseAt: END };
    open(line(times, now));
    click(/^30 minutes more/);
    const later = END + 30 * MINUTE;
    await expectChange({ submissionsCloseAt: later, endsAt: later }, times);
  });

  test("names the time that 30 minutes more lead to, and rests when somebody has just given them", () => {
    vi.useFakeTimers();
    now = END - HOUR;
    const { show } = open(line(submissions, now));
    const more = (until: string) => button(`30 minutes more: until ${until}`);
    const rests = (until: string) => more(until).hasAttribute("aria-disabled");
    expect(rests(indianClock(END + 30 * MINUTE))).toBe(false);
    const submissionsCloseAt = END + 30 * MINUTE;
    show(line({ ...submissions, submissionsCloseAt }, now));
    click(new RegExp(`until ${indianClock(END + 60 * MINUTE)}$`));
    expect(calls).toEqual([]);
    act(() => void vi.advanceTimersByTime(5_000));
    expect(rests(indianClock(END + 60 * MINUTE))).toBe(false);
  });

  test("offers the way back from the last change where it was made", async () => {
    const recent = { changes: [END_MOVED], last, setBy: { endsAt: "Asha" } };
    const times = { startsAt: START, endsAt: START + HOUR };
    open(line(times, START + MINUTE, recent));
    const changed = screen.getByText(
      "Asha changed this on 28 June 2025, 9:30 AM IST: End of the event.",
    );
    expect(changed.closest("li")?.textContent).toMatch(/^The event ends/);
    click("As it was before 9:30 AM");
    screen.getByText(`End of the event: ${indianTime(END)}`);
    screen.getByText("31 people and the hall see another end of the clock.");
    click("Set it again");
    await expectCalls(["settings:takeBack", { changeId: "c2", seen: "c2" }]);
  });

  test("starts the event by hand, for its hours", async () => {
    open(line({}, START));
    click("Start now");
    await expectChange({ startsAt: "now", endsAt: END }, {});
  });

  test("asks before a time that closes something at once, and not before others", async () => {
    open(line(submissions, START + HOUR));
    click("Edit: Submissions close");
    const name = "Submissions close";
    const form = within(screen.getByRole("form", { name }));
    const time = field(/^Date and/, form);
    expect(document.activeElement).toBe(time);
    expect(time.value).toBe(indianInput(END));
    fill(/^Date and/, "2025-06-28T10:00", form);
    click("Set the time");
    await screen.findByText(/^Nobody can write or hand in any more. 5 of 8/);
    expect(calls).toEqual([]);
    click("Cancel", within(screen.getByRole("dialog")));
    fill(/^Date and/, indianInput(END + 30 * MINUTE), form);
    click("Set the time");
    const submissionsCloseAt = END + 30 * MINUTE;
    await expectChange({ submissionsCloseAt }, submissions);
    const edit = { name: "Edit: Submissions close" };
    const again = await screen.findByRole("button", edit);
    expect(document.activeElement).toBe(again);
  });
});

test("the states say what the times and the switches make of them", () => {
  const words = (settings: Partial<Settings>, at = START + HOUR) => {
    const all = { ...asShipped, ...settings };
    const states = statesAt(all, at);
    return [
      stateInWords("teamChanges", states, all.teamChangesOpen),
      stateInWords("submissions", states, all.submissionsOpen),
    ];
  };
  expect(words({})).toEqual([
    "Open, without a closing time.",
    "No opening time is set, so teams cannot start yet.",
  ]);
  const times = { ...submissions, teamChangesCloseAt: START };
  expect(words(times, START - HOUR)).toEqual([
    "Open until 28 June 2025, 9:30 AM IST.",
    "Not open before 28 June 2025, 9:30 AM IST.",
  ]);
  expect(words(times)).toEqual([
    "Closed since 28 June 2025, 9:30 AM IST.",
    `Open until ${indianTime(END)}.`,
  ]);
  const byHand = words({ ...times, submissionsOpen: false });
  expect(byHand[1]).toBe("Closed by hand.");
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

  test("to live offers to start, to open submissions and to close team changes", () => {
    const until = `until ${indianTime(END)}`;
    expect(offers("live", {})).toEqual([
      {
        label: `Start the clock now, ${until}`,
        change: { startsAt: "now", endsAt: END },
      },
      {
        label: `Open submissions now, ${until}`,
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
    expect(offers("over", running, START + HOUR)).toEqual([
      { label: "Close submissions", change: { submissionsCloseAt: "now" } },
      { label: "End the clock now", change: { endsAt: "now" } },
    ]);
  });

  const choose = (
    phase: string,
    given: Partial<Settings>,
    { at = START, recent = NOTHING } = {},
  ) => {
    const settings = { ...asShipped, ...given };
    const states = statesAt(settings, at);
    open(<PhaseChoice {...{ settings, states, recent }} nowMs={at} />);
    click(phase);
  };

  test("is one change with what is ticked, and says in figures what people see", async () => {
    choose("Live now", {});
    screen.getByText("31 people and every visitor read it.");
    screen.getByText(
      "Nothing changes in 8 teams any more, and 12 people without a team can join none.",
    );
    tick(/^Open submissions/);
    click(/^Set it to/);
    const times = { startsAt: "now", endsAt: END };
    await expectChange({ phase: "live", teamChangesOpen: false, ...times }, {});
  });

  test("to over ends nothing that somebody has set for later, and says by how much it would", async () => {
    const settings = { ...running, phase: "live" } as const;
    const recent = { ...NOTHING, setBy: { endsAt: "Asha" } };
    choose("Over", settings, { at: END - 10.2 * HOUR, recent });
    screen.getByText(
      "31 people and the hall see the clock end. The event ends 10 h 12 min before the time that Asha set.",
    );
    expect(field(/^Close submissions/).checked).toBe(false);
    expect(field(/^End the clock/).checked).toBe(false);
    click(/^Set it to/);
    await expectChange({ phase: "over" }, settings);
  });

  test("to live keeps the times that are set for later", () => {
    choose("Live now", { startsAt: END, endsAt: END + HOUR });
    expect(field(/^Start the clock/).checked).toBe(false);
    expect(field(/^Close team changes/).checked).toBe(true);
  });

  test("offers first to set all again as it was in that phase", async () => {
    const back = { phase: "live", ...running } as const;
    const phaseMoved = change("c1", "Ravi", START - HOUR, back);
    const recent = { changes: [END_MOVED, phaseMoved], last, setBy: {} };
    choose("Live now", { phase: "over", endsAt: START }, { recent });
    const dialog = within(screen.getByRole("dialog"));
    dialog.getByText(`End of the event: ${indianTime(END)}`);
    const label = "As it was before 8:30 AM";
    const labels = dialog.getAllByRole("button").map((it) => it.textContent);
    expect(labels).toEqual(["Cancel", label, "Set it to “Live now”"]);
    // They are folded away.
    for (const box of dialog.getAllByRole<HTMLInputElement>("checkbox"))
      expect(box.checked).toBe(false);
    click(label, dialog);
    await expectCalls(["settings:takeBack", { changeId: "c1", seen: "c2" }]);
  });
});
