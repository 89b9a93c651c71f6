/**
 * The ceremony: results that are staged and then revealed in the hall, award after award,
 * before they are published.
 */
import { v, type Infer } from "convex/values";
import * as z from "zod/mini";
import { optionalLine } from "../../platform/shared/input";
import { pictureViewValidator } from "../../projects/shared/pictures";
import { correctionValidator } from "./judging";

export const MAX_SENTENCE_LENGTH = 160;

/**
 * After somebody else's step a remote takes no press for this long: it was meant for what was there before. Two pages of
 * one organiser are two remotes.
 */
export const REST_AFTER_OTHERS_MS = 4_000;

/** Why a project wins, in a sentence; it may be empty. */
export const sentenceSchema = z.object({
  sentence: optionalLine("Sentence", MAX_SENTENCE_LENGTH),
});

/** An award as the hall sees it. More than one winner: they share it. */
export const shownAwardValidator = v.object({
  /** A place ("first-place") or a track. */
  award: v.string(),
  /** May be empty. */
  sentence: v.string(),
  winners: v.array(
    v.object({
      projectName: v.string(),
      /** Null for a team that hides its names. */
      teamName: v.nullable(v.string()),
      /** Only of the one project in the first place: who built it, nobody if the team hides, and its first picture. */
      members: v.optional(v.array(v.string())),
      picture: v.optional(pictureViewValidator),
    }),
  ),
  /** After the publication; then there may be no winner. */
  corrected: v.optional(correctionValidator.pick("at", "reason")),
});
export type ShownAward = Infer<typeof shownAwardValidator>;

/** Of what an award says when it is staged: who edits its sentence has seen this. */
export function describedIn({
  winners,
  sentence,
}: {
  winners: readonly { projectName: string }[];
  sentence: string;
}): string {
  return `“${sentence}”, for ${winners.map((it) => it.projectName).join(", ")}`;
}

/** What anyone may know of a ceremony: what has been revealed, and nothing that says how much is left. */
export const revealedValidator = v.object({
  isBlank: v.boolean(),
  /** Invented names, to try it out. */
  isRehearsal: v.boolean(),
  /** The oldest first; empty while the stage is blank. */
  shown: v.array(shownAwardValidator),
});
export type Revealed = Infer<typeof revealedValidator>;

/** What organisers see of a ceremony. */
export const remoteValidator = v.object({
  _id: v.id("ceremonies"),
  isBlank: v.boolean(),
  isRehearsal: v.boolean(),
  /** 0: nobody else is told anything. 1: the stage is open and empty. From then on, one award more each. */
  step: v.number(),
  /** In the order in which they are revealed, as the hall will see them. */
  awards: v.array(shownAwardValidator),
  /** The last step: who made it, on which page, and what it was, such as "revealed Kite". */
  last: v.nullable(
    v.object({
      at: v.number(),
      by: v.string(),
      page: v.string(),
      did: v.string(),
    }),
  ),
});
export type Remote = Infer<typeof remoteValidator>;
