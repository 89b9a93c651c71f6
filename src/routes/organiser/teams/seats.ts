import { MAX_TEAM_SIZE } from "#convex/teams/shared/teams";

/** Where a team is drawn as a square, its seats stand in two rows. */
export const SEATS_IN_ROW = Math.max(2, Math.ceil(MAX_TEAM_SIZE / 2));
