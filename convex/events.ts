import { v } from "convex/values";
import { organiserMutation, organiserQuery, publicQuery } from "./functions";
import * as Events from "./model/content/events";
import * as ReadKeys from "./model/platform/readKeys";
import { checked } from "./shared/check";
import { dateSchema } from "./shared/organiserSchemas";
import { eventValidator } from "./shared/validators";

const draftFields = {
  title: v.string(),
  startsAt: v.number(),
  wholeDay: v.boolean(),
};

/**
 * Returns the dates for the dashboard, the earliest first; null for strangers. `readKey`:
 * see announcements.list.
 */
export const list = publicQuery({
  args: { readKey: v.optional(v.string()) },
  returns: v.nullable(v.array(eventValidator)),
  handler: async (ctx, { readKey }) =>
    (await ReadKeys.admits(ctx, "notices", readKey)) ? Events.list(ctx) : null,
});

/**
 * Returns the same dates. For organisers.
 * @throws `not_signed_in`, `organisers_only`
 */
export const all = organiserQuery({
  args: {},
  returns: v.array(eventValidator),
  handler: async (ctx) => Events.list(ctx),
});

/**
 * Adds a date to every dashboard and returns its id. Of a whole day, any instant
 * of it in India will do. For organisers.
 * @throws `not_signed_in`, `organisers_only`, `required`, `too_long`,
 *   `hidden_text`
 */
export const add = organiserMutation({
  args: draftFields,
  returns: v.id("events"),
  handler: async (ctx, args) =>
    Events.add(ctx, ctx.user, checked(dateSchema, args)),
});

/**
 * Replaces all fields of a date. For organisers.
 * @throws `not_signed_in`, `organisers_only`, `required`, `too_long`,
 *   `hidden_text`, `not_found`
 */
export const edit = organiserMutation({
  args: { eventId: v.id("events"), ...draftFields },
  returns: v.null(),
  handler: async (ctx, { eventId, ...args }) => {
    const draft = checked(dateSchema, args);
    await Events.edit(ctx, ctx.user, { eventId, draft });
    return null;
  },
});

/**
 * Deletes a date. For organisers.
 * @throws `not_signed_in`, `organisers_only`, `not_found`
 */
export const remove = organiserMutation({
  args: { eventId: v.id("events") },
  returns: v.null(),
  handler: async (ctx, { eventId }) => {
    await Events.remove(ctx, ctx.user, eventId);
    return null;
  },
});
