import { internalQuery } from "../functions";
import * as Integrity from "../model/teams/integrity";
import { integrityValidator } from "../shared/organiser";

/**
 * The same as organiser.integrity, for the command line: `npx convex run
 * jobs/integrity:check`.
 */
export const check = internalQuery({
  args: {},
  returns: integrityValidator,
  handler: async (ctx) => Integrity.check(ctx),
});
