/** The tracks that a project can enter: the special awards of `src/content/prizes.ts`. */
export const TRACKS = [
  "best-freshers",
  "best-game-dev-project",
  "all-girls-team",
  "sponsor-track-cloud",
  "sponsor-track-data",
  "community-app-dev",
] as const;
export type Track = (typeof TRACKS)[number];
