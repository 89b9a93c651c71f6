/**
 * Counts what is started within one turn of the event loop. An action that starts a hundred encryptions at once keeps
 * everybody else waiting, however short each is; how long they take says nothing on a loaded machine.
 */
import { onTestFinished, vi } from "vitest";

/** Of the real timers, also where a test replaces them. */
const { setImmediate: afterTurn } = globalThis;

const COSTLY = ["deriveBits", "encrypt", "sign", "importKey"] as const;

/** For one test. @returns how many of one kind a turn has started at most so far */
export function countStarts(): () => number {
  let most = 0;
  for (const method of COSTLY) {
    let started = 0;
    const original = crypto.subtle[method].bind(crypto.subtle) as (
      ...args: unknown[]
    ) => unknown;
    const counted = vi
      .spyOn(crypto.subtle, method)
      .mockImplementation((...args: unknown[]) => {
        if (started++ === 0) afterTurn(() => (started = 0));
        most = Math.max(most, started);
        return original(...args) as never;
      });
    onTestFinished(() => counted.mockRestore());
  }
  return () => most;
}
