/**
 * What organisers may enter, for forms and server. Apart from `schemas.ts`, so
 * that nobody else loads it.
 */
import * as z from "zod/mini";
import * as Limits from "./limits";
import { line, longText, refusing, teamName } from "./schemas";
import { isSafeAddress } from "./text";

/** The arguments with which an organiser renames a team. */
export const renameTeamSchema = z.object({ name: teamName });

const announcementFields = {
  title: line("Title", Limits.MAX_ANNOUNCEMENT_TITLE_LENGTH),
  body: longText("Text", Limits.MAX_ANNOUNCEMENT_BODY_LENGTH),
  pinned: z.boolean(),
};

/** A required instant that a `Date` can hold. A form gives NaN for an incomplete date. */
function instant(label: string) {
  const missing = refusing("required", { label });
  return z
    .number(missing.error)
    .check(z.refine((ms) => ms >= 0 && ms <= Limits.LAST_INSTANT_MS, missing));
}

const publishAt = instant("Time of publication");

/** The fields for editing an announcement. */
export const announcementSchema = z.object({
  ...announcementFields,
  publishAt,
});

/** The fields for publishing one. `publishAt` null means now. */
export const publishAnnouncementSchema = z.object({
  ...announcementFields,
  publishAt: z.nullable(publishAt),
});

/** The fields of a date on the dashboard. */
export const dateSchema = z.object({
  title: line("Title", Limits.MAX_DATE_TITLE_LENGTH),
  startsAt: instant("Date"),
  wholeDay: z.boolean(),
});

const unsafeAddress = refusing("unsafe_address", {});

const missingOrder = refusing("required", { label: "Place in the list" });

const resourceFields = {
  title: line("Title", Limits.MAX_RESOURCE_TITLE_LENGTH),
  url: line("Address", Limits.MAX_RESOURCE_URL_LENGTH).check(
    z.refine(isSafeAddress, unsafeAddress),
  ),
  description: line("Description", Limits.MAX_RESOURCE_DESCRIPTION_LENGTH),
  order: z
    .number(missingOrder.error)
    .check(
      z.refine(
        (order) => Math.abs(order) <= Limits.MAX_RESOURCE_ORDER,
        missingOrder,
      ),
    ),
};

/** The fields for editing a resource. */
export const resourceSchema = z.object({ ...resourceFields, publishAt });

/** The fields for adding one. `publishAt` null means now. */
export const addResourceSchema = z.object({
  ...resourceFields,
  publishAt: z.nullable(publishAt),
});

/** The time at which team changes close. */
export const closingTimeSchema = z.object({
  teamChangesCloseAt: instant("Time at which team changes close"),
});

/** The times at which submissions open and close; either may be missing. */
export const submissionTimesSchema = z
  .object({
    submissionsOpenAt: z.optional(instant("Time at which submissions open")),
    submissionsCloseAt: z.optional(instant("Time at which submissions close")),
  })
  .check(
    z.refine(
      ({ submissionsOpenAt: opens, submissionsCloseAt: closes }) =>
        opens === undefined || closes === undefined || opens < closes,
      {
        ...refusing("closes_before_it_opens", {}),
        path: ["submissionsCloseAt"],
      },
    ),
  );
