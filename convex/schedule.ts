import { organiserMutation, organiserQuery, publicQuery } from "./functions";
import { entryOf, listRows, schedule } from "./content/kinds";

/**
 * Returns the schedule, the earliest entry first. Anyone may call it. The answer does not
 * depend on the clock: pages tell what is on by the deployment's time.
 */
export const list = publicQuery({
  args: {},
  returns: schedule.all.returns,
  handler: async (ctx) => (await listRows(ctx)).map(entryOf),
});

// For organisers; what they do and throw is said at `contentOf` in content/content.ts.
export const all = organiserQuery(schedule.all);
export const add = organiserMutation(schedule.add);
export const edit = organiserMutation(schedule.edit);
export const remove = organiserMutation(schedule.remove);
export const putBack = organiserMutation(schedule.putBack);
