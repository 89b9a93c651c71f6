import { beforeEach, expect, test } from "vitest";
import { forgetKept } from "../../src/lib/session/kept-store";
import { FinalOrder } from "../../src/routes/judge/final-order";
import { answer, expectCalls, signIn } from "./deployment";
import { click, open, screen } from "./rendering";

const final = (...names: string[]) => {
  const projects = names.map((name) => ({ projectId: name, name }));
  answer({ "finals:sheet": { projects, order: null } });
};

beforeEach(() => {
  forgetKept();
  signIn("jaya");
  final("Kite", "Moth", "Wren");
});

const order = () =>
  screen
    .getAllByRole("listitem")
    .map((item) => /[A-Z][a-z]{3}/.exec(item.textContent)?.[0]);

test("an order that is not saved comes back after a reload, until it is saved or there is another final", async () => {
  const before = open(<FinalOrder />);
  click("Move Wren up");
  before.unmount();
  const after = open(<FinalOrder />);
  expect(order()).toEqual(["Kite", "Wren", "Moth"]);
  final("Kite", "Moth", "Lark");
  expect(order()).toEqual(["Kite", "Moth", "Lark"]);
  final("Kite", "Moth", "Wren");
  expect(order()).toEqual(["Kite", "Wren", "Moth"]);
  click("Save this order");
  const saved = { order: ["Kite", "Wren", "Moth"], seen: null };
  await expectCalls(["finals:setOrder", saved]);
  after.unmount();
  open(<FinalOrder />);
  await expect.poll(order).toEqual(["Kite", "Moth", "Wren"]);
});
