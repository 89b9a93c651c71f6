import { TRACKS, type Track } from "#convex/shared/projects";
import { prizes } from "../../content/prizes";
import type { ContentImage } from "../../content/schemas";

/** An award, as the prizes name it. */
export type Winnable = { id: string; title: string; icon: ContentImage };

const special: readonly Winnable[] = prizes.flatMap(({ awards }) => [
  ...awards,
]);

/** The tracks that a project can enter, in the order of the prizes. */
export const tracks: readonly (Winnable & { id: Track })[] = TRACKS.flatMap(
  (id) => {
    const award = special.find((candidate) => candidate.id === id);
    return award === undefined ? [] : [{ ...award, id }];
  },
);

/** The track with this id, which comes from an address. */
export function trackOf(id: string) {
  return tracks.find((track) => track.id === id);
}

/** The place or track that was won. */
export function awardOf(id: string): Winnable | undefined {
  return prizes.find((prize) => prize.id === id) ?? trackOf(id);
}
