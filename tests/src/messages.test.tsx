import { MemoryRouter } from "react-router-dom";
import { expect, test, vi } from "vitest";
import { Messages } from "../../src/routes/organiser/messages/messages";
import { Requests } from "../../src/routes/organiser/requests/requests";
import { answer, calls, resetDeployment, responses } from "./deployment";
import { act, fireEvent, render, screen, within } from "./rendering";

const HOUR = 3_600_000;
const NOW = Date.parse("2025-06-20T12:00:00+05:30");

vi.mock("convex/react", async () =>
  (await import("./deployment")).convexReact(),
);
vi.mock("../../src/layouts/page-words", () => ({ usePageWords: () => {} }));
vi.mock("../../src/features/clock/deployment-clock", () => ({
  useDeploymentMinute: () => NOW,
}));

const message = (subject: string, hours: number) => ({
  _id: subject,
  name: "Jai Patel",
  email: "jai.patel@example.in",
  subject,
  message: "Is there a place for a bus?",
  createdAt: new Date(NOW - hours * HOUR).toISOString(),
  handledAt: null,
  handledBy: null,
});

test("messages say how long they wait, and the focus stays among them when one goes, whoever handled it", async () => {
  let waiting = [
    message("URGENT: door", 1.6),
    message("Parking", 30.5),
    message("Food", 2.5),
  ];
  const left = (rows: typeof waiting) => {
    waiting = rows;
    return { "organiser:messages": rows };
  };
  resetDeployment(left(waiting));
  responses["organiser:markMessage"] = async () =>
    answer(left(waiting.slice(1)));
  render(
    <MemoryRouter>
      <Messages />
    </MemoryRouter>,
  );
  const late = document.querySelectorAll("[data-late]");
  expect([...late].map(({ textContent }) => textContent)).toEqual([
    "Waiting for 30 hours",
  ]);
  screen.getByText("Waiting for 2 hours");
  const hasFocus = () =>
    document.activeElement?.matches("[role=tabpanel] *") ?? false;
  const handle = (card: HTMLElement) => {
    const button = within(card).getByRole("button", { name: "Mark handled" });
    button.focus();
    return button;
  };
  handle(screen.getByRole("article", { name: "URGENT: door" }));
  answer(left(waiting.slice(1)));
  await expect.poll(hasFocus).toBe(true);
  expect(document.activeElement?.tagName).not.toBe("BUTTON");
  while (waiting.length > 0) {
    const [first] = screen.getAllByRole("article");
    await act(async () => {
      fireEvent.click(handle(first as HTMLElement));
    });
  }
  screen.getByText("No one is waiting for an answer.");
  await expect.poll(hasFocus).toBe(true);
});

test("a message that is handled by mistake waits again by one press in the same place", async () => {
  const row = message("Parking", 30);
  resetDeployment({ "organiser:messages": [row] });
  const handled = (now: boolean) => async () =>
    answer({ "organiser:messages": now ? [] : [row] });
  responses["organiser:markMessage"] = handled(true);
  render(
    <MemoryRouter>
      <Messages />
    </MemoryRouter>,
  );
  await press("Mark handled");
  screen.getByText("“Parking” is handled.");
  responses["organiser:markMessage"] = handled(false);
  await press(/^Undo: /);
  screen.getByRole("article", { name: "Parking" });
  expect(screen.queryByText("“Parking” is handled.")).toBeNull();
  expect(calls).toEqual([
    ["organiser:markMessage", { messageId: "Parking", handled: true }],
    ["organiser:markMessage", { messageId: "Parking", handled: false }],
  ]);
});

const press = (name: string | RegExp) =>
  act(async () => {
    fireEvent.click(screen.getByRole("button", { name }));
  });

test("nothing to do about reports is taken back in the same place; a card is taken down after a question", async () => {
  const reportOf = (id: string) => ({
    _id: id,
    target: "ravi",
    targetName: "Ravi",
    reporterId: id,
    reporterName: "Asha",
    openOfReporter: 1,
    reason: "Rude",
    said: "",
    isTeam: false,
    sentAt: NOW,
    settledAt: null,
  });
  const open = (...ids: string[]) => ({
    "listings:reports": {
      open: ids.map(reportOf),
      more: 0,
      isComplete: true,
      settled: [],
    },
    "changeRequests:list": [],
  });
  resetDeployment(open("a", "b"));
  responses["listings:settleReports"] = async () => answer(open());
  responses["listings:reopenReports"] = async () => answer(open("a", "b"));
  render(
    <MemoryRouter>
      <Requests />
    </MemoryRouter>,
  );
  await press("Nothing to do");
  screen.getByText("Nothing to do about Ravi: 2 reports settled.");
  await press(/^Undo: /);
  await press("Take the card down");
  screen.getByText(
    /^It disappears for everybody at once, 2 reports are settled/,
  );
  await press("Take it down");
  const seen = ["a", "b"];
  expect(calls).toEqual([
    ["listings:settleReports", { target: "ravi", takeDown: false, seen }],
    ["listings:reopenReports", { reportIds: seen }],
    ["listings:settleReports", { target: "ravi", takeDown: true, seen }],
  ]);
});

test("nothing to do about all that one person reports is taken back as well", async () => {
  const reportOf = (id: string) => ({
    _id: id,
    target: id,
    targetName: id,
    reporterId: "asha",
    reporterName: "Asha",
    openOfReporter: 2,
    reason: "Rude",
    said: "",
    isTeam: false,
    sentAt: NOW,
    settledAt: null,
  });
  const open = (...ids: string[]) => ({
    "listings:reports": {
      open: ids.map(reportOf),
      more: 0,
      isComplete: true,
      settled: [],
    },
    "changeRequests:list": [],
  });
  resetDeployment(open("ravi", "mira"));
  responses["listings:settleReportsBy"] = async () => {
    answer(open());
    return ["ravi", "mira", "one that is not shown"];
  };
  render(
    <MemoryRouter>
      <Requests />
    </MemoryRouter>,
  );
  await press("Nothing to do about all of Asha");
  await press(
    "Undo: Nothing to do about what Asha reports: 3 reports settled.",
  );
  expect(calls.at(-1)).toEqual([
    "listings:reopenReports",
    { reportIds: ["ravi", "mira", "one that is not shown"] },
  ]);
});
