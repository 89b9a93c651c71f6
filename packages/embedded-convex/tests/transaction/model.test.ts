/**
 * Random interleavings of transactions against the naive model:
 *
 * - every read sees the state its transaction began on, and its own writes;
 * - a transaction conflicts exactly when a commit since then touched something
 *   that it had consumed;
 * - running the committed ones again, one after the other in the order of their
 *   commits, gives the same results and the same documents;
 * - queries see the newest state on disk;
 * - every index holds every document, and all of it comes back from the disk.
 */
import fc from "fast-check";
import { expect, test } from "vitest";
import { thorough } from "../thorough";
import { command } from "./model-commands";
import { World } from "./model-world";

const commands = fc.array(command, {
  minLength: 20,
  maxLength: 120,
  size: "max",
});

test("transactions agree with the naive model", async () => {
  const property = fc.asyncProperty(commands, async (all) => {
    const world = await World.open();
    for (const each of all) await world.run(each);
    await world.checkEnd();
  });
  const details = await fc.check(property, {
    numRuns: thorough ? 300 : 60,
  });
  const report = fc.defaultReportMessage(details) ?? null;
  expect(report).toBeNull();
});
