/**
 * Announcements and resources: what organisers enter, for forms and server, and
 * the rows.
 */
import type { GenericId } from "convex/values";
import * as z from "zod/mini";
import {
  instant,
  singleLine,
  longText,
  refusing,
} from "../../platform/shared/input";
import { withoutHidden } from "../../platform/shared/pasted";
import { isSafeAddress, tidyLine } from "../../platform/shared/text";

export const MAX_ANNOUNCEMENT_BODY_LENGTH = 2_000;
export const MAX_RESOURCE_ORDER = 1_000;

const title = singleLine("Title", 120);

/** From when on people see the row, in milliseconds since the epoch. */
const publishAt = instant("Time of publication");

/** The same for a new row; null means now. */
const publishAtOrNow = z.nullable(publishAt);

export const announcementSchema = z.object({
  title,
  body: longText("Text", MAX_ANNOUNCEMENT_BODY_LENGTH),
  /** Pinned ones come before all others. */
  pinned: z.boolean(),
  /** From then on it is no longer pinned; null or absent: it stays pinned. */
  pinnedUntil: z.optional(z.nullable(instant("End of the pin"))),
  /** Important ones are also sent by mail, once, when they come out. */
  important: z.optional(z.boolean()),
  /** These are also sent to phones when they come out, and so is each correction. */
  toPhones: z.optional(z.boolean()),
  publishAt,
});

export const newAnnouncementSchema = z.extend(announcementSchema, {
  publishAt: publishAtOrNow,
});

const missingOrder = refusing("required", { label: "Place in the list" });

export const resourceSchema = z.object({
  title,
  /** A path of this site ("/code-of-conduct") or a URL that begins with https://. */
  url: singleLine("Address", 500, (typed) =>
    withoutHidden(tidyLine(typed)),
  ).check(z.refine(isSafeAddress, refusing("unsafe_address", {}))),
  description: singleLine("Description", 300),
  /** The smallest comes first. */
  order: z
    .number(missingOrder.error)
    .check(
      z.refine((order) => Math.abs(order) <= MAX_RESOURCE_ORDER, missingOrder),
    ),
  publishAt,
});

export const newResourceSchema = z.extend(resourceSchema, {
  publishAt: publishAtOrNow,
});

type Row<Table extends string, Schema extends z.ZodMiniType> = {
  _id: GenericId<Table>;
  /** Organisers alone get those that are removed, as long as they can be put back. */
  removedAt?: number;
} & z.output<Schema>;

/**
 * `author` is the name of the organiser who published it, `mailedAt` when it was sent by
 * mail, in milliseconds since the epoch.
 */
export type Announcement = Row<"announcements", typeof announcementSchema> & {
  author: string;
  mailedAt?: number;
};

/** A resource as organisers see it, whether it is out or not. */
export type EditableResource = Row<"resources", typeof resourceSchema>;

export type Resource = Omit<
  EditableResource,
  "publishAt" | "order" | "removedAt"
>;
