import { existsSync, readFileSync, readdirSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { DEFAULT_CRITERIA } from "#convex/judging/shared/judging";
import { about, aboutLogo, aboutLogoFallback } from "../../src/content/about";
import { contact, socialLinks, venue } from "../../src/content/contact";
import { event } from "../../src/content/event";
import * as Faq from "../../src/content/faq";
import { groupPicture, landing } from "../../src/content/landing";
import { codeOfConduct } from "../../src/content/legal/code-of-conduct";
import { privacyPolicyHindi } from "../../src/content/legal/privacy-policy-hindi";
import { privacyPolicy } from "../../src/content/legal/privacy-policy";
import { termsOfService } from "../../src/content/legal/terms-of-service";
import { links } from "#edition/links";
import * as LinkPreviews from "../../src/content/link-previews";
import { intro, preMeetup } from "../../src/content/opening";
import { descriptionOf } from "../../src/content/page-descriptions";
import * as Pages from "../../src/content/pages";
import { prizePool, prizes } from "../../src/content/prizes";
import { judging } from "../../src/content/resources/judging";
import { starterKits } from "../../src/content/resources/starter-kits";
import { submissionGuide } from "../../src/content/resources/submission-guide";
import * as Schemas from "../../src/content/schemas";
import { sponsorGroups } from "#edition/sponsors";
import { aboutStats } from "../../src/content/stats";
import { aboutTimeline, landingTimeline } from "../../src/content/timeline";
import { paths } from "../../src/paths";
import { isOurs } from "../ours";

const legalPages = [
  privacyPolicy,
  privacyPolicyHindi,
  termsOfService,
  codeOfConduct,
];
const resourcePages = [judging, starterKits, submissionGuide];
const images = [groupPicture, aboutLogo, aboutLogoFallback, venue.map.poster];
const root = resolve(import.meta.dirname, "../..");
const publicFolder = join(root, "public");
/** An edition may have pictures of its own. */
const fileOf = (src: string) => {
  const own = join(root, process.env.EDITION ?? "", "public", src);
  return existsSync(own) ? own : join(publicFolder, src);
};

/** Everything that visitors can read, for the checks that look for something in all of it. */
const everything = {
  about,
  contact,
  event,
  images,
  intro,
  landing,
  preMeetup,
  landingTimeline,
  aboutTimeline,
  legalPages,
  links,
  openGraph: LinkPreviews.openGraphImage,
  invitation: LinkPreviews.invitationImage,
  pages: Pages.pages,
  prizes,
  questions: Faq.questionGroups,
  resourcePages,
  socialLinks,
  sponsorGroups,
  stats: aboutStats,
  venue,
};

test("the privacy policy says as much in Hindi as in English", () => {
  const shapeOf = ({ sections }: Schemas.LegalPage) =>
    sections.map(({ id, blocks }) => [
      id,
      ...blocks.map((block) =>
        typeof block === "object" && "items" in block ? block.items.length : 1,
      ),
    ]);
  expect(shapeOf(privacyPolicyHindi)).toEqual(shapeOf(privacyPolicy));
});

describe("shape", () => {
  const lists: [string, z.ZodType, readonly unknown[]][] = [
    ["landing timeline", Schemas.timelineItemSchema, landingTimeline],
    ["about timeline", Schemas.timelineItemSchema, aboutTimeline],
    ["prizes", Schemas.prizeSchema, prizes],
    ["prize pool", Schemas.amountSchema, [prizePool]],
    ["sponsor groups", Schemas.sponsorGroupSchema, sponsorGroups],
    ["question groups", Schemas.questionGroupSchema, Faq.questionGroups],
    ["stats", Schemas.statSchema, aboutStats],
    ["social links", Schemas.linkSchema, socialLinks],
    ["resource pages", Schemas.readingPageSchema, resourcePages],
    ["legal pages", Schemas.legalPageSchema, legalPages],
    ["pages", Schemas.sitePageSchema, Object.values(Pages.pages)],
    ["the page of no address", Schemas.pageSchema, [Pages.notFoundPage]],
    [
      "descriptions",
      Schemas.pageDescriptionSchema,
      [...Object.values(Pages.pages), Pages.notFoundPage].map(descriptionOf),
    ],
    ["pictures", Schemas.imageSchema, [...images, LinkPreviews.openGraphImage]],
    ["days of the event", Schemas.instantSchema, daysOfEvent()],
  ];

  test.each(lists)("%s fit their schema", (_, schema, items) => {
    const problems = items.flatMap((item) => {
      const { error } = schema.safeParse(item);
      return error ? [z.prettifyError(error)] : [];
    });
    expect(problems).toEqual([]);
  });

  test("the schema refuses a day without India's offset", () => {
    const accepts = (instant: string) =>
      Schemas.instantSchema.safeParse(instant).success;
    expect(accepts("2025-06-28T00:00:00+05:30")).toBe(true);
    expect(accepts("2025-06-28T00:00:00Z")).toBe(false);
    expect(accepts("2025-06-28")).toBe(false);
  });

  test("no words are empty or untidy", () => {
    const untidy = sentences(everything).filter(
      (text) => text.includes("  ") || /\b(lorem|todo|tbd)\b/i.test(text),
    );
    expect(untidy).toEqual([]);
  });
});

describe("ids", () => {
  const lists: (readonly [string, readonly { id: string }[]])[] = [
    ["awards", prizes.flatMap((prize) => [...prize.awards])],
    ["pages to read", [...legalPages, ...resourcePages]],
    ["sponsors", sponsorGroups.flatMap((group) => [...group.sponsors])],
    // Questions and their groups are anchors of one page.
    [
      "anchors of the questions",
      Faq.questionGroups.flatMap((group) => [group, ...group.questions]),
    ],
    ...found(everything, z.array(z.looseObject({ id: z.string() })).min(1)).map(
      (list) => [`those of ${list[0]?.id}`, list] as const,
    ),
  ];

  test.each(lists)("%s have an id each", (_, items) => {
    const ids = items.map(({ id }) => id);
    expect(ids).toEqual([...new Set(ids)]);
  });
});

describe("pictures", () => {
  const all = found(everything, Schemas.imageSchema);

  test.each(all.map((image) => [image.src, image] as const))(
    "%s exists in the size that content says",
    (src, { width, height }) => {
      const file = fileOf(src);
      expect(existsSync(file)).toBe(true);
      expect(sizeOf(file)).toEqual({ width, height });
    },
  );

  test.runIf(isOurs)("every picture in the folder is used", () => {
    const used = new Set<string>(all.map(({ src }) => src));
    const files = readdirSync(join(publicFolder, "images"), {
      recursive: true,
      withFileTypes: true,
    })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .map((file) => `/${relative(publicFolder, file).replaceAll("\\", "/")}`);
    expect(files.filter((file) => !used.has(file))).toEqual([]);
  });

  test("drawings load nothing and run nothing", () => {
    const drawings = all.filter(({ src }) => src.endsWith(".svg"));
    const active = drawings.filter(({ src }) =>
      /<script|<foreignObject|<text|\son\w+=|(?:href|url\()["']?(?:https?:|data:|\/\/)/i.test(
        readFileSync(fileOf(src), "utf8"),
      ),
    );
    expect(active).toEqual([]);
  });
});

describe("dates", () => {
  test.each<[string, readonly string[]]>([
    ["the event", daysOfEvent()],
    ["the landing timeline", landingTimeline.map(({ date }) => date)],
    [
      "the about timeline",
      aboutTimeline.flatMap(({ date, lastDate }) => [date, lastDate]),
    ],
  ])("those of %s ascend", (_, dates) => {
    const instants = dates.map((date) => Date.parse(date));
    expect(instants).toEqual(
      [...new Set(instants)].toSorted((left, right) => left - right),
    );
  });
});

describe("links", () => {
  const hrefs = [
    ...found(everything, z.object({ href: z.string() })).map((l) => l.href),
    ...Object.values(links).filter((link) => link.startsWith("https:")),
  ];
  const known: string[] = Object.values(paths);

  test("content links somewhere", () => {
    expect(hrefs.length).toBeGreaterThan(20);
  });

  test("those within the site lead to a page of it", () => {
    const internal = hrefs.filter((href) => href.startsWith("/"));
    expect(
      internal.filter((href) => !known.includes(href.replace(/\?.*/u, ""))),
    ).toEqual([]);
  });

  test("those that leave it are https or mail", () => {
    const external = hrefs.filter((href) => !href.startsWith("/"));
    const bad = external.filter(
      (href) =>
        !URL.canParse(href) ||
        !["https:", "mailto:"].includes(new URL(href).protocol),
    );
    expect(bad).toEqual([]);
  });

  test("mail goes to the organisers with a subject", () => {
    const mails = hrefs.filter((href) => href.startsWith("mailto:"));
    for (const mail of mails) {
      const url = new URL(mail);
      expect(url.pathname).toBe(links.contactEmail);
      expect(url.searchParams.get("subject")).toContain(event.edition);
    }
  });

  test("every address of the site has a name of its own", () => {
    expect(known).toEqual([...new Set(known)]);
  });

  test("pages can be told apart by title and description", () => {
    const {
      home,
      organiser,
      checkIn,
      judge,
      bufferLogin,
      bufferRegister,
      ...others
    } = Pages.pages;
    const distinct = Object.values(others);
    expect(home).toEqual({ ...others.landing, path: paths.home });
    expect(organiser).toEqual({ ...others.landing, path: paths.organiser });
    expect(checkIn.title).toBe(others.landing.title);
    expect(judge).toEqual({ ...others.landing, path: paths.judge });
    expect(bufferLogin.title).not.toBe(bufferRegister.title);
    for (const wordsOf of [(page: Schemas.Page) => page.title, descriptionOf])
      expect(new Set(distinct.map(wordsOf)).size).toBe(distinct.length);
  });
});

describe("what is told at several places", () => {
  test("judging goes by the same criteria wherever it is told", () => {
    const [first, last] = [Faq.criteria.at(0), Faq.criteria.at(-1)];
    const answer = JSON.stringify(Faq.aboutQuestions);
    expect(answer).toContain(`By ${first}, `);
    expect(answer).toContain(` and ${last}.`);
    expect(DEFAULT_CRITERIA).toHaveLength(Faq.criteria.length);
    for (const { text } of DEFAULT_CRITERIA) {
      expect(JSON.stringify(judging)).toContain(text);
    }
  });
});

describe("link previews and search engines", () => {
  const origin = "https://hackarena.test";

  test("the preview's addresses are absolute", () => {
    const tags = LinkPreviews.openGraphTags(origin);
    expect(tags["og:url"]).toBe(`${origin}/`);
    expect(tags["og:image"]).toBe(
      `${origin}${LinkPreviews.openGraphImage.src}`,
    );
  });
});

function daysOfEvent(): string[] {
  return [
    event.registrationOpens,
    event.registrationDeadline,
    event.preEventDay,
    event.teamFinalization,
    event.firstDay,
    event.lastDay,
  ];
}

/** Every object within `value` that fits the schema. */
function found<T>(value: unknown, schema: z.ZodType<T>): T[] {
  if (typeof value !== "object" || value === null) return [];
  const { data } = schema.safeParse(value);
  const inside = Object.values(value).flatMap((part) => found(part, schema));
  return data === undefined ? inside : [data, ...inside];
}

function sentences(value: unknown): string[] {
  if (typeof value === "string") return [value];
  if (typeof value !== "object" || value === null) return [];
  return Object.values(value).flatMap(sentences);
}

function sizeOf(file: string): { width: number; height: number } {
  const bytes = readFileSync(file);
  if (file.endsWith(".png"))
    return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
  const [root = ""] = /<svg[^>]*>/.exec(bytes.toString("utf8")) ?? [];
  const side = (name: string) =>
    Number(new RegExp(`\\s${name}="(\\d+)"`).exec(root)?.[1]);
  return { width: side("width"), height: side("height") };
}
