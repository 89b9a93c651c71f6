import { prizes } from "./prizes";
import type { Award, Prize } from "./schemas";

/** The texts of the prizes by id, as results and projects name them. */
export function awardOf(id: string): Prize | Award | undefined {
  return (
    prizes.find((prize) => prize.id === id) ??
    prizes
      .flatMap(({ awards }): Award[] => [...awards])
      .find((it) => it.id === id)
  );
}

/** The title of a place or a track. */
export function awardTitle(id: string): string {
  return awardOf(id)?.title ?? id;
}
