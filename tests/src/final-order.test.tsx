import { beforeEach, expect, test, vi } from "vitest";
import { FinalOrder } from "../../src/routes/judge/final-order";
import { forgetKept } from "../../src/lib/session/kept-store";
import { answer, calls, resetDeployment } from "./deployment";
import { fireEvent, render, screen } from "./rendering";

vi.mock("convex/react", async () =>
  (await import("./deployment")).convexReact(),
);

const sheet = (...names: string[]) => ({
  "finals:sheet": {
    projects: names.map((name) => ({ projectId: name, name })),
    order: null,
  },
});

beforeEach(() => {
  localStorage.clear();
  forgetKept();
  const claims = btoa(JSON.stringify({ sub: "jaya|session" }));
  localStorage.setItem("__convexAuthJWT_test", `x.${claims}.x`);
  resetDeployment(sheet("Kite", "Moth", "Wren"));
});

const order = () =>
  screen
    .getAllByRole("listitem")
    .map((item) => /[A-Z][a-z]{3}/.exec(item.textContent)?.[0]);
const press = (name: string) =>
  fireEvent.click(screen.getByRole("button", { name }));

test("an order that is not saved comes back after a reload, until it is saved or there is another final", async () => {
  const before = render(<FinalOrder />);
  press("Move Wren up");
  before.unmount();
  const after = render(<FinalOrder />);
  expect(order()).toEqual(["Kite", "Wren", "Moth"]);
  answer(sheet("Kite", "Moth", "Lark"));
  expect(order()).toEqual(["Kite", "Moth", "Lark"]);
  answer(sheet("Kite", "Moth", "Wren"));
  expect(order()).toEqual(["Kite", "Wren", "Moth"]);
  press("Save this order");
  await expect
    .poll(() => calls)
    .toEqual([
      ["finals:setOrder", { order: ["Kite", "Wren", "Moth"], seen: null }],
    ]);
  after.unmount();
  render(<FinalOrder />);
  await expect.poll(order).toEqual(["Kite", "Moth", "Wren"]);
});
