import { userQuery } from "./functions";
import * as Users from "./model/users";
import { profileValidator } from "./shared/validators";

/** The signed-in person's own profile; null when nobody is signed in. */
export const me = userQuery({
  args: {},
  returns: profileValidator,
  handler: async (ctx) => Users.profileOf(ctx.user),
});
