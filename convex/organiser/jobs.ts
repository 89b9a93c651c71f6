import { internalQuery } from "../functions";
import * as Integrity from "./integrity";
import { integrityValidator } from "./shared";

/**
 * The same as organiser.integrity, for the command line: `npx convex run
 * organiser/jobs:check`.
 */
export const check = internalQuery({
  args: {},
  returns: integrityValidator,
  handler: async (ctx) => Integrity.check(ctx),
});
