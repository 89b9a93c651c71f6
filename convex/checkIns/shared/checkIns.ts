/**
 * Check-ins: that a person has arrived, as a phone at the desk has noted it. The phone
 * gives each a key and its own time, corrected by the deployment's, and keeps it until the
 * deployment has answered. Times are milliseconds since the epoch.
 */
import { v, type Infer } from "convex/values";
import * as z from "zod/mini";
import { singleLine, literals } from "../../platform/shared/input";

/**
 * How late a check-in may be sent. An earlier time is a wrong clock, and counts as now.
 */
export const MAX_LATE_MS = 3 * 24 * 60 * 60 * 1000;

/** What a phone at the desk sends with a check-in. */
export const checkInSchema = z.object({
  /** Random, made by the phone for this check-in. */
  key: singleLine("The key", 64),
  /** What the phone calls its desk: "Desk 1". */
  desk: singleLine("Desk", 30),
});

/** What it sends with an undo. */
export const undoSchema = z.object({ key: checkInSchema.shape.key });

/** A check-in as it is stored. */
export const storedCheckInValidator = v.object({
  key: v.string(),
  at: v.number(),
  desk: v.string(),
  /** Who made it; refers to no row once the account is deleted. */
  byId: v.id("users"),
  /** Whether they have seen the form of a guardian. */
  guardianFormSeen: v.boolean(),
  /**
   * False if the person was not on the phone's list, so that the signature of the pass is
   * all that spoke for them.
   */
  isByList: v.boolean(),
});
export type StoredCheckIn = Infer<typeof storedCheckInValidator>;

/** A person's check-ins that no undo has taken back, the latest undo, and whether a guardian's form was seen. */
export const checkInRowValidator = v.object({
  userId: v.id("users"),
  /** The earliest, which counts; null without one. */
  first: v.nullable(storedCheckInValidator),
  /** The last other one, by another scan. */
  again: v.optional(storedCheckInValidator),
  /** Those between the two, in order: one of them counts if an undo that arrives later takes back what was before it. */
  between: v.optional(v.array(storedCheckInValidator)),
  /** The undo that somebody pressed last: it takes back all check-ins up to its time, also those that arrive after it. */
  undone: v.optional(
    v.object({
      /** The key of the undo. */
      key: v.string(),
      /** The keys of what is not stored any more, so that it is known when it is sent again: check-ins, and other undos. */
      checkInKeys: v.array(v.string()),
      at: v.number(),
      byId: v.id("users"),
    }),
  ),
  /** The last word about the form of a guardian, by the tick of a check-in or without one; void if an undo is later. */
  form: v.optional(v.object({ at: v.number(), isSeen: v.boolean() })),
  /** When the row was written, in milliseconds since the epoch, or a little later: each has another time. */
  changedAt: v.optional(v.number()),
});

/** When and where. */
export const momentValidator = storedCheckInValidator.pick("at", "desk");
export type Moment = Infer<typeof momentValidator>;

/** What a phone is told of a check-in that it has sent. */
export const checkInOutcomeValidator = v.object({
  /**
   * "repeated": the deployment has had this check-in before. "again": the person is checked in
   * by another one, `first`. "undone": somebody has taken it back before it arrived.
   */
  status: literals("first", "repeated", "again", "undone"),
  first: momentValidator,
});
export type CheckInOutcome = Infer<typeof checkInOutcomeValidator>;

/**
 * Who may come, for the phones at the desk; without addresses. Who has come is another
 * answer, so that a check-in does not send everybody's name to each desk again.
 */
export const deskListValidator = v.object({
  /** Verifies passes; see passes.ts. */
  publicKey: v.string(),
  /** In the order of signing up. */
  people: v.array(
    v.object({
      uid: v.id("users"),
      name: v.string(),
      /** Empty if not given. */
      college: v.string(),
      teamId: v.nullable(v.id("teams")),
      /** With its leader's name where another one looks like it. */
      teamName: v.nullable(v.string()),
    }),
  ),
  /** False if there are more people than one query may read. */
  isComplete: v.boolean(),
});
export type DeskList = Infer<typeof deskListValidator>;

/** Who has come, for the same, and whose check-in was undone, in the order of the changes. */
export const deskArrivalsValidator = v.array(
  v.object({
    uid: v.id("users"),
    /** Without them the person is not checked in any more. */
    ...momentValidator.partial().fields,
    guardianFormSeen: v.boolean(),
    changedAt: checkInRowValidator.fields.changedAt,
  }),
);
export type DeskArrivals = Infer<typeof deskArrivalsValidator>;

/** A participant's own pass. */
export const passValidator = v.object({
  /** The text of the QR. */
  text: v.string(),
  name: v.string(),
  college: v.string(),
  teamName: v.nullable(v.string()),
  checkedInAt: v.nullable(v.number()),
});
export type Pass = Infer<typeof passValidator>;

const seenValidator = v.object({
  ...momentValidator.fields,
  /** The name of who made it; empty once their account is deleted. */
  by: v.string(),
});

/** A person's check-ins as organisers see them. */
export const checkedInPersonValidator = v.object({
  uid: v.id("users"),
  name: v.string(),
  email: v.string(),
  college: v.string(),
  teamName: v.nullable(v.string()),
  first: v.nullable(seenValidator),
  guardianFormSeen: v.boolean(),
  isByList: v.boolean(),
  again: v.nullable(seenValidator),
  undone: v.nullable(seenValidator.omit("desk")),
});
export type CheckedInPerson = Infer<typeof checkedInPersonValidator>;

/** How people have arrived. */
export const arrivalsValidator = v.object({
  arrived: v.number(),
  /** The minutes with arrivals, in order; `at` is the minute's start. */
  minutes: v.array(v.object({ at: v.number(), count: v.number() })),
  /** By name. */
  desks: v.array(v.object({ desk: v.string(), count: v.number() })),
  /** How many have been scanned at more than one time or desk. */
  again: v.number(),
});
export type Arrivals = Infer<typeof arrivalsValidator>;
