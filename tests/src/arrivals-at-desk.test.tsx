/** What a phone at the desk asks for of who has come, and what it keeps. */
import { beforeEach, expect, test } from "vitest";
import type { Id } from "#convex/_generated/dataModel";
import { setConnectionLost } from "../../src/lib/connection/connection";
import { useArrived } from "../../src/routes/check-in/use-arrived";
import { answer, signIn } from "./deployment";
import { act, render, screen } from "./rendering";

type Row = { uid: Id<"users">; changedAt: number; at?: number; desk?: string };
const row = (uid: string, changedAt: number, isIn = true): Row => ({
  uid: uid as Id<"users">,
  changedAt,
  ...(isIn && { at: 1, desk: "Desk 1" }),
});
const rows = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, k) => row(`p${from + k}`, from + k));

const asked = new Set<string>();
/** The deployment has these answers, by `after`. */
const tell = (all: Record<string, readonly Row[]>) =>
  answer({
    "checkIns:arrived": ({ after }: { after?: number }) => {
      asked.add(String(after));
      return all[String(after)];
    },
  });

function Desk() {
  const arrived = useArrived();
  if (arrived.status !== "success") return <p>{arrived.status}</p>;
  const here = arrived.data.filter(({ at }) => at !== undefined);
  const { keptAt } = arrived;
  return <p>{`${here.length} in, ${keptAt === null ? "now" : "kept"}`}</p>;
}
const shown = () => screen.getByRole("paragraph").textContent;

beforeEach(() => {
  signIn("rita");
  setConnectionLost(false);
  asked.clear();
});

test("it asks for all once, then for what has changed, and takes back what was undone", () => {
  tell({ undefined: rows(1, 101) });
  render(<Desk />);
  expect([...asked]).toEqual(["undefined", "100"]);
  // Nothing has come yet from there.
  expect(shown()).toBe("100 in, now");
  tell({ 100: [] });
  tell({ 100: [row("p3", 101, false), row("p101", 102)] });
  expect(shown()).toBe("100 in, now");
  tell({ 100: [row("p101", 102), ...rows(103, 111)] });
  expect([...asked]).toEqual(["undefined", "100", "110"]);
  tell({ 110: [row("p3", 111, false)] });
  expect(shown()).toBe("108 in, now");
});

test("what it knows is kept, and shown after a new load without a line", () => {
  tell({ undefined: rows(1, 31), 30: [row("p2", 31, false)] });
  const { unmount } = render(<Desk />);
  expect(shown()).toBe("29 in, now");
  unmount();
  answer({ "checkIns:arrived": undefined });
  act(() => setConnectionLost(true));
  render(<Desk />);
  expect(shown()).toBe("29 in, kept");
});

test("a phone that may not ask any more shows nothing of what it knew", () => {
  tell({ undefined: rows(1, 31), 30: [] });
  render(<Desk />);
  answer({ "checkIns:arrived": new Error("desk_only") });
  expect(shown()).toBe("error");
});
