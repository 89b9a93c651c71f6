/** The progress of judging, for organisers. Writes nothing. */
import type { QueryCtx } from "../_generated/server";
import type { JudgingProgress } from "./shared/judging";
import * as Assignments from "./assignments";
import * as HandIns from "../projects/handIns";
import * as Judges from "./judges";
import * as Judging from "./judging";
import * as Scorecards from "./scorecards";
import * as TableNumbers from "./tableNumbers";

/** Returns who judges what and has scored it, without marks. */
export async function read(ctx: QueryCtx): Promise<JudgingProgress> {
  const { perProject, closedAt, published } = await Judging.getState(ctx);
  const projects = await HandIns.listCurrent(ctx);
  const judges = await Judges.list(ctx);
  const tables = await TableNumbers.all(ctx);
  const cards = await Assignments.listCurrent(ctx, projects);
  // The current name: it may have changed since the assignment.
  const names = new Map<string, string>(
    judges.map(({ user }) => [user._id, user.displayName]),
  );
  return {
    perProject: perProject ?? null,
    closedAt: closedAt ?? null,
    publishedAt: published?.at ?? null,
    scored: cards.filter(Scorecards.isScored).length,
    total: cards.length,
    judges: judges.map(({ user, tracks, conflicts }) => {
      const own = cards.filter(({ judgeId }) => judgeId === user._id);
      return {
        _id: user._id,
        name: user.displayName,
        email: user.email,
        tracks,
        conflicts,
        scored: own.filter(Scorecards.isScored).length,
        total: own.length,
        lastScoredAt: lastOf(own),
      };
    }),
    projects: projects.map(({ projectId, teamId, name, teamName, tracks }) => ({
      _id: projectId,
      teamId,
      name,
      teamName,
      table: tables.get(projectId) ?? "",
      tracks,
      judges: cards
        .filter((card) => card.projectId === projectId)
        .map((card) => ({
          judgeId: card.judgeId,
          name: names.get(card.judgeId) ?? card.judgeName,
          isScored: Scorecards.isScored(card),
          isByHand: card.isByHand,
        })),
    })),
  };
}

function lastOf(cards: readonly Scorecards.Scorecard[]): number | null {
  const times = cards.flatMap(({ scoredAt }) => scoredAt ?? []);
  return times.length === 0 ? null : Math.max(...times);
}
