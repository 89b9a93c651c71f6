/**
 * The results, and how they are published.
 *
 * Until judging is closed nobody sees another's marks, and until the results are
 * published only organisers see them, and the hall what ceremony.ts has revealed.
 * Publishing is one mutation, so every page shows the results with the same update.
 */
import type { Doc } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { refuse } from "../../shared/errors";
import {
  type Awarded,
  type ProjectResult,
  type PublishedResults,
  type Results,
  scoreOf,
} from "../../shared/judging";
import { TRACKS } from "../../shared/projects";
import * as Assignments from "./assignments";
import * as Ceremony from "./ceremony";
import * as HandIns from "../projects/handIns";
import * as Judging from "./judging";
import { fit } from "./severity";
import * as TableNumbers from "./tableNumbers";

/** The prizes for places, of `src/content/prizes.ts`. */
const PLACES = ["first-place", "second-place"] as const;

/** Scores are rounded to two decimals, so that equal-looking scores are equal. */
const DECIMALS = 100;

/**
 * Returns the awards, without the names of teams that hide theirs; null until they are
 * published.
 */
export async function findPublished(
  ctx: QueryCtx,
): Promise<PublishedResults | null> {
  const { published } = await Judging.getState(ctx);
  if (published === undefined) return null;
  const awards = published.awards.map((award) => asEveryoneSees(ctx, award));
  return { ...published, awards: await Promise.all(awards) };
}

async function asEveryoneSees(ctx: QueryCtx, award: Awarded): Promise<Awarded> {
  return (await Ceremony.hidesTeam(ctx, award.projectId))
    ? { ...award, teamId: null, teamName: null }
    : award;
}

/**
 * Returns the results as this person may see them: organisers everything once judging is
 * closed, everyone else the awards once they are published.
 * @throws `judging_open`, `not_published`
 */
export async function readFor(
  ctx: QueryCtx,
  viewer: Doc<"users"> | null,
): Promise<Results> {
  if (viewer?.role === "organiser") {
    const computed = await compute(ctx);
    const { published } = await Judging.getState(ctx);
    return {
      ...computed,
      publishedAt: published?.at ?? null,
      awards: published?.awards ?? computed.awards,
    };
  }
  const published = await findPublished(ctx);
  if (published === null) return refuse("not_published");
  return {
    publishedAt: published.at,
    awards: published.awards,
    projects: null,
    judges: null,
  };
}

/**
 * Fixes the awards for the ceremony, as they are computed now.
 * @throws `judging_open`, `results_published`, `nothing_handed_in`, `ceremony_under_way`
 */
export async function stage(
  ctx: MutationCtx,
  organiser: Doc<"users">,
): Promise<void> {
  const { published } = await Judging.getState(ctx);
  if (published !== undefined) refuse("results_published");
  await Ceremony.stage(ctx, organiser, await computeAwards(ctx));
}

/**
 * Publishes the results, as they are staged, or else as they are computed now: everyone
 * sees them from this mutation on, and they no longer change.
 * @throws `judging_open`, `nothing_handed_in` if no project is scored
 */
export async function publish(
  ctx: MutationCtx,
  organiser: Doc<"users">,
): Promise<void> {
  if ((await Judging.getState(ctx)).published !== undefined) return;
  const awards = (await Ceremony.finish(ctx)) ?? (await computeAwards(ctx));
  await Judging.publish(ctx, organiser, { at: Date.now(), awards });
}

/** @throws `judging_open`, `nothing_handed_in` */
async function computeAwards(ctx: QueryCtx): Promise<Awarded[]> {
  const { awards } = await compute(ctx);
  if (awards.length === 0) refuse("nothing_handed_in");
  return awards;
}

/** @throws `judging_open` */
async function compute(ctx: QueryCtx) {
  const state = await Judging.getState(ctx);
  if (state.closedAt === undefined) refuse("judging_open");
  const criteria = Judging.criteriaOf(state);
  const handedIn = await HandIns.listCurrent(ctx);
  const tables = await TableNumbers.all(ctx);
  const scored = (await Assignments.listCurrent(ctx, handedIn)).flatMap(
    ({ marks, ...card }) => (marks === undefined ? [] : [{ ...card, marks }]),
  );
  const { fair, raw, severity } = fit(
    scored.map(({ judgeId, projectId, marks }) => ({
      judge: judgeId,
      project: projectId,
      score: scoreOf(criteria, marks),
    })),
  );
  const projects = ranked(
    handedIn.map(({ projectId, name, teamName, tracks }) => ({
      _id: projectId,
      name,
      teamName,
      table: tables.get(projectId) ?? "",
      tracks,
      scorecards: scored.filter((card) => card.projectId === projectId).length,
      fair: rounded(fair.get(projectId)),
      raw: rounded(raw.get(projectId)),
    })),
  );
  const names = new Map(
    scored.map(({ judgeId, judgeName }) => [judgeId, judgeName]),
  );
  const judges = [...names].map(([_id, name]) => ({
    _id,
    name: name === "" ? "Account deleted" : name,
    scorecards: scored.filter(({ judgeId }) => judgeId === _id).length,
    severity: rounded(severity.get(_id)) ?? 0,
  }));
  return {
    projects,
    judges: judges.toSorted((one, other) => other.severity - one.severity),
    awards: awardsOf(projects, handedIn),
  };
}

/** Adds ranks, best first; unscored projects have none and come last. */
function ranked(
  projects: Omit<ProjectResult, "rank" | "rawRank" | "isTied">[],
): ProjectResult[] {
  const rankBy = (key: "fair" | "raw", own: number | null) =>
    own === null
      ? null
      : 1 + projects.filter((other) => (other[key] ?? 0) > own).length;
  return projects
    .map((project) => ({
      ...project,
      rank: rankBy("fair", project.fair),
      rawRank: rankBy("raw", project.raw),
      isTied:
        project.fair !== null &&
        projects.filter(({ fair }) => fair === project.fair).length > 1,
    }))
    .toSorted(
      (one, other) =>
        (one.rank ?? Infinity) - (other.rank ?? Infinity) ||
        one.name.localeCompare(other.name),
    );
}

/**
 * The places, and the best project of each track; a project can win a place and tracks.
 * Tied projects share a prize, and the next place stays empty, as in sports.
 */
function awardsOf(
  projects: readonly ProjectResult[],
  handedIn: readonly HandIns.HandIn[],
): Awarded[] {
  const scored = projects.filter(({ fair }) => fair !== null);
  const teamOf = new Map(
    handedIn.map(({ projectId, teamId }) => [projectId, teamId]),
  );
  const give = (award: string, winners: readonly ProjectResult[]): Awarded[] =>
    winners.flatMap(({ _id, name, teamName }) => {
      const teamId = teamOf.get(_id);
      if (teamId === undefined) return [];
      return {
        award,
        projectId: _id,
        projectName: name,
        teamId,
        teamName,
        isTied: winners.length > 1,
      };
    });
  const places = PLACES.flatMap((award, index) =>
    give(
      award,
      scored.filter(({ rank }) => rank === index + 1),
    ),
  );
  const tracks = TRACKS.flatMap((track) => {
    const entered = scored.filter((project) => project.tracks.includes(track));
    const best = Math.max(...entered.map(({ fair }) => fair ?? 0));
    return give(
      track,
      entered.filter(({ fair }) => fair === best),
    );
  });
  return [...places, ...tracks];
}

function rounded(value: number | undefined): number | null {
  // Adding 0 turns -0 into 0.
  return value === undefined
    ? null
    : Math.round(value * DECIMALS) / DECIMALS + 0;
}
