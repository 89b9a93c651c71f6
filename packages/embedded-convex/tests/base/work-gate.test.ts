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
  expect(order).toEqual(["ax0", "ax1", "bz0", "ay0", "bz1", "ax2", "ax3"]);
});

test("what is too much to wait is refused at once", async () => {
  const gate = new WorkGate(1, { perAddress: 2, total: 3 });
  const ends: (() => void)[] = [];
  const ask = (address: string) =>
    gate.run(() => new Promise<void>((resolve) => ends.push(resolve)), {
      address,
      client: "",
    });
  const busy = expect.objectContaining({ name: "BusyError" });
  const accepted = [ask("a"), ask("a"), ask("a")];
  await expect(ask("a")).rejects.toEqual(busy);
  accepted.push(ask("b"));
  await expect(ask("c")).rejects.toEqual(busy);
  for (const _ of accepted) {
    await settle();
    ends.shift()?.();
  }
  await Promise.all(accepted);
  const again = ask("a");
  ends.shift()?.();
  await again;
});
