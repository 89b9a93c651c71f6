/** The screens of the hall: what their pages ask and say, and how organisers steer them. */
import { v } from "convex/values";
import {
  organiserMutation,
  organiserQuery,
  publicMutation,
  publicQuery,
} from "./functions";
import * as Screens from "./hall/screens";
import { fieldsValidator } from "./platform/shared/audit";
import {
  listedScreenValidator,
  newScreenSchema,
  ownScreenValidator,
  screenWordsSchema,
  showValidator,
} from "./hall/shared/screens";

const ordersToGive = {
  show: v.optional(showValidator),
  isBlank: v.optional(v.boolean()),
};

/**
 * Returns the code of the page that has made this key, and what organisers want it to show;
 * null for a key that no page makes. Anyone may call it.
 */
export const own = publicQuery({
  args: { key: v.string() },
  returns: v.nullable(ownScreenValidator),
  handler: async (ctx, { key }) => Screens.findOwn(ctx, key),
});

/** Notes that the screen with this key lives. Anyone may call it; for other pages nothing is written. */
export const sign = publicMutation({
  args: { key: v.string(), version: v.string(), isAwake: v.boolean() },
  returns: v.null(),
  handler: async (ctx, args) => Screens.noteSign(ctx, args),
});

/** Returns all screens with their last signs of life. */
export const list = organiserQuery({
  args: {},
  returns: v.array(listedScreenValidator),
  handler: async (ctx) => Screens.list(ctx),
});

/**
 * Makes the page that shows this code one of the screens. The orders are those of a screen
 * that was removed and is put back.
 * @throws `required`, `too_long`, `hidden_text`, `invalid_screen_code`, `too_many`
 */
export const add = organiserMutation({
  args: ordersToGive,
  input: newScreenSchema,
  returns: v.null(),
  handler: async (ctx, args) => Screens.add(ctx, ctx.user, args),
});

/**
 * Changes what a screen is called and shows, and keeps the rest. `seen` is what the page
 * showed of what it changes.
 * @throws `required`, `too_long`, `hidden_text`, `not_found`; `changed_since` if another
 *   organiser has changed it otherwise
 */
export const change = organiserMutation({
  args: {
    screenId: v.id("screens"),
    ...ordersToGive,
    // A page that was opened before a deployment may not send it.
    seen: v.optional(fieldsValidator),
  },
  input: screenWordsSchema,
  returns: v.null(),
  handler: async (ctx, { screenId, ...wanted }) =>
    Screens.change(ctx, ctx.user, screenId, wanted),
});

/** Takes a screen off the list. @throws `not_found` */
export const remove = organiserMutation({
  args: { screenId: v.id("screens") },
  returns: v.null(),
  handler: async (ctx, { screenId }) => Screens.remove(ctx, ctx.user, screenId),
});
