/**
 * Skills in profiles, cards and openings. Forms suggest a list, which is content of the
 * page; any other skill can be typed.
 */
import * as z from "zod/mini";
import { singleLine, refusing } from "../../platform/shared/input";

export const MAX_SKILLS = 8;
export const MAX_SKILL_LENGTH = 30;

/** The form in which skills are compared: letter case is ignored. */
export function skillKey(skill: string): string {
  return skill.toLowerCase();
}

/** Returns the skills without repetitions; the first spelling of each stays. */
export function withoutRepeats(skills: readonly string[]): string[] {
  const byKey = new Map<string, string>();
  for (const skill of skills)
    if (!byKey.has(skillKey(skill))) byKey.set(skillKey(skill), skill);
  return [...byKey.values()];
}

const tooMany = refusing("too_many", { label: "skills", max: MAX_SKILLS });

/**
 * Up to eight skills, normalised and without repetitions. The length of the raw list is
 * checked before its entries.
 */
export const skillsSchema = z.pipe(
  z.array(z.unknown()).check(
    z.refine((skills) => skills.length <= 2 * MAX_SKILLS, {
      ...tooMany,
      abort: true,
    }),
  ),
  z.array(singleLine("Skill", MAX_SKILL_LENGTH)).check(
    z.overwrite(withoutRepeats),
    z.refine((skills) => skills.length <= MAX_SKILLS, tooMany),
  ),
);
