import * as z from "zod/mini";
import {
  announcementSchema,
  publishAnnouncementSchema,
} from "#convex/shared/schemas";
import { tidyLine, tidyText } from "#convex/shared/text";
import type { Announcement } from "#convex/shared/validators";
import { indianInput, parseIndianTime } from "../indian-time";

/** The fields' values; `when` is missing where publishing now is not offered. */
export type Typed = {
  title: string;
  body: string;
  pinned: boolean;
  when?: string;
  publishAt: string;
};

/** The time of publication: null for now, NaN for an invalid time. */
export function publicationOf({ when, publishAt }: Typed): number | null {
  return when === "now" ? null : (parseIndianTime(publishAt) ?? Number.NaN);
}

function drafted(typed: Typed) {
  const { title, body, pinned } = typed;
  return { title, body, pinned, publishAt: publicationOf(typed) };
}

/** Turns the fields of a new announcement into the mutation's arguments. */
export const composeSchema = z.pipe(
  z.transform(drafted),
  publishAnnouncementSchema.check(
    z.refine(({ publishAt }) => publishAt === null || publishAt > Date.now(), {
      error: "That time is over. Choose a later one, or publish it now.",
      path: ["publishAt"],
    }),
  ),
);

/** The same for an existing announcement, whose time may be past. */
export const editSchema = z.pipe(z.transform(drafted), announcementSchema);

type Fields = Pick<Announcement, "title" | "body" | "pinned" | "publishAt">;

/** Merges concurrent edits: fields that are unchanged since the form was `opened` keep what is `current`. */
export function keepUntouched(
  opened: Fields,
  draft: Fields,
  current: Fields,
): Fields {
  const isSameTime =
    indianInput(draft.publishAt) === indianInput(opened.publishAt);
  return {
    title: draft.title === tidyLine(opened.title) ? current.title : draft.title,
    body: draft.body === tidyText(opened.body) ? current.body : draft.body,
    pinned: draft.pinned === opened.pinned ? current.pinned : draft.pinned,
    publishAt: isSameTime ? current.publishAt : draft.publishAt,
  };
}
