/** What people paste, by families, and what it means. */
import { describe, expect, test } from "vitest";
import { check, checked } from "#convex/platform/shared/input";
import { tidyLink } from "#convex/platform/shared/links";
import { isSafeAddress } from "#convex/platform/shared/text";
import { hasHidden, isEmail, tidyEmail } from "#convex/platform/shared/pasted";
import { folded } from "#convex/platform/shared/lists";
import { newScreenSchema } from "#convex/hall/shared/screens";
import { editProjectSchema } from "#convex/projects/shared/projects";
import { joinTeamSchema, typedCodeSchema } from "#convex/teams/shared/teams";
import * as Contact from "#convex/contact/shared";
import * as People from "#convex/people/shared/people";

/** Of each kind one: marks, controls of direction, joiners, fillers, variants, tags, blanks. */
const MARKS = [
  0xad, 0x34f, 0x61c, 0x115f, 0x1160, 0x180e, 0x200b, 0x200c, 0x200d, 0x200e,
  0x200f, 0x202a, 0x202e, 0x2060, 0x2064, 0x2066, 0x2069, 0x3164, 0xfe0e,
  0xfe0f, 0xfeff, 0xffa0, 0xfff9, 0xe0001, 0xe0041, 0xe0100, 0x2800,
].map((point) => String.fromCodePoint(point));

test.each(MARKS.map((mark) => [mark.codePointAt(0)?.toString(16), mark]))(
  "an address with U+%s anywhere is the one that people see, and a name with it is refused",
  (_, mark) => {
    for (const typed of [
      `${mark}asha@example.in`,
      `as${mark}ha${mark}@exam${mark}ple.in`,
      `asha@example.in${mark} `,
    ])
      expect(tidyEmail(typed)).toBe("asha@example.in");
    expect(hasHidden(`As${mark}ha`)).toBe(true);
    expect(
      checked(People.renameSchema, { name: `${mark} Asha${mark} ${mark}` }),
    ).toEqual({ name: "Asha" });
  },
);

test.each([
  "🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f} Lions",
  "🏴\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f}",
  "🏴\u{e0067}\u{e0062}\u{e0077}\u{e006c}\u{e0073}\u{e007f}",
  "👨\u200d👩\u200d👧\u200d👦",
  "👩🏽\u200d💻🏋🏻\u200d♀\ufe0f",
  "🏴\u200d☠\ufe0f ❤\ufe0f\u200d🔥 1\ufe0f\u20e3 ☺\ufe0e 🇮🇳",
  "क्\u200dष श्री",
  "க்\u200cஷ",
  "അവന്\u200d",
  "র\u200d্য",
  "می\u200cخواهم",
  "葛\u{e0100}城",
])("the name %j is whole", (name) => {
  expect(check(People.renameSchema, { name })).toEqual({
    ok: true,
    value: { name },
  });
});

test.each([
  "🏴\u{e0061}\u{e0062} Lions",
  "Lions\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f} FC",
  "Nova 1\ufe0f 2",
  "👩\u200d\u200d💻 Asha",
  "१\u200d२",
  "अ\u200c ब",
])("the name %j looks like another one", (name) => {
  expect(check(People.renameSchema, { name })).toMatchObject({
    refusals: [{ code: "hidden_text" }],
  });
});

describe("addresses", () => {
  test.each([
    "mailto:asha@example.in",
    "MAILTO:asha%40example.in?subject=Hi&cc=b@c.in",
    "mailto://asha@example.in",
    "<asha@example.in>",
    "Asha Rao <asha@example.in>",
    '"Rao, Asha" <asha@example.in>,',
    "Asha Rao <mailto:asha@example.in>",
    "asha@example.in <mailto:asha@example.in>",
    "[asha@example.in](mailto:asha@example.in)",
    "<mailto:asha@example.in|asha@example.in>",
    "Asha Rao (asha@example.in)",
    "asha@example.in (Asha Rao)",
    "Asha Rao [mailto:asha@example.in]",
    "Email: asha@example.in.",
    " (asha@example.in), ",
    "asha@example.in;",
    "asha@example.in!",
    "'asha@example.in'",
    "“asha@example.in”",
    "*asha@example.in*",
    "`asha@example.in`.",
    "asha @example.in",
    "asha@ example.in",
    "ＡＳＨＡ＠ＥＸＡＭＰＬＥ．ＩＮ",
    "asha﹫example。in",
    "＜asha@example｡in＞",
    "Asha@Example.IN\n",
  ])("%j is asha@example.in", (typed) => {
    expect(tidyEmail(typed)).toBe("asha@example.in");
  });

  test.each([
    ["mailto:asha%2Bhack@example.in", "asha+hack@example.in"],
    ["asha@उदाहरण.भारत", "asha@xn--p1b6ci4b4b3a.xn--h2brj9c"],
    ["Zoë <zoe@münchen.example>", "zoe@xn--mnchen-3ya.example"],
    ["'o'neil@example.in'", "o'neil@example.in"],
    ["'asha@example.in", "'asha@example.in"],
    ["{a|b}@example.in", "{a|b}@example.in"],
  ])("%j is %j", (typed, address) => {
    expect(tidyEmail(typed)).toBe(address);
    expect(isEmail(address)).toBe(true);
  });

  test.each([
    "asha@example.in, bo@example.in",
    "asha@example.in bo@example.in",
    "asha@example.in\nbo@example.in",
    "asha rao@example.in",
    "asha@example,in",
    "asha@example;in",
    "write to asha@example.in",
    "a@b@c.in",
    "आशा@example.in",
    "asha@",
    "@example.in",
    "asha@-example.in",
    "asha@example..in",
    "asha@[127.0.0.1]",
    `${"a".repeat(65)}@example.in`,
    `asha@${"b".repeat(64)}.in`,
    `asha@${`${"b".repeat(60)}.`.repeat(5)}in`,
  ])("%j is none, and nobody guesses", (email) => {
    expect(check(Contact.subscribeSchema, { email })).toMatchObject({
      refusals: [{ code: "invalid_email" }],
    });
  });

  /** The pattern of the HTML standard, as it is written there. */
  const BROWSERS =
    /^[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)*$/;

  test.each([
    ..."!#$%&'*+/=?^_`{|}~-."
      .split("")
      .flatMap((sign) => [
        `${sign}@example.in`,
        `as${sign}ha@example.in`,
        `asha${sign}@example.in`,
      ]),
    "asha@localhost",
    "asha@1.2.3.4",
    "a@b-c.d",
    "asha..rao@nit.ac.in",
    `${"a".repeat(64)}@${"b".repeat(63)}.${"c".repeat(63)}.${"d".repeat(61)}`,
  ])("%j, which browsers call valid, is one as it is", (email) => {
    expect(BROWSERS.test(email)).toBe(true);
    expect(check(Contact.subscribeSchema, { email })).toEqual({
      ok: true,
      value: { email },
    });
  });
});

describe("codes", () => {
  test.each([
    "ABC123",
    " abc ".replace(/abc/u, "ABC123"),
    "ABC-123",
    "ABC – 123",
    "ABC 123",
    "*ABC123*",
    "“ABC123”.",
    "'ABC123'",
    "`ABC123`",
    "(ABC123)",
    "ABC123\u200c",
    "\u2066ABC\u00ad123\u2069",
    "ＡＢＣ１２３",
    "https://hackarena.example/join/ABC123",
    "hackarena.example/join/ABC123/",
    "https://hackarena.example/Join/ABC123?utm_source=whatsapp",
    "https://hackarena.example/join/ABC123&amp;utm_source=x",
    "https://hackarena.example/join/ABC123%20",
    "https://hackarena.example/join/*ABC123*",
    "https://https://hackarena.example/join/ABC123",
    "https://hackarena.example/join/%E2%80%8BABC123%",
    "https://hackarena.example/join//ABC123%FF%0A",
    "https://hackarena.example/join%2FABC123_",
    "https://l.example/?u=https%3A%2F%2Fhackarena.example%2Fjoin%2FABC123&h=X1Y2Z3",
    "[hackarena.example/join/ABC123](https://hackarena.example/join/ABC123)",
    "Join Night Owls on HackArena 2025: https://hackarena.example/join/ABC123. See you!",
    "Join us (https://hackarena.example/join/ABC123)",
    "<https://hackarena.example/join/ABC123|join>",
    "Our code is ABC123, come!",
    "Code: *ABC-123*",
    "PLEASE JOIN: ABC123",
  ])("%j is ABC123, for form and server", (inviteCode) => {
    for (const schema of [joinTeamSchema, typedCodeSchema])
      expect(checked(schema, { inviteCode })).toEqual({ inviteCode: "ABC123" });
  });

  test.each([
    ["abc-123", "abc-123"],
    ["https://hackarena.example/join/abc123", "abc123"],
    ["ABC123 or XYZ789", "ABC123orXYZ789"],
    ["https://hackarena.example/team", "https://hackarena.example/team"],
  ])("%j is %j, and no code", (inviteCode, read) => {
    expect(checked(typedCodeSchema, { inviteCode }).inviteCode).toBe(read);
    expect(check(joinTeamSchema, { inviteCode }).ok).toBe(false);
  });

  test("a screen's code may have marks in it, too", () => {
    const code = "\u200eab-cd 2345*";
    const clean = check(newScreenSchema, { code: "ABCD2345", name: "Hall" });
    expect(check(newScreenSchema, { code, name: "Hall" })).toEqual(clean);
  });
});

test("a search with a mark finds what is shown", () => {
  expect(folded("Ash\u200ba\u00ad क्\u200dष")).toBe(folded("asha क्ष"));
});

const GITHUB = "https://github.com/nova/arena";

describe("links", () => {
  test.each([
    [GITHUB, GITHUB],
    ["http://github.com/nova/arena", GITHUB],
    ["HTTP://www.youtube.com/watch?v=x", "https://www.youtube.com/watch?v=x"],
    ["http://nova.github.io", "https://nova.github.io"],
    ["github.com/nova/arena", GITHUB],
    ["//github.com/nova/arena", GITHUB],
    ["https://https://github.com/nova/arena", GITHUB],
    ["git@github.com:nova/arena", GITHUB],
    ["ssh://git@github.com/nova/arena", GITHUB],
    [`<${GITHUB}>`, GITHUB],
    [`${GITHUB}.`, GITHUB],
    [`“${GITHUB}”`, GITHUB],
    [`*${GITHUB}*`, GITHUB],
    [`[Code](${GITHUB})`, GITHUB],
    [`Our code: ${GITHUB}, have a look`, GITHUB],
    [`\u200e${GITHUB}\u200b`, GITHUB],
    ["ｈｔｔｐｓ：／／github。com/nova/arena", GITHUB],
    [`${GITHUB}?utm_source=x&utm_medium=y`, GITHUB],
    [`${GITHUB}?tab=readme&amp;fbclid=1#top`, `${GITHUB}?tab=readme#top`],
    ["https://youtu.be/abc_?si=q1&t=5", "https://youtu.be/abc_?t=5"],
    ["https://nova.example/?si=2&gclid=1", "https://nova.example/?si=2"],
    ["demo.example.in:8443/app", "https://demo.example.in:8443/app"],
    ["https://demo.example.in:8443/app", "https://demo.example.in:8443/app"],
    ["https://उदाहरण.भारत/क्\u200dष", "https://उदाहरण.भारत/क्\u200dष"],
    ["https://a.example/b's_(c)", "https://a.example/b's_(c)"],
  ])("%j is %j", (repositoryUrl, link) => {
    expect(checked(editProjectSchema, { repositoryUrl })).toEqual({
      repositoryUrl: link,
    });
    expect(tidyLink(link)).toBe(link);
  });

  test.each([
    ["http://nova.example", "must begin with https://"],
    ["nova", "must begin with https://"],
    ["javascript:alert(1)", "must begin with https://"],
    ["javascript://nova.example/%0aalert(1)", "must begin with https://"],
    ["data:text/html,x.example", "must begin with https://"],
    ["localhost:3000", "must begin with https://"],
    ["https://", "has no host"],
    ["https://nova", "has no host"],
    ["https:///nova.example", "has no host"],
    ["https://me:secret@nova.example", "must hold no password"],
    ["https://nova.example/a b", "must be one address without spaces"],
    ["https://nova.example:99999", "has a port that cannot be"],
    ["https://a.example https://b.example", "must be one address"],
  ])("%j is refused: it %s", (demoUrl, fault) => {
    expect(check(editProjectSchema, { demoUrl })).toMatchObject({
      refusals: [{ message: expect.stringContaining(`Demo ${fault}`) }],
    });
  });

  test.each([
    "https://github.com/asha-rao?tab=repositories",
    "github.com/asha-rao#top",
    "http://github.com/asha-rao",
    "@asha-rao",
    "asha-rao",
  ])("the profile %j is taken", (github) => {
    expect(checked(People.profileSchema, { links: { github } })).toEqual({
      links: { github: "https://github.com/asha-rao" },
    });
  });

  test("a resource may be a page of this site", () => {
    expect(tidyLink(" /faq\u200b")).toBe("/faq");
    for (const address of ["//evil.example", "/\\evil.example", "javascript:x"])
      expect(isSafeAddress(address)).toBe(false);
  });
});
