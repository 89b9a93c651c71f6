import { internalQuery } from "../functions";
import * as Integrity from "../model/integrity";
import { integrityValidator } from "../shared/validators";

/** Whether teams and people agree, for who has the deployment's key. */
export const check = internalQuery({
  args: {},
  returns: integrityValidator,
  handler: async (ctx) => Integrity.check(ctx),
});
