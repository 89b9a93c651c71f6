import { expect, test } from "vitest";
import { failureText } from "../../src/functions/calls/function-failure";
import type { FunctionResult } from "../../src/functions/calls/call-and-outcome";
import { failureOf, openWorkbench } from "./workbench";

/** @returns what a developer reads, without the positions in the line */
function told(outcome: FunctionResult): string {
  return failureText(failureOf(outcome)).replaceAll(/:\d+:\d+\)/g, ")");
}

const bench = await openWorkbench();

test("failures are told in Convex's words, with the app's own frames", async () => {
  const refused = await bench.runQuery("failing:refused");
  expect(told(refused)).toBe(
    "Uncaught ConvexError: Boom\n    at handler (../workshop/failing.ts)\n",
  );
  expect(failureOf(refused).data).toBe("Boom");

  const late = await bench.runQuery("failing:late");
  expect(told(late)).toBe(
    'Uncaught TooLate: {"minutes":"5n"}\n    at <anonymous> (../workshop/failing.ts)\n',
  );
  expect(failureOf(late).data).toEqual({
    minutes: { $integer: "BQAAAAAAAAA=" },
  });

  const passedOn = await bench.runAction("failing:passedOn");
  expect(told(passedOn)).toBe(
    "Uncaught ConvexError: Uncaught ConvexError: Boom\n    at handler (../workshop/failing.ts)\n" +
      "\n    at async <anonymous> (../workshop/failing.ts)\n",
  );
  expect(failureOf(passedOn).data).toBe("Boom");

  expect(told(await bench.runQuery("failing:closed"))).toBe(
    [
      "Uncaught Error: closed",
      "    at refuse [as refuse] (../workshop/failing.ts)",
      "    at <anonymous> (../workshop/failing.ts)",
      "    at map [as map] (<anonymous>)",
      "    at <anonymous> (../workshop/failing.ts)",
      "",
    ].join("\n"),
  );

  expect(told(await bench.runQuery("failing:read"))).toBe(
    "Uncaught Error: read\n    at <anonymous> (../workshop/failing.ts)\n",
  );

  expect(told(await bench.runQuery("failing:text"))).toBe(
    "Uncaught only text\n",
  );
});

test("the stacks that code reads name its own files and none of the host", async () => {
  const stacks = (await bench.query("failing:stacks")) as string[];
  expect(stacks).toHaveLength(4);
  for (const stack of stacks) {
    expect(stack).toContain("convex:/user/failing.js:");
    expect(stack).not.toMatch(/file:|node:|node_modules|embedded-convex|\(\//);
  }
  expect(stacks[0]).toMatch(/^Error: closed\n {4}at Desk.refuse /);
});
