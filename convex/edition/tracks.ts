/** The special awards of `prizes.ts`, which are the tracks that a project can enter. */
export const TRACKS = [
  "best-freshers",
  "best-game-dev-project",
  "all-girls-team",
  "sponsor-track-cloud",
  "sponsor-track-data",
  "community-app-dev",
] as const;
