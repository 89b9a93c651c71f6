import { expect, test } from "vitest";
import { LARGE_RESULT_BYTES } from "../../src/base/client-limits";
import type { QueryOutcome } from "../../src/functions/calls/call-and-outcome";
import { SharedModifications } from "../../src/protocol/state-modification";
import { nobody } from "../functions/person";
import { ReadSet } from "../../src/transaction/read-set";

const outcome = (
  valueText: string,
  rest: Partial<Pick<QueryOutcome, "journal" | "logLines">> = {},
): QueryOutcome => ({
  ok: true,
  valueText,
  logLines: [],
  readSet: new ReadSet(),
  ts: 1n,
  journal: null,
  usedIdentity: true,
  usedTimeOrRandom: false,
  documentsRead: 1,
  ...rest,
});
const call = (path: string) => ({
  component: "",
  path,
  args: [],
  caller: nobody,
  requestId: "request",
});

test("equal values of a function are one object, others are their own", () => {
  const modifications = new SharedModifications(true);
  const render = (path: string, value: string) =>
    modifications.render(outcome(value), call(path));
  const first = render("news:list", "[1]");
  expect(render("news:list", "[1]")).toBe(first);
  expect(render("news:list", "[2]").fragment).toContain('"value":[2]');
  expect(render("news:other", "[1]")).not.toBe(first);
  // A large one would stay in memory when nobody needs it any more.
  const large = JSON.stringify("x".repeat(LARGE_RESULT_BYTES));
  expect(render("news:large", large)).not.toBe(render("news:large", large));
});

test("what else a client is told is told to the client that it is about", () => {
  const modifications = new SharedModifications(false);
  const render = (rest: Parameters<typeof outcome>[1]) =>
    modifications.render(outcome("[1]", rest), call("news:list")).fragment;
  render({});
  expect(render({ journal: "j" })).toContain('"journal":"j"');
  expect(render({ logLines: ["[LOG] 'a'"] })).toContain("'a'");
  expect(render({})).toContain('"logLines":[],"journal":null');
});
