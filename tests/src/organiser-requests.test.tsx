/** What people ask of organisers: reports of somebody, and requests for changes of teams. */
import { expect, test } from "vitest";
import { Requests } from "../../src/routes/organiser/requests/requests";
import { answer, calls, responses } from "./deployment";
import { changeRequest } from "./change-request";
import { click, fireEvent, open, press, screen, within } from "./rendering";

const report = (_id: string, changes: object = {}) => ({
  _id,
  reporterId: _id,
  reporterName: "Asha",
  openOfReporter: 1,
  target: "ravi",
  targetName: "Ravi",
  isTeam: false,
  said: "",
  reason: "Rude",
  sentAt: 0,
  settledAt: null,
  ...changes,
});
const reports = (open: object[], more = 0) => ({
  "listings:reports": { open, settled: [], more, isComplete: true },
  "changeRequests:list": [],
});

test("who answers a request that another organiser answers meanwhile reads so", () => {
  const asked = (settled: object = {}) => ({
    ...reports([]),
    "changeRequests:list": [{ ...changeRequest, ...settled }],
  });
  answer(asked());
  open(<Requests />);
  click("Decline");
  const dialog = within(screen.getByRole("dialog"));
  const words = { target: { value: "Not without a letter" } };
  fireEvent.input(dialog.getByRole("textbox"), words);
  answer(asked({ outcome: "approved", settledAt: 0, settledBy: "Olga" }));
  dialog.getByText(/^Approved and done by Olga on/u);
  click("Close", dialog);
  expect(screen.queryByRole("dialog")).toBeNull();
  expect(calls).toEqual([]);
});

test("who is reported by many is one entry, with the first report, the newest and how many there are", () => {
  const counted = { openAboutTarget: 334 };
  const first = report("1", counted);
  const newest = report("2", { ...counted, reason: "Rude again", sentAt: 1 });
  answer(reports([first, newest], 3));
  open(<Requests />);
  const card = within(screen.getByRole("article", { name: "Person: Ravi" }));
  const reasons = card.getAllByText(/^Rude/u).map((it) => it.textContent);
  expect(reasons).toEqual(["Rude", "Rude again"]);
  card.getByText(/^332 other people have reported this person, too/u);
  screen.getByText(/^3 more people and teams are reported/u);
});

test("nothing to do about reports is taken back in the same place; a card is taken down after a question", async () => {
  const both = reports([report("a"), report("b")]);
  answer(both);
  responses["listings:settleReports"] = async () => answer(reports([]));
  responses["listings:reopenReports"] = async () => answer(both);
  open(<Requests />);
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
  const of = (target: string) =>
    report(target, {
      target,
      targetName: target,
      reporterId: "asha",
      openOfReporter: 2,
    });
  const all = ["ravi", "mira", "one that is not shown"];
  answer(reports([of("ravi"), of("mira")]));
  responses["listings:settleReportsBy"] = async () => {
    answer(reports([]));
    return all;
  };
  open(<Requests />);
  await press("Nothing to do about all of Asha");
  await press(
    "Undo: Nothing to do about what Asha reports: 3 reports settled.",
  );
  expect(calls.at(-1)).toEqual(["listings:reopenReports", { reportIds: all }]);
});
