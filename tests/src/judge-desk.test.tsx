import { ConvexError, type Value } from "convex/values";
import { getFunctionName, type FunctionReference } from "convex/server";
import type { ConvexReactClient } from "convex/react";
import { useEffect, useSyncExternalStore } from "react";
import { MemoryRouter, Outlet, Route, Routes } from "react-router-dom";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { refusal } from "#convex/platform/shared/errors";
import {
  type JudgeCard,
  DEFAULT_CRITERIA,
} from "#convex/judging/shared/judging";
import { EMPTY_CONTENT } from "#convex/projects/shared/projects";
import { setConnectionLost } from "../../src/lib/connection/connection";
import { startSending } from "../../src/lib/outbox/sender";
import { Desk } from "../../src/routes/judge/desk";
import { act, fireEvent, render, screen } from "./rendering";

type Sent = { projectId: string; over?: number | null };

/** The deployment, as this browser reaches it. */
const deployment = vi.hoisted(() => ({
  isReached: true,
  /** The page has not been answered yet. */
  isSilent: false,
  judge: "dev",
  isClosed: false,
  published: null as { at: number; awards: never[] } | null,
  cards: [] as unknown[],
  visits: [] as { projectId: string; at: number }[],
  score: (() => Promise.resolve()) as (sent: Sent) => Promise<void>,
  version: 0,
  listeners: new Set<() => void>(),
}));

vi.mock("../../src/features/clock/deployment-clock", () => ({
  useDeploymentMinute: () => Date.now(),
}));
vi.mock("convex/react", async () => {
  const { useSyncExternalStore } = await import("react");
  const useDeployment = () => {
    useSyncExternalStore(
      (listener) => {
        deployment.listeners.add(listener);
        return () => void deployment.listeners.delete(listener);
      },
      () => deployment.version,
    );
    return deployment;
  };
  const answers: Record<string, (from: typeof deployment) => unknown> = {
    "users:me": ({ judge }) => ({ _id: judge }),
    // A card has a project's fields and its marks.
    "judging:desk": ({ cards, isClosed }) => ({
      criteria: DEFAULT_CRITERIA,
      marks: cards,
      isClosed,
    }),
    "judging:projects": ({ cards }) => cards,
    "judging:published": ({ published }) => published,
    "judging:visits": ({ visits }) => visits,
    "finals:sheet": () => null,
  };
  return {
    useConvexConnectionState: () => ({
      isWebSocketConnected: useDeployment().isReached,
    }),
    useQuery_experimental: ({
      query,
    }: {
      query: FunctionReference<"query">;
    }) => {
      const now = useDeployment();
      const data = answers[getFunctionName(query)]?.(now);
      return now.isSilent ? { status: "pending" } : { status: "success", data };
    },
    useMutation: () => visit,
  };
});
const score = vi.fn<(sent: Sent) => Promise<void>>((sent) =>
  deployment.score(sent),
);

/** What the session's host mounts, as this browser reaches the deployment. */
function Sender() {
  const judge = useSyncExternalStore(listen, () => deployment.judge);
  useEffect(() => startSending(client, judge), [judge]);
  return null;
}

const listen = (listener: () => void) => {
  deployment.listeners.add(listener);
  return () => void deployment.listeners.delete(listener);
};
const client = {
  connectionState: () => ({ isWebSocketConnected: deployment.isReached }),
  subscribeToConnectionState: listen,
  mutation: (_: unknown, sent: Sent) => score(sent),
} as unknown as ConvexReactClient;
const visit = vi.fn<(to: { projectId: string }) => Promise<void>>(
  async () => {},
);

async function change(now: Partial<typeof deployment>) {
  await act(async () => {
    Object.assign(deployment, now);
    deployment.version += 1;
    for (const listener of deployment.listeners) listener();
  });
}

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

const refused =
  (code: "judging_closed" | "not_assigned" | "marked_elsewhere") =>
  async () => {
    const data: Value = refusal(code, {});
    throw new ConvexError(data);
  };
const accepts = async () => {};

const open = () =>
  render(
    <MemoryRouter>
      <Routes>
        <Route element={<Outlet context={{ setOwnWords: () => {} }} />}>
          <Route
            path="*"
            element={
              <>
                <Sender />
                <Desk />
              </>
            }
          />
        </Route>
      </Routes>
    </MemoryRouter>,
  );

async function mark(given: number) {
  const keys = screen.getAllByRole("radio", { name: String(given) });
  for (const key of keys) fireEvent.click(key);
  await save();
}

const save = () =>
  act(async () => {
    fireEvent.click(screen.getByRole("button", { name: "Save, next" }));
  });

const said = () => screen.getByRole("status").textContent;
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

beforeEach(async () => {
  vi.useFakeTimers();
  Element.prototype.scrollIntoView = () => {};
  await change({
    isReached: true,
    isSilent: false,
    judge: "dev",
    isClosed: false,
    published: null,
    cards: [card("kite", "Kite")],
    visits: [],
    score: accepts,
  });
  score.mockClear();
  visit.mockClear();
});
afterEach(() => {
  localStorage.clear();
  // As another tab would tell this one.
  act(() => void dispatchEvent(new Event("storage")));
});

/** Marks Kite without a line, which comes back when judging is closed. */
async function comeTooLate() {
  const page = open();
  await change({ isReached: false });
  await mark(4);
  expect(said()).toMatch(/^You are offline\. 1 project saved/);
  // The line is back a moment before the news.
  await change({ isReached: true, score: refused("judging_closed") });
  await change({ isClosed: true });
  await pass(60_000);
  return page;
}

test("marks that judging closed before are kept, named as not counted, and sent once it is reopened", async () => {
  const page = await comeTooLate();
  expect(said()).toMatch(/^Not counted: Kite\. .*reopen/);
  expect(page.container.textContent).toContain("0 of 1 scored");
  expect(page.container.textContent).toContain("4.0 · not counted");
  expect(page.container.textContent).not.toContain("have your marks");
  expect(score).toHaveBeenCalledTimes(1);
  page.unmount();

  open();
  await pass(0);
  expect(said()).toMatch(/^Not counted: Kite\./);
  await change({ isClosed: false, score: accepts });
  await pass(0);
  expect(score.mock.lastCall).toMatchObject([{ projectId: "kite" }]);
  expect(said()).toBe("Everything is saved");
});

test("once the results are published, nobody promises that kept marks are sent", async () => {
  await comeTooLate();
  await change({ published: { at: 0, awards: [] } });
  expect(said()).toMatch(/^Not counted: Kite\. .*published/);
  expect(said()).not.toMatch(/reopen/);
});

test("a judge's kept marks are not sent by another judge who uses the phone", async () => {
  await comeTooLate();
  await change({ judge: "ela", isClosed: false, score: accepts });
  await pass(60_000);
  expect(score).toHaveBeenCalledTimes(1);
  expect(said()).toBe("Everything is saved");
  await change({ judge: "dev" });
  await pass(60_000);
  expect(score).toHaveBeenCalledTimes(2);
});

test("refused marks stay as the draft, and the refusal until they are accepted", async () => {
  const page = open();
  await change({ score: refused("not_assigned") });
  await mark(4);
  const alert = screen.getByRole("alert");
  expect(alert.textContent).toMatch(/Kite: This project is not assigned/);
  expect(said()).toBe("Everything else is saved");
  await change({ score: accepts });
  await save();
  expect(page.container.textContent).not.toContain("Not accepted");
  expect(said()).toBe("Everything is saved");
});

test("who has given a project away is at the top of the next one", async () => {
  open();
  await change({ cards: [card("kite", "Kite"), card("lamp", "Lamp")] });
  screen.getByRole("heading", { level: 1, name: "Kite" });
  screen.getByRole("button", { name: "Conflict of interest" }).focus();
  await change({ cards: [card("lamp", "Lamp")] });
  screen.getByRole("heading", { level: 1, name: "Lamp" });
  expect(document.activeElement?.className).toContain("judge-top");
});

test("a refusal names its project when the judge has lost it", async () => {
  open();
  await change({ isReached: false });
  await mark(4);
  await change({ isReached: true, cards: [], score: refused("not_assigned") });
  expect(screen.getByRole("alert").textContent).toMatch(/Kite: /);
});

test("marks say which ones they replace, unless those came from here", async () => {
  let arrive = () => {};
  open();
  await change({
    cards: [{ ...card("kite", "Kite"), marks: null, scoredAt: 7 }],
    score: () => new Promise((resolve) => (arrive = resolve)),
  });
  await mark(4);
  await act(async () => {
    fireEvent.click(screen.getByRole("button", { name: "Undo" }));
  });
  await mark(5);
  await act(async () => arrive());
  expect(score.mock.calls.map(([{ over }]) => over)).toEqual([7, undefined]);
});

test("after a save, a judge is led to a team where no other judge is", async () => {
  const [kite, moth, wren] = [
    card("1", "Kite"),
    card("2", "Moth"),
    card("3", "Wren"),
  ];
  await change({
    cards: [kite, moth, wren],
    visits: [{ projectId: "2", at: Date.now() }],
    // The marks wait, and count already.
    isReached: false,
  });
  open();
  await mark(3);
  expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("Wren");
  expect(visit.mock.calls.map(([to]) => to.projectId)).toEqual(["1", "3"]);
  // The last one is opened although somebody is there, and says so.
  await mark(3);
  expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("Moth");
  screen.getByText(/^Another judge is with this team now/);
});

test("without a line the desk opens with its projects and keys, and says how old they are", async () => {
  const session = btoa(JSON.stringify({ sub: "dev|session" }));
  localStorage.setItem("__convexAuthJWT_x", `head.${session}.signature`);
  const page = open();
  fireEvent.click(screen.getAllByRole("radio", { name: "4" })[0] as Element);
  page.unmount();
  // The tab was thrown away, and there is no line now.
  await change({ isReached: false, isSilent: true });
  act(() => setConnectionLost(true));
  open();
  screen.getByRole("heading", { level: 1, name: "Kite" });
  expect(screen.getAllByRole("radio", { checked: true })).toHaveLength(1);
  screen.getByText(/^Your projects as they were on .*[AP]M/);
  await mark(4);
  expect(said()).toMatch(/^You are offline\. 1 project saved/);
  act(() => setConnectionLost(false));
});

const kept = () =>
  JSON.parse(localStorage.getItem("judging dev") ?? "{}") as Partial<
    Record<string, { marks: object }>
  >;

test("a project that is taken away while it is open is named, and its keys are there when it comes back", async () => {
  await change({ cards: [card("kite", "Kite"), card("lamp", "Lamp")] });
  open();
  fireEvent.click(screen.getAllByRole("radio", { name: "4" })[0] as Element);
  await change({ cards: [card("lamp", "Lamp")] });
  screen.getByText(/^Kite is not among your projects now: it was withdrawn/);
  await change({ cards: [card("kite", "Kite"), card("lamp", "Lamp")] });
  expect(screen.queryByText(/not among your projects/)).toBeNull();
  screen.getByRole("heading", { level: 1, name: "Kite" });
  expect(screen.getAllByRole("radio", { checked: true })).toHaveLength(1);
});

test("keys that were begun before another device marked do not replace its marks unseen, and both notes are kept", async () => {
  open();
  fireEvent.change(screen.getByLabelText(/^Note/), {
    target: { value: "From the phone" },
  });
  const there = {
    ...card("kite", "Kite"),
    note: "From the tablet",
    scoredAt: 7,
  };
  await change({ cards: [there], score: refused("marked_elsewhere") });
  await mark(4);
  expect(score.mock.lastCall).toMatchObject([{ over: null }]);
  fireEvent.click(screen.getByRole("button", { name: "OK" }));
  const note = screen.getByLabelText<HTMLTextAreaElement>(/^Note/);
  expect(note.value).toBe("From the tablet\n\nFrom the phone");
  await change({ score: accepts });
  await save();
  expect(score.mock.lastCall).toMatchObject([{ over: 7 }]);
});

test("who gives a project away keeps the keys, should organisers undo it", async () => {
  const marks = { [DEFAULT_CRITERIA[0]?.id ?? ""]: 4 };
  await change({ cards: [{ ...card("kite", "Kite"), marks, scoredAt: 7 }] });
  open();
  fireEvent.click(screen.getByRole("button", { name: /Kite/ }));
  fireEvent.click(screen.getByRole("button", { name: "Conflict of interest" }));
  await act(async () => {
    fireEvent.click(screen.getByRole("button", { name: "Give it away" }));
  });
  expect(Object.values(kept().kite?.marks ?? {})).toEqual([4]);
});
