import * as z from "zod/mini";
import {
  announcementSchema,
  publishAnnouncementSchema,
} from "#convex/shared/organiserSchemas";
import {
  notOver,
  publicationOf,
  type TypedPublication,
} from "../editing/publication-time";

/** The fields' values. */
export type Typed = TypedPublication & {
  title: string;
  body: string;
  pinned: boolean;
};

function drafted(typed: Typed) {
  const { title, body, pinned } = typed;
  return { title, body, pinned, publishAt: publicationOf(typed) };
}

/** Turns the fields of a new announcement into the mutation's arguments. */
export const composeSchema = z.pipe(
  z.transform(drafted),
  publishAnnouncementSchema.check(notOver),
);

/** The same for an existing announcement, whose time may be past. */
export const editSchema = z.pipe(z.transform(drafted), announcementSchema);
