/** Addresses as people paste them. */
import { expect, test } from "vitest";
import { readAddresses } from "#convex/platform/shared/addressLists";

const ASHA = "asha@example.in";
const RAVI = "ravi.k@example.co.in";

test.each([
  ["asha@example.in", [ASHA]],
  [" ASHA@Example.in ", [ASHA]],
  ["Asha Rao <asha@example.in>", [ASHA]],
  [
    '"Rao, Asha" <asha@example.in>; Ravi K <ravi.k@example.co.in>;',
    [ASHA, RAVI],
  ],
  ["'asha@example.in', ‘ravi.k@example.co.in’", [ASHA, RAVI]],
  ["“asha@example.in”", [ASHA]],
  ["asha@example.in <asha@example.in>", [ASHA]],
  ["mailto:asha@example.in", [ASHA]],
  ["MAILTO:asha@example.in?subject=Hi&cc=x", [ASHA]],
  ["mailto:asha%40example.in", [ASHA]],
  ["[asha@example.in](mailto:asha@example.in)", [ASHA]],
  ['<a href="mailto:asha@example.in">asha@example.in</a>', [ASHA]],
  ["&lt;asha@example.in&gt;", [ASHA]],
  ["*asha@example.in*, `ravi.k@example.co.in`", [ASHA, RAVI]],
  ["E-mail:asha@example.in.", [ASHA]],
  ["Write to asha@example.in!", [ASHA]],
  ["(asha@example.in)", [ASHA]],
  ["1. asha@example.in\r\n2) ravi.k@example.co.in", [ASHA, RAVI]],
  ["• asha@example.in\n- ravi.k@example.co.in", [ASHA, RAVI]],
  ["asha@example.in/ravi.k@example.co.in", [ASHA, RAVI]],
  ["asha@example.in | ravi.k@example.co.in", [ASHA, RAVI]],
  ["asha@example.in&ravi.k@example.co.in", [ASHA, RAVI]],
  ["asha@example.in and ravi.k@example.co.in", [ASHA, RAVI]],
  ["asha@example.in\travi.k@example.co.in", [ASHA, RAVI]],
  ["asha@example.in，ravi.k@example.co.in、", [ASHA, RAVI]],
  ["asha @ example.in", [ASHA]],
  ["asha＠example.in", [ASHA]],
  ["asha@example.in\u00a0", [ASHA]],
  ["\ufeffasha@exam\ufeffple.in", [ASHA]],
  ["Asha (@asha_rao) asha@example.in", [ASHA]],
  ["mailto:asha@example.in?cc=ravi.k@example.co.in&subject=Hi", [ASHA, RAVI]],
  ["mailto:asha@example.in,ravi.k@example.co.in?body=x@y.in", [ASHA, RAVI]],
  ["asha%40example.in; ravi.k&commat;example.co.in", [ASHA, RAVI]],
  ["'asha@example.in\n•ravi.k@example.co.in*", [ASHA, RAVI]],
  ["asha@example.in (she/her)；ravi.k@example.co.in…", [ASHA, RAVI]],
  ["mailto://asha@example.in =ravi.k@example.co.in", [ASHA, RAVI]],
  ["as\u00adha@exam\u200bple.in\u202c", [ASHA]],
  ["“Rao, Asha” <mailto:asha@example.in>|ravi.k@example.co.in", [ASHA, RAVI]],
  [
    "o'brien@example.in, a+b@example.in",
    ["o'brien@example.in", "a+b@example.in"],
  ],
  ["Asha Rao", []],
  ["", []],
])("%j", (text, emails) => {
  expect(readAddresses(text)).toEqual({ emails, bad: [] });
});

test.each([
  ["asha@example.in, ravi@", [ASHA], ["ravi@"]],
  ["asha@example.in\nRavi K ravi@exa_mple", [ASHA], ["Ravi K ravi@exa_mple"]],
  ["asha@example.in, ravi.example.in", [ASHA], ["ravi.example.in"]],
  ["asha@example.in ravi@@example.in", [ASHA], ["ravi@@example.in"]],
  ["asha@example.in ravi@exa_mple", [ASHA], ["ravi@exa_mple"]],
  ["asha@example.in; ravi@example,in", [ASHA], ["ravi@example"]],
])("of %j, the bad one costs only itself", (text, emails, bad) => {
  expect(readAddresses(text)).toEqual({ emails, bad });
});
