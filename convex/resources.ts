import { v } from "convex/values";
import { organiserMutation, organiserQuery, publicQuery } from "./functions";
import * as ReadKeys from "./model/platform/readKeys";
import * as Resources from "./model/content/resources";
import { checked } from "./shared/check";
import { addResourceSchema, resourceSchema } from "./shared/organiserSchemas";
import {
  editableResourceValidator,
  nextChangeValidator,
  resourceValidator,
} from "./shared/validators";

const draftFields = {
  title: v.string(),
  url: v.string(),
  description: v.string(),
  order: v.number(),
};

/**
 * Returns the resources that are out, in the order in which to show them, and when
 * the next one comes out; null for strangers. `at` and `readKey`: see
 * announcements.list.
 */
export const list = publicQuery({
  args: { at: v.number(), readKey: v.optional(v.string()) },
  returns: v.nullable(
    v.object({
      resources: v.array(resourceValidator),
      next: nextChangeValidator,
    }),
  ),
  handler: async (ctx, { readKey }) =>
    (await ReadKeys.admits(ctx, "notices", readKey))
      ? Resources.listPublished(ctx)
      : null,
});

/**
 * Returns all resources, those to come included, at most 200, in the order in
 * which they are shown. For organisers.
 * @throws `not_signed_in`, `organisers_only`
 */
export const all = organiserQuery({
  args: {},
  returns: v.array(editableResourceValidator),
  handler: async (ctx) => Resources.listAll(ctx),
});

/**
 * Adds a resource, out from `publishAt` on or from now on if that is null, and
 * returns its id. For organisers.
 * @throws `not_signed_in`, `organisers_only`, `required`, `too_long`,
 *   `hidden_text`, `unsafe_address`
 */
export const add = organiserMutation({
  args: { ...draftFields, publishAt: v.nullable(v.number()) },
  returns: v.id("resources"),
  handler: async (ctx, args) =>
    Resources.add(ctx, ctx.user, checked(addResourceSchema, args)),
});

/**
 * Replaces all fields of a resource. For organisers.
 * @throws `not_signed_in`, `organisers_only`, `required`, `too_long`,
 *   `hidden_text`, `unsafe_address`, `not_found`
 */
export const edit = organiserMutation({
  args: {
    resourceId: v.id("resources"),
    ...draftFields,
    publishAt: v.number(),
  },
  returns: v.null(),
  handler: async (ctx, { resourceId, ...args }) => {
    const draft = checked(resourceSchema, args);
    await Resources.edit(ctx, ctx.user, { resourceId, draft });
    return null;
  },
});

/**
 * Deletes a resource, whether it is out or not. For organisers.
 * @throws `not_signed_in`, `organisers_only`, `not_found`
 */
export const remove = organiserMutation({
  args: { resourceId: v.id("resources") },
  returns: v.null(),
  handler: async (ctx, { resourceId }) => {
    await Resources.remove(ctx, ctx.user, resourceId);
    return null;
  },
});
