/** Schemas of the content. Pages import only their types, without zod; `tests/src/content.test.ts` applies them. */
import { z } from "zod";

const id = z.string().regex(/^[a-z0-9]+(-[a-z0-9]+)*$/);
const words = z.string().trim().min(1);

/** ISO 8601 with India's offset, +05:30. */
export const instantSchema = z.iso
  .datetime({ offset: true })
  .endsWith("+05:30");

/** A path within the site, an https address or a `mailto:` link. */
const hrefSchema = z.string().regex(/^(\/(?!\/)|https:\/\/|mailto:)\S*$/);

/** Plain text, or text with links in it. */
export const richTextSchema = z.union([
  words,
  z
    .array(
      z.union([
        z.string().min(1),
        z.strictObject({ text: words, href: hrefSchema }),
      ]),
    )
    .min(1)
    .readonly(),
]);

export const imageSchema = z.strictObject({
  /** A file in `public/`. */
  src: z.string().regex(/^\/[a-z0-9/-]+\.(svg|png|jpg|webp|avif)$/),
  width: z.int().positive(),
  height: z.int().positive(),
  /** Empty for a decorative picture. */
  alt: z.string(),
});

export const timelineItemSchema = z.strictObject({
  id,
  /** Of the days between, derived from the first, in UTC. */
  date: z.iso.datetime({ offset: true }),
  /** Only for an item of more than one day. */
  lastDate: instantSchema.optional(),
  title: words,
  description: words,
});

export const amountSchema = z.strictObject({
  currency: z.enum(["INR", "USD"]),
  value: z.int().positive(),
});

export const awardSchema = z.strictObject({
  id,
  title: words,
  description: words,
  icon: imageSchema,
});

export const prizeSchema = z.strictObject({
  id,
  title: words,
  /** One per currency; shown with a plus between them. */
  amounts: z.array(amountSchema).min(1).readonly(),
  icon: imageSchema,
  perks: z.array(words).min(1).readonly(),
  awards: z.array(awardSchema).readonly(),
});

export const sponsorSchema = z.strictObject({
  id,
  name: words,
  logo: imageSchema,
});

export const sponsorGroupSchema = z.strictObject({
  id,
  tier: words,
  sponsors: z.array(sponsorSchema).min(1).readonly(),
});

export const questionSchema = z.strictObject({
  /** Part of an address (`/faq#id`): never change a published one. */
  id,
  question: words.endsWith("?"),
  answer: richTextSchema,
});

export const questionGroupSchema = z.strictObject({
  id,
  title: words,
  questions: z.array(questionSchema).min(1).readonly(),
});

export const statSchema = z.strictObject({
  id,
  value: z.int().positive(),
  label: words,
});

export const linkSchema = z.strictObject({
  id,
  label: words,
  href: hrefSchema,
});

/** A paragraph, or a list. */
export const blockSchema = z.union([
  richTextSchema,
  z.strictObject({
    kind: z.enum(["list", "steps"]),
    items: z.array(richTextSchema).min(1).readonly(),
  }),
]);

const sectionSchema = z.strictObject({
  id,
  title: words,
  blocks: z.array(blockSchema).min(1).readonly(),
});

/** A page of text, such as a legal page. */
export const readingPageSchema = z.strictObject({
  id,
  title: words,
  summary: words,
  sections: z.array(sectionSchema).min(1).readonly(),
});

export const legalPageSchema = readingPageSchema.extend({
  dated: instantSchema,
  /** Of a page that is not in English. */
  language: z.literal("hi").optional(),
});

/** A page's title and description. */
export const pageSchema = z.strictObject({ title: words.max(60) });

/** What search engines show of a page. */
export const pageDescriptionSchema = words.max(160);

/** A page with an address of its own. */
export const sitePageSchema = pageSchema.extend({
  path: z.string().regex(/^\/[a-z0-9/-]*$/),
  /** Shown without the site's navigation and footer. */
  isAlone: z.literal(true).optional(),
});

export type RichText = z.infer<typeof richTextSchema>;
export type ContentImage = z.infer<typeof imageSchema>;
export type TimelineItem = z.infer<typeof timelineItemSchema>;
export type Amount = z.infer<typeof amountSchema>;
export type Award = z.infer<typeof awardSchema>;
export type Prize = z.infer<typeof prizeSchema>;
export type Sponsor = z.infer<typeof sponsorSchema>;
export type SponsorGroup = z.infer<typeof sponsorGroupSchema>;
export type Question = z.infer<typeof questionSchema>;
export type QuestionGroup = z.infer<typeof questionGroupSchema>;
export type Stat = z.infer<typeof statSchema>;
export type ContentLink = z.infer<typeof linkSchema>;
export type Block = z.infer<typeof blockSchema>;
export type Section = z.infer<typeof sectionSchema>;
export type ReadingPage = z.infer<typeof readingPageSchema>;
export type LegalPage = z.infer<typeof legalPageSchema>;
export type Page = z.infer<typeof pageSchema>;
export type SitePage = z.infer<typeof sitePageSchema>;
