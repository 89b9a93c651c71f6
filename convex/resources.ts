import { v } from "convex/values";
import { organiserMutation, organiserQuery, publicQuery } from "./functions";
import * as ReadKeys from "./model/platform/readKeys";
import { listResources, resources, shownResource } from "./model/content/kinds";
import { nextChangeValidator } from "./shared/content";

/**
 * Returns the resources that are out, in the order in which to show them, and when
 * the next one comes out; null for strangers. `at` and `readKey`: see
 * announcements.list.
 */
export const list = publicQuery({
  args: { at: v.number(), readKey: v.optional(v.string()) },
  returns: v.nullable(
    v.object({
      resources: v.array(shownResource),
      next: nextChangeValidator,
    }),
  ),
  handler: async (ctx, { readKey }) =>
    (await ReadKeys.admits(ctx, "notices", readKey))
      ? listResources(ctx)
      : null,
});

/**
 * Returns all resources, those to come included, at most 200, in the order in
 * which they are shown. For organisers.
 * @throws `not_signed_in`, `organisers_only`
 */
export const all = organiserQuery(resources.all);

/**
 * Adds a resource, out from `publishAt` on or from now on if that is null, and
 * returns its id. For organisers.
 * @throws `not_signed_in`, `organisers_only`, `required`, `too_long`,
 *   `hidden_text`, `unsafe_address`
 */
export const add = organiserMutation(resources.add);

/**
 * Replaces all fields of a resource. For organisers.
 * @throws `not_signed_in`, `organisers_only`, `required`, `too_long`,
 *   `hidden_text`, `unsafe_address`, `not_found`
 */
export const edit = organiserMutation(resources.edit);

/**
 * Deletes a resource, whether it is out or not. For organisers.
 * @throws `not_signed_in`, `organisers_only`, `not_found`
 */
export const remove = organiserMutation(resources.remove);
