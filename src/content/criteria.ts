/**
 * What the judges look for, as an answer names it; the whole sentences are those of the rubric that judges mark by
 * (`convex/shared/rubric.ts`), in the same order.
 */
export const criteria = [
  "how well they work",
  "how original they are",
  "how well they are made",
  "how clearly you show them",
] as const;
