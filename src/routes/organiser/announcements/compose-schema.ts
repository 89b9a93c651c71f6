import * as z from "zod/mini";
import {
  announcementSchema,
  publishAnnouncementSchema,
} from "../../../../convex/shared/schemas";
import { parseIndianTime } from "../indian-time";

/** What the fields hold; `when` is there where one may choose to publish now. */
export type Typed = {
  title: string;
  body: string;
  pinned: boolean;
  when?: string;
  publishAt: string;
};

/**
 * When it is to be published.
 * @returns milliseconds since the epoch, null for now, NaN for what is no time
 */
export function publicationOf({ when, publishAt }: Typed): number | null {
  return when === "now" ? null : (parseIndianTime(publishAt) ?? Number.NaN);
}

function drafted(typed: Typed) {
  const { title, body, pinned } = typed;
  return { title, body, pinned, publishAt: publicationOf(typed) };
}

/** What the form for a new announcement collects, as the deployment takes it. */
export const composeSchema = z.pipe(
  z.transform(drafted),
  publishAnnouncementSchema.check(
    z.refine(({ publishAt }) => publishAt === null || publishAt > Date.now(), {
      error: "That time is over. Choose a later one, or publish it now.",
      path: ["publishAt"],
    }),
  ),
);

/** The same for one that is there: its time may be over. */
export const editSchema = z.pipe(z.transform(drafted), announcementSchema);
