/**
 * What mutations note for those who follow: imports go down, facts go up. A room notes what it has done, and the builders of
 * functions.ts run consequences.ts after the handler, in the same transaction, so that no door forgets it.
 */
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";

export type Fact =
  | { kind: "person entered"; userId: Id<"users">; teamId: Id<"teams"> }
  | { kind: "person left"; userId: Id<"users">; team: Doc<"teams"> }
  /** Its people, its words, or whether it takes somebody in; or it is gone. */
  | { kind: "team changed"; teamId: Id<"teams"> }
  /** A name, or what a card shows. */
  | { kind: "profile changed"; userId: Id<"users"> }
  | { kind: "handed in"; handInId: Id<"handIns">; receipt: number }
  | { kind: "hand-in withdrawn" };

/** The context of mutations that note facts, as all builders of mutations give it. */
export type NotingCtx = MutationCtx & { note: (fact: Fact) => void };
