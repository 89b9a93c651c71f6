import { beforeEach, describe, expect, test, vi } from "vitest";
import { windowAt, windows, type Settings } from "#convex/shared/settings";
import { PhaseChoice } from "../../src/routes/organiser/settings/phase-choice";
import { offersOf } from "../../src/routes/organiser/settings/phase-offers";
import {
  stateInWords,
  type States,
} from "../../src/routes/organiser/settings/states";
import { TimeLine } from "../../src/routes/organiser/settings/time-line";
import { fireEvent, render, screen, within } from "./rendering";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** 9:30 AM on the first day. */
const START = Date.UTC(2025, 5, 28, 4, 0);
const END = START + 36 * HOUR;

/** What the deployment's clock says. The device's is long past all of it. */
let now = START;
const change = vi.fn<(wanted: object) => Promise<void>>(async () => {});
vi.mock("convex/react", () => ({ useMutation: () => change }));
vi.mock("../../src/features/clock/deployment-clock", () => ({
  askDeploymentTime: async () => now,
}));
beforeEach(() => change.mockClear());

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

const expectChange = async (wanted: object) => {
  await expect.poll(() => change).toHaveBeenCalledWith(wanted);
};

/** The points of the line, without their buttons. */
const points = () =>
  screen
    .getAllByRole("listitem")
    .map((item) => item.querySelector("p")?.textContent ?? item.textContent);

describe("the line", () => {
  test("holds all times in their order, and now between them", () => {
    render(
      <TimeLine
        settings={{ ...asShipped, startsAt: START, submissionsCloseAt: END }}
        nowMs={START + HOUR}
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
    render(<TimeLine settings={{ ...asShipped, ...times }} nowMs={now} />);
    press("30 minutes more");
    await expectChange({ submissionsCloseAt: END + until });
  });

  test("moves the end of an event that ends with its submissions", async () => {
    now = END - HOUR;
    const times = { startsAt: START, endsAt: END, submissionsCloseAt: END };
    render(<TimeLine settings={{ ...asShipped, ...times }} nowMs={now} />);
    press("30 minutes more");
    const later = END + 30 * MINUTE;
    await expectChange({ submissionsCloseAt: later, endsAt: later });
  });

  test("starts the event by hand, for its hours", async () => {
    render(<TimeLine settings={asShipped} nowMs={START} />);
    press("Start now");
    await expectChange({ startsAt: "now", endsAt: END });
  });

  test("asks before a time that closes something at once, and not before others", async () => {
    const times = { submissionsOpenAt: START, submissionsCloseAt: END };
    render(
      <TimeLine settings={{ ...asShipped, ...times }} nowMs={START + HOUR} />,
    );
    press("Edit: Submissions close");
    const form = screen.getByRole("form", { name: "Submissions close" });
    const field = within(form).getByLabelText<HTMLInputElement>(/^Date and/);
    expect(document.activeElement).toBe(field);
    expect(field.value).toBe("2025-06-29T21:30");
    fireEvent.change(field, { target: { value: "2025-06-28T10:00" } });
    press("Set the time");
    await screen.findByText(/nobody can write or hand in any more/);
    expect(change).not.toHaveBeenCalled();
    const question = within(screen.getByRole("dialog"));
    fireEvent.click(question.getByRole("button", { name: "Cancel" }));
    fireEvent.change(field, { target: { value: "2025-06-29T22:00" } });
    press("Set the time");
    await expectChange({ submissionsCloseAt: END + 30 * MINUTE });
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
          submissionsOpenAt: START,
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
      { label: "Close submissions", change: { submissionsCloseAt: at } },
      { label: "End the clock now", change: { endsAt: at } },
    ]);
  });

  test("is one change with what is ticked", async () => {
    render(
      <PhaseChoice
        settings={asShipped}
        states={statesAt(asShipped, START)}
        nowMs={START}
      />,
    );
    press("Live now");
    fireEvent.click(
      screen.getByRole("checkbox", { name: /^Open submissions/ }),
    );
    press(/^Set it to/);
    const live = { phase: "live", teamChangesOpen: false } as const;
    await expectChange({ ...live, startsAt: "now", endsAt: END });
    expect(change).toHaveBeenCalledTimes(1);
  });
});
