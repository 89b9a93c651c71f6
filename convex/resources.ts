import { v } from "convex/values";
import { organiserMutation, organiserQuery, publicQuery } from "./functions";
import * as ReadKeys from "./platform/readKeys";
import { listResources, resources, shownResource } from "./content/kinds";
import { nextChangeValidator } from "./platform/shared/nextChange";

/**
 * Returns the resources that are out, in the order in which to show them, and when
 * the next one comes out; null for strangers. `at` and `readKey`: see
 * announcements.list.
 */
export const list = publicQuery({
  args: { at: v.number(), readKey: v.optional(v.string()) },
  returns: v.nullable(
    v.object({ resources: v.array(shownResource), next: nextChangeValidator }),
  ),
  handler: async (ctx, { readKey }) =>
    (await ReadKeys.admits(ctx, "notices", readKey))
      ? listResources(ctx)
      : null,
});

// For organisers; what they do and throw is said at `contentOf` in content/content.ts.
export const all = organiserQuery(resources.all);
export const add = organiserMutation(resources.add);
export const edit = organiserMutation(resources.edit);
export const remove = organiserMutation(resources.remove);
export const putBack = organiserMutation(resources.putBack);
