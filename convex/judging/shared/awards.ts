import { TRACKS } from "../../projects/shared/projects";

/** The awards in the order in which they are shown: the places, then the tracks. */
export const AWARDS = ["first-place", "second-place", ...TRACKS] as const;
