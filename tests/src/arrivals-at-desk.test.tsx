/** What a phone at the desk asks for of who has come, and what it keeps. */
import { beforeEach, expect, test, vi } from "vitest";
import type { Id } from "#convex/_generated/dataModel";
import { setConnectionLost } from "../../src/lib/connection/connection";
import { useArrived } from "../../src/routes/check-in/use-arrived";
import { answer, resetDeployment } from "./deployment";
import { act, render, screen } from "./rendering";

vi.mock("convex/react", async () => {
  const { convexReact } = await import("./deployment");
  return convexReact();
});

type Row = { uid: Id<"users">; changedAt: number; at?: number; desk?: string };
const row = (uid: string, changedAt: number, isIn = true): Row => ({
  uid: uid as Id<"users">,
  changedAt,
  ...(isIn && { at: 1, desk: "Desk 1" }),
});
const rows = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, k) => row(`p${from + k}`, from + k));

/** The deployment has these answers, by `after`. */
function tell(all: Record<string, readonly Row[]>) {
  answer({
    "checkIns:arrived": ({ after }: { after?: number }) => {
      asked.add(String(after));
      return all[String(after)];
    },
  });
}
const asked = new Set<string>();

function Desk() {
  const arrived = useArrived();
  if (arrived.status !== "success") return <p>{arrived.status}</p>;
  const here = arrived.data.filter(({ at }) => at !== undefined);
  return (
    <p>
      {here.length} in, {arrived.keptAt === null ? "now" : "kept"}
    </p>
  );
}

beforeEach(() => {
  localStorage.clear();
  const claims = btoa(JSON.stringify({ sub: "rita|session" }));
  localStorage.setItem("__convexAuthJWT_x", `head.${claims}.signature`);
  setConnectionLost(false);
  asked.clear();
  resetDeployment({ "checkIns:arrived": undefined });
});

test("it asks for all once, then for what has changed, and takes back what was undone", () => {
  const whole = rows(1, 101);
  tell({ undefined: whole });
  render(<Desk />);
  expect([...asked]).toEqual(["undefined", "100"]);
  // Nothing has come yet from there.
  expect(screen.getByText("100 in, now")).toBeDefined();
  tell({ 100: [] });
  tell({ 100: [row("p3", 101, false), row("p101", 102)] });
  expect(screen.getByText("100 in, now")).toBeDefined();
  tell({ 100: [row("p101", 102), ...rows(103, 111)] });
  expect([...asked]).toEqual(["undefined", "100", "110"]);
  tell({ 110: [row("p3", 111, false)] });
  expect(screen.getByText("108 in, now")).toBeDefined();
});

test("what it knows is kept, and shown after a new load without a line", () => {
  tell({ undefined: rows(1, 31), 30: [row("p2", 31, false)] });
  const { unmount } = render(<Desk />);
  expect(screen.getByText("29 in, now")).toBeDefined();
  unmount();
  resetDeployment({ "checkIns:arrived": undefined });
  act(() => setConnectionLost(true));
  render(<Desk />);
  expect(screen.getByText("29 in, kept")).toBeDefined();
});

test("a phone that may not ask any more shows nothing of what it knew", () => {
  tell({ undefined: rows(1, 31), 30: [] });
  render(<Desk />);
  answer({ "checkIns:arrived": new Error("desk_only") });
  expect(screen.getByText("error")).toBeDefined();
});
