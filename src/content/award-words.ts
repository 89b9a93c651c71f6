import { prizes, specialAwards } from "./prizes";
import type { Award, Prize } from "./schemas";

/** The texts of the prizes by id, as results and projects name them. */
export function awardOf(id: string): Prize | Award | undefined {
  return [...prizes, ...specialAwards].find((it) => it.id === id);
}

/** The same in a sentence: "the Vayuforge Track", "1st place". */
export function awardInWords(id: string): string {
  const title = awardTitle(id);
  return title.endsWith(" Track") ? `the ${title}` : title;
}

/** The title of a place or a track. */
export function awardTitle(id: string): string {
  return awardOf(id)?.title ?? id;
}
