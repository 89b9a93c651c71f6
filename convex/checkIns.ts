/** Check-in: participants' passes, the phones at the desk, and what organisers see. */
import { v } from "convex/values";
import {
  deskMutation,
  deskQuery,
  organiserQuery,
  userQuery,
} from "./functions";
import * as CheckIns from "./checkIns/checkIns";
import * as Passes from "./checkIns/passes";
import * as Viewer from "./platform/viewer";
import * as Teams from "./teams/teams";
import {
  arrivalsValidator,
  checkedInPersonValidator,
  checkInOutcomeValidator,
  checkInSchema,
  deskArrivalsValidator,
  deskListValidator,
  passValidator,
  undoSchema,
} from "./checkIns/shared/checkIns";

/** Returns the caller's pass; null for judges and mentors, who are not checked in. */
export const pass = userQuery({
  args: {},
  returns: v.nullable(passValidator),
  handler: async (ctx) => {
    const { user } = ctx;
    if (!Viewer.takesPart(user)) return null;
    return {
      text: await Passes.passOf(ctx, user),
      name: user.displayName,
      college: user.college ?? "",
      teamName: (await Teams.findOwn(ctx, user))?.name ?? null,
      checkedInAt: await CheckIns.arrivalOf(ctx, user._id),
    };
  },
});

/**
 * Returns who may come, for a phone at the desk to keep; `arrived` says who has come.
 */
export const list = deskQuery({
  args: {},
  returns: deskListValidator,
  handler: async (ctx) => CheckIns.listForDesk(ctx),
});

/** Returns who has come, for the same; with `after`, what has changed later than that. */
export const arrived = deskQuery({
  args: { after: v.optional(v.number()) },
  returns: deskArrivalsValidator,
  handler: async (ctx, { after }) => CheckIns.listArrived(ctx, after),
});

/**
 * Checks a person in. The same key is taken once, so that a phone can repeat the call until it
 * is answered; of several check-ins of a person, the earliest counts. `at` is the phone's
 * time, corrected by the deployment's. What was scanned while check-in was open is taken
 * later too.
 * @throws `required`, `too_long`, `hidden_text`, `check_in_closed`, `not_found`,
 *   `participants_only`
 */
export const record = deskMutation({
  args: {
    uid: v.id("users"),
    at: v.number(),
    guardianFormSeen: v.optional(v.boolean()),
    /** False if the person was not on the phone's list. */
    isByList: v.boolean(),
  },
  input: checkInSchema,
  returns: checkInOutcomeValidator,
  handler: async (ctx, { guardianFormSeen = false, ...sent }) =>
    CheckIns.record(ctx, ctx.user, { ...sent, guardianFormSeen }),
});

/**
 * Undoes a person's check-ins and the tick of a guardian's form, except what is later than `at`,
 * the time at which somebody pressed it; also what arrives after it. The same key is taken once.
 * @throws `required`, `too_long`
 */
export const undo = deskMutation({
  args: { uid: v.id("users"), at: v.number() },
  input: undoSchema,
  returns: v.null(),
  handler: async (ctx, args) => CheckIns.undo(ctx, ctx.user, args),
});

/**
 * Notes that the form of a person's guardian was seen, or that this was a mistake; by the
 * phone's time, the last word counts. It needs no check-in, and none is made.
 * @throws `not_found`, `participants_only`
 */
export const noteForm = deskMutation({
  args: { uid: v.id("users"), at: v.number(), isSeen: v.boolean() },
  returns: v.null(),
  handler: async (ctx, args) => CheckIns.noteForm(ctx, args),
});

/**
 * Returns everybody who was checked in, with who was scanned again and whose check-in was undone.
 */
export const all = organiserQuery({
  args: {},
  returns: v.object({
    people: v.array(checkedInPersonValidator),
    isComplete: v.boolean(),
  }),
  handler: async (ctx) => CheckIns.listForOrganisers(ctx),
});

/** Returns how many have arrived, and when and where. */
export const arrivals = organiserQuery({
  args: {},
  returns: arrivalsValidator,
  handler: async (ctx) => CheckIns.countArrivals(ctx),
});
