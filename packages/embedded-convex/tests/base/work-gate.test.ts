import { expect, test } from "vitest";
import { WorkGate } from "../../src/base/work-gate";

/** Work that ends when told to, and notes down when it begins. */
function newWork(begun: number[]) {
  const ends: ((error?: Error) => void)[] = [];
  const start = (gate: WorkGate, n: number): Promise<number> =>
    gate.run(
      () =>
        new Promise((resolve, reject) => {
          begun.push(n);
          ends[n] = (error) => (error ? reject(error) : resolve(n));
        }),
    );
  return { start, end: (n: number, error?: Error) => ends[n]?.(error) };
}

function settle(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

test("work that waits for something else lends its slot, and needs no other turn", async () => {
  const gate = new WorkGate(1);
  const begun: number[] = [];
  const work = newWork(begun);
  let come = (): void => undefined;
  const coming = new Promise<void>((resolve) => (come = resolve));
  const lending = gate.run(async () => gate.lend(async () => coming));
  const [first, second] = [0, 1].map((n) => work.start(gate, n));
  await settle();
  expect(begun).toEqual([0]);
  come();
  await lending;
  await settle();
  expect(begun).toEqual([0]);
  work.end(0);
  await first;
  await settle();
  expect(begun).toEqual([0, 1]);
  work.end(1);
  await second;
});

test("whoever asks for much has one turn, like everybody else", async () => {
  const gate = new WorkGate(1);
  const order: string[] = [];
  const ask = (address: string, client: string, n: number) =>
    gate.run(
      async () => {
        order.push(`${address}${client}${n}`);
      },
      { address, client },
    );
  await Promise.all([
    ask("a", "x", 0),
    ask("a", "x", 1),
    ask("a", "x", 2),
    ask("a", "x", 3),
    ask("a", "y", 0),
    ask("b", "z", 0),
    ask("b", "z", 1),
  ]);
  expect(order).toEqual(["ax0", "ay0", "bz0", "ax1", "bz1", "ax2", "ax3"]);
});

test("when too many wait, the last of whoever has most waiting is refused, and not the newcomer", async () => {
  const gate = new WorkGate(1, 4);
  const ends: (() => void)[] = [];
  const refused: string[] = [];
  const ask = (name: string, address: string, client: string) =>
    gate
      .run(() => new Promise<void>((resolve) => ends.push(resolve)), {
        address,
        client,
      })
      .catch((error: Error) => refused.push(`${name}: ${error.name}`));
  const asked = [
    ask("running", "a", "x"),
    ...["x1", "x2", "x3"].map((name) => ask(name, "a", "x")),
    ask("y1", "a", "y"),
    ask("y2", "a", "y"),
    ask("z1", "b", "z"),
  ];
  await settle();
  expect(refused).toEqual(["x3: BusyError", "y2: BusyError"]);
  for (const _ of asked) {
    await settle();
    ends.shift()?.();
  }
  await Promise.all(asked);
  const again = ask("again", "a", "x");
  ends.shift()?.();
  await again;
  expect(refused).toHaveLength(2);
});
