import { v } from "convex/values";
import { organiserMutation, organiserQuery, publicQuery } from "./functions";
import { dates } from "./model/content/kinds";
import * as ReadKeys from "./model/platform/readKeys";

/**
 * Returns the dates for the dashboard, the earliest first; null for strangers. `readKey`:
 * see announcements.list.
 */
export const list = publicQuery({
  args: { readKey: v.optional(v.string()) },
  returns: v.nullable(dates.all.returns),
  handler: async (ctx, { readKey }) =>
    (await ReadKeys.admits(ctx, "notices", readKey))
      ? dates.all.handler(ctx)
      : null,
});

/**
 * Returns the same dates. For organisers.
 * @throws `not_signed_in`, `organisers_only`
 */
export const all = organiserQuery(dates.all);

/**
 * Adds a date to every dashboard and returns its id. Of a whole day, any instant
 * of it in India will do. For organisers.
 * @throws `not_signed_in`, `organisers_only`, `required`, `too_long`,
 *   `hidden_text`
 */
export const add = organiserMutation(dates.add);

/**
 * Replaces all fields of a date. For organisers.
 * @throws `not_signed_in`, `organisers_only`, `required`, `too_long`,
 *   `hidden_text`, `not_found`
 */
export const edit = organiserMutation(dates.edit);

/**
 * Deletes a date. For organisers.
 * @throws `not_signed_in`, `organisers_only`, `not_found`
 */
export const remove = organiserMutation(dates.remove);
