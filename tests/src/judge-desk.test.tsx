import type { ConvexReactClient } from "convex/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { refuse } from "#convex/platform/shared/errors";
import {
  type JudgeCard,
  DEFAULT_CRITERIA,
} from "#convex/judging/shared/judging";
import { EMPTY_CONTENT } from "#convex/projects/shared/projects";
import { setConnectionLost } from "../../src/lib/connection/connection";
import { startSending } from "../../src/lib/outbox/sender";
import { Desk } from "../../src/routes/judge/desk";
import { answer, calls, connect, convex, hold } from "./deployment";
import { responses, signIn } from "./deployment";
import { act, button, field, fill, fireEvent, open } from "./rendering";
import { press, screen } from "./rendering";

vi.mock("../../src/features/clock/deployment-clock", () => ({
  useDeploymentMinute: () => Date.now(),
}));

const card = (projectId: string, name: string): JudgeCard => ({
  projectId: projectId as JudgeCard["projectId"],
  ...EMPTY_CONTENT,
  name,
  table: "",
  teamName: `Team ${name}`,
  pictures: [],
  marks: null,
  note: "",
  scoredAt: null,
});
const kite = card("kite", "Kite");
const lamp = card("lamp", "Lamp");
/** What the desk is told; a card has a project's fields and its marks. */
const desk = (cards: JudgeCard[], isClosed = false) => ({
  "judging:desk": { criteria: DEFAULT_CRITERIA, marks: cards, isClosed },
  "judging:projects": cards,
});

/** Time to think for the sender. */
const tell = async (changed: object) =>
  act(async () => answer(changed as Record<string, unknown>));
const line = async (isUp: boolean) => act(async () => connect(isUp));
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

type Code = "judging_closed" | "not_assigned" | "marked_elsewhere";
const refuses = (code: Code) =>
  (responses["judging:score"] = async () => refuse(code, {}));
const accepts = () => (responses["judging:score"] = async () => {});
type Sent = { projectId: string; over?: number | null };
const sent = () =>
  calls
    .filter(([name]) => name !== "judging:visit")
    .map(([, args]) => args as Sent);

let stop = () => {};
/** Somebody uses this phone, for whom the session's host sends. */
async function become(judge: string) {
  stop();
  stop = startSending(convex as unknown as ConvexReactClient, judge);
  await tell({ "users:me": { _id: judge } });
}

beforeEach(async () => {
  vi.useFakeTimers();
  answer({ "judging:visits": [], ...desk([kite]) });
  await become("dev");
});
afterEach(() => {
  stop();
  localStorage.clear();
  // As another tab would tell this one.
  act(() => void dispatchEvent(new Event("storage")));
});

async function mark(given: number) {
  const keys = screen.getAllByRole("radio", { name: String(given) });
  for (const key of keys) fireEvent.click(key);
  await press("Save, next");
}
const chooseOne = () =>
  fireEvent.click(screen.getAllByRole("radio", { name: "4" })[0] as Element);
const chosen = () => screen.getAllByRole("radio", { checked: true });
const said = () => screen.getByRole("status").textContent;
const title = () => screen.getByRole("heading", { level: 1 }).textContent;

/** Marks Kite without a line, which comes back when judging is closed. */
async function comeTooLate() {
  const page = open(<Desk />);
  await line(false);
  await mark(4);
  expect(said()).toMatch(/^You are offline\. 1 project saved/);
  // The line is back a moment before the news.
  refuses("judging_closed");
  await line(true);
  await tell(desk([kite], true));
  await pass(60_000);
  return page;
}

test("marks that judging closed before are kept, named as not counted, and sent once it is reopened", async () => {
  const page = await comeTooLate();
  expect(said()).toMatch(/^Not counted: Kite\. .*reopen/);
  const { textContent } = page.container;
  expect(textContent).toContain("0 of 1 scored");
  expect(textContent).toContain("4.0 · not counted");
  expect(textContent).not.toContain("Thank you for");
  expect(sent()).toHaveLength(1);
  page.unmount();

  open(<Desk />);
  await pass(0);
  expect(said()).toMatch(/^Not counted: Kite\./);
  accepts();
  await tell(desk([kite]));
  await pass(0);
  expect(sent().at(-1)).toMatchObject({ projectId: "kite" });
  expect(said()).toBe("Everything is saved");
});

test("once the results are published, nobody promises that kept marks are sent", async () => {
  await comeTooLate();
  await tell({ "judging:published": { at: 0, awards: [] } });
  expect(said()).toMatch(/^Not counted: Kite\. .*published/);
  expect(said()).not.toMatch(/reopen/);
});

test("a judge's kept marks are not sent by another judge who uses the phone", async () => {
  await comeTooLate();
  accepts();
  await become("ela");
  await tell(desk([kite]));
  await pass(60_000);
  expect(sent()).toHaveLength(1);
  expect(said()).toBe("Everything is saved");
  await become("dev");
  await pass(60_000);
  expect(sent()).toHaveLength(2);
});

test("refused marks stay as the draft, and the refusal until they are accepted", async () => {
  const page = open(<Desk />);
  refuses("not_assigned");
  await mark(4);
  const alert = screen.getByRole("alert");
  expect(alert.textContent).toMatch(/Kite: This project is not assigned/);
  expect(said()).toBe("Everything else is saved");
  accepts();
  await press("Save, next");
  expect(page.container.textContent).not.toContain("Not accepted");
  expect(said()).toBe("Everything is saved");
});

test("who has given a project away is at the top of the next one", async () => {
  open(<Desk />);
  await tell(desk([kite, lamp]));
  expect(title()).toBe("Kite");
  button("Conflict of interest").focus();
  await tell(desk([lamp]));
  expect(title()).toBe("Lamp");
  expect(document.activeElement?.className).toContain("judge-top");
});

test("a refusal names its project when the judge has lost it", async () => {
  open(<Desk />);
  await line(false);
  await mark(4);
  refuses("not_assigned");
  await tell(desk([]));
  await line(true);
  expect(screen.getByRole("alert").textContent).toMatch(/Kite: /);
});

test("marks say which ones they replace, unless those came from here", async () => {
  open(<Desk />);
  const arrive = hold("judging:score");
  await tell(desk([{ ...kite, scoredAt: 7 }]));
  await mark(4);
  await press("Undo");
  await mark(5);
  await arrive();
  expect(sent().map(({ over }) => over)).toEqual([7, undefined]);
});

test("after a save, a judge is led to a team where no other judge is", async () => {
  const [moth, wren] = [card("moth", "Moth"), card("wren", "Wren")];
  const visits = [{ projectId: "moth", at: Date.now() }];
  await tell({ ...desk([kite, moth, wren]), "judging:visits": visits });
  // The marks wait, and count already.
  await line(false);
  open(<Desk />);
  await mark(3);
  expect(title()).toBe("Wren");
  expect(calls).toEqual([
    ["judging:visit", { projectId: "kite" }],
    ["judging:visit", { projectId: "wren" }],
  ]);
  // The last one is opened although somebody is there, and says so.
  await mark(3);
  expect(title()).toBe("Moth");
  screen.getByText(/^Another judge is with this team now/);
});

test("without a line the desk opens with its projects and keys, and says how old they are", async () => {
  signIn("dev");
  const page = open(<Desk />);
  chooseOne();
  page.unmount();
  // The tab was thrown away, and there is no line now.
  await line(false);
  const none = { "judging:desk": undefined, "judging:projects": undefined };
  await tell({ ...none, "users:me": undefined });
  act(() => setConnectionLost(true));
  open(<Desk />);
  expect(title()).toBe("Kite");
  expect(chosen()).toHaveLength(1);
  screen.getByText(/^Your projects as they were on .*[AP]M/);
  await mark(4);
  expect(said()).toMatch(/^You are offline\. 1 project saved/);
  act(() => setConnectionLost(false));
});

test("a project that is taken away while it is open is named, and its keys are there when it comes back", async () => {
  await tell(desk([kite, lamp]));
  open(<Desk />);
  chooseOne();
  await tell(desk([lamp]));
  screen.getByText(/^Kite is not among your projects now: it was withdrawn/);
  await tell(desk([kite, lamp]));
  expect(screen.queryByText(/not among your projects/)).toBeNull();
  expect(title()).toBe("Kite");
  expect(chosen()).toHaveLength(1);
});

test("keys that were begun before another device marked do not replace its marks unseen, and both notes are kept", async () => {
  open(<Desk />);
  fill(/^Note/, "From the phone");
  refuses("marked_elsewhere");
  await tell(desk([{ ...kite, note: "From the tablet", scoredAt: 7 }]));
  await mark(4);
  expect(sent().at(-1)).toMatchObject({ over: null });
  await press("OK");
  expect(field(/^Note/).value).toBe("From the tablet\n\nFrom the phone");
  accepts();
  await press("Save, next");
  expect(sent().at(-1)).toMatchObject({ over: 7 });
});

test("who gives a project away keeps the keys, should organisers undo it", async () => {
  const marks = { [DEFAULT_CRITERIA[0]?.id ?? ""]: 4 };
  await tell(desk([{ ...kite, marks, scoredAt: 7 }]));
  open(<Desk />);
  await press(/Kite/);
  await press("Conflict of interest");
  await press("Give it away");
  const kept = JSON.parse(localStorage.getItem("judging dev") ?? "{}") as {
    kite?: { marks: object };
  };
  expect(Object.values(kept.kite?.marks ?? {})).toEqual([4]);
});
