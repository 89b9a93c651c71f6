/**
 * The results, and how they are published.
 *
 * Until judging is closed nobody sees another's marks, and until the results are
 * published only organisers see them, and the hall what ceremony.ts has revealed.
 * Publishing is one mutation, so every page shows the results with the same update.
 */
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { refuse } from "../platform/shared/errors";
import { AWARDS } from "./shared/awards";
import {
  type Awarded,
  type Correction,
  linesOf,
  type ProjectResult,
  type Results,
  scoreOf,
} from "./shared/judging";
import { TRACKS } from "../projects/shared/projects";
import * as Assignments from "./assignments";
import * as Ceremony from "./ceremony";
import { requireSeen } from "../platform/seen";
import * as HandIns from "../projects/handIns";
import * as Judging from "./judging";
import { placed } from "./finalOrder";
import * as Finals from "./finals";
import { fit, isTooClose } from "./severity";
import * as TableNumbers from "./tableNumbers";

type ProjectId = Id<"projects">;

/** The prizes for places, of `src/content/prizes.ts`. */
const PLACES = ["first-place", "second-place"] as const;

/** Scores are rounded to two decimals, so that equal-looking scores are equal. */
const DECIMALS = 100;

/**
 * Returns the awards, without the names of teams that hide theirs; null until they are
 * published.
 */
export async function findPublished(ctx: QueryCtx) {
  const state = await Judging.getState(ctx);
  if (state.published === undefined) return null;
  const { at, awards } = state.published;
  return {
    at,
    awards: await Promise.all(awards.map((it) => asEveryoneSees(ctx, it))),
    ...correctionsOf(state),
  };
}

/** The last correction of each award; nothing without any. */
function correctionsOf({ corrections = [] }: Judging.State) {
  const last = new Map(
    corrections.map(({ award, at, reason }): [string, Correction] => [
      award,
      { award, at, reason },
    ]),
  );
  return last.size > 0 ? { corrections: [...last.values()] } : {};
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
export async function readFor(ctx: QueryCtx, viewer: Doc<"users"> | null) {
  if (viewer?.role === "organiser") {
    const computed = await compute(ctx);
    const state = await Judging.getState(ctx);
    return {
      ...computed,
      publishedAt: state.published?.at ?? null,
      awards: state.published?.awards ?? computed.awards,
      ...correctionsOf(state),
    };
  }
  const published = await findPublished(ctx);
  if (published === null) return refuse("not_published");
  const { at: publishedAt, ...told } = published;
  return {
    publishedAt,
    ...told,
    projects: null,
    judges: null,
    closeCalls: null,
  };
}

/** The awards that an organiser saw, as `linesOf` them. */
type Seen = { seen?: string[] | undefined };

/**
 * Fixes the awards for the ceremony, as they are computed now.
 * @throws `judging_open`, `results_published`, `nothing_handed_in`, `ceremony_under_way`,
 *   `changed_since`
 */
export async function stage(
  ctx: MutationCtx,
  organiser: Doc<"users">,
  { seen, losing = 0 }: Seen & { losing?: number | undefined },
) {
  const { published } = await Judging.getState(ctx);
  if (published !== undefined) refuse("results_published");
  const awards = await computeAwards(ctx);
  // What is staged is read on the remote before any of it is revealed.
  if (seen !== undefined) requireSeenAwards(seen, awards);
  await Ceremony.stage(ctx, organiser, awards, losing);
}

function requireSeenAwards(
  seen: string[] | undefined,
  awards: readonly Awarded[],
): void {
  const now = linesOf(awards);
  requireSeen(seen, now, `The results are now: ${now.join("; ")}.`);
}

/**
 * Publishes the results, as they are staged, or else as they are computed now: everyone
 * sees them from this mutation on, and they change no more but by `correct`.
 * @throws `judging_open`, `nothing_handed_in` if no project is scored, `changed_since`
 */
export async function publish(
  ctx: MutationCtx,
  organiser: Doc<"users">,
  { seen }: Seen,
) {
  if ((await Judging.getState(ctx)).published !== undefined) return;
  const awards = (await Ceremony.finish(ctx)) ?? (await computeAwards(ctx));
  requireSeenAwards(seen, awards);
  await Judging.publish(ctx, organiser, { at: Date.now(), awards });
}

/**
 * Gives a published award to other projects, or to nobody, and tells everyone why. Whoever keeps it keeps its sentence.
 * @param seen the projects that the organiser saw with it
 * @throws `not_published`, `not_found`, `changed_since`
 */
export async function correct(
  ctx: MutationCtx,
  organiser: Doc<"users">,
  {
    award,
    projectIds,
    seen,
    reason,
  }: {
    award: string;
    projectIds: ProjectId[];
    seen: ProjectId[];
    reason: string;
  },
): Promise<void> {
  const before = await winnersOf(ctx, award);
  const now = before.map(({ projectId }) => projectId);
  requireSeen(seen.toSorted(), now.toSorted(), whoHas(before));
  const ids = [...new Set(projectIds)];
  const winners = await Promise.all(
    ids.map(
      async (id) =>
        // Who has it keeps it, also if the hand-in or the team is gone.
        before.find(({ projectId }) => projectId === id) ??
        (await newWinner(ctx, award, id)),
    ),
  );
  const isTied = winners.length > 1;
  await Judging.correct(
    ctx,
    organiser,
    award,
    winners.map((it) => ({ ...it, isTied })),
    { at: Date.now(), reason },
  );
}

/**
 * Takes the last correction of an award back: it reads as it did before, with the correction before, if there is one.
 * @param at when the correction was made that the organiser saw
 * @throws `not_published`, `not_found`, `changed_since`
 */
export async function putBack(
  ctx: MutationCtx,
  organiser: Doc<"users">,
  { award, at }: { award: string; at: number },
): Promise<void> {
  const now = await winnersOf(ctx, award);
  const { corrections = [] } = await Judging.getState(ctx);
  const last = corrections.findLast((it) => it.award === award);
  requireSeen(at, last?.at ?? null, whoHas(now));
  await Judging.correct(ctx, organiser, award, last?.before ?? []);
}

/** Returns the winners of a published award. @throws `not_published`, `not_found` */
async function winnersOf(ctx: QueryCtx, award: string): Promise<Awarded[]> {
  const { published } = await Judging.getState(ctx);
  if (published === undefined) return refuse("not_published");
  if (!AWARDS.some((known) => known === award))
    refuse("not_found", { label: "This award" });
  return published.awards.filter((it) => it.award === award);
}

function whoHas(winners: readonly Awarded[]): string {
  const names = winners.map((it) => it.projectName).join(", ");
  return `It is given to ${names || "nobody"} now.`;
}

async function newWinner(
  ctx: QueryCtx,
  award: string,
  projectId: ProjectId,
): Promise<Awarded> {
  const handIn = await HandIns.getCurrent(ctx, projectId);
  if (handIn === null) return refuse("not_found", { label: "This project" });
  const { name: projectName, teamId, teamName } = handIn;
  const project = await ctx.db.get("projects", projectId);
  if (project?.takenDownAt !== undefined)
    refuse("changed_since", {
      what: `${projectName} was taken down from the gallery.`,
    });
  return { award, projectId, projectName, teamId, teamName, isTied: false };
}

/**
 * Lets judges put the projects that are best by the scores in order.
 * @throws `judging_open`, `results_published`, `nothing_handed_in`, `no_judges`,
 *   `not_found`, `conflict_of_interest`, `changed_since`
 */
export async function openFinal(
  ctx: MutationCtx,
  organiser: Doc<"users">,
  {
    size,
    judgeIds,
    over,
  }: { size: number; judgeIds: Doc<"users">["_id"][] } & Finals.Over,
): Promise<void> {
  const { published } = await Judging.getState(ctx);
  if (published !== undefined) refuse("results_published");
  // An order given before must not choose who is in the next final.
  const { projects } = await compute(ctx, null);
  const scored = projects.filter(({ fair }) => fair !== null);
  if (scored.length === 0) refuse("nothing_handed_in");
  const projectIds = scored.slice(0, size).map(({ _id }) => _id);
  await Finals.open(ctx, organiser, { projectIds, judgeIds, over });
}

async function computeAwards(ctx: QueryCtx): Promise<Awarded[]> {
  const { awards } = await compute(ctx);
  if (awards.length === 0) refuse("nothing_handed_in");
  return awards;
}

async function compute(ctx: QueryCtx, given?: Doc<"finals"> | null) {
  const final = given === undefined ? await Finals.find(ctx) : given;
  const state = await Judging.getState(ctx);
  if (state.closedAt === undefined) refuse("judging_open");
  const criteria = Judging.criteriaOf(state);
  const handedIn = await HandIns.listCurrent(ctx);
  const tables = await TableNumbers.all(ctx);
  const scored = (await Assignments.listCurrent(ctx, handedIn)).flatMap(
    ({ marks, ...card }) => (marks === undefined ? [] : [{ ...card, marks }]),
  );
  const fitted = fit(
    scored.map(({ judgeId, projectId, marks }) => ({
      judge: judgeId,
      project: projectId,
      score: scoreOf(criteria, marks),
    })),
  );
  const { fair, raw, severity } = fitted;
  const close = (one: ProjectId, other: ProjectId) =>
    one !== other && isTooClose(fitted, one, other);
  const orders = final === null ? [] : Finals.ordersOf(final);
  const finalists = orders.length > 0 ? (final?.projectIds ?? []) : [];
  const inFinal = placed(
    finalists.filter((id) => fair.has(id)),
    (one, other) =>
      (fair.get(one) ?? 0) > (fair.get(other) ?? 0) && !close(one, other),
    orders,
  );
  const projects = ranked(
    close,
    inFinal,
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
  const awards = awardsOf(projects, handedIn);
  return {
    projects,
    judges: judges.toSorted((one, other) => other.severity - one.severity),
    awards,
    closeCalls: closeCallsOf(
      projects,
      awards,
      (one, other) =>
        close(one, other) &&
        !(finalists.includes(one) && finalists.includes(other)),
    ),
  };
}

/**
 * Adds ranks, best first; unscored projects have none and come last. The finalists come
 * before all others, in their groups.
 */
function ranked(
  close: (one: ProjectId, other: ProjectId) => boolean,
  inFinal: readonly ProjectId[][],
  projects: Omit<
    ProjectResult,
    "rank" | "rawRank" | "isTied" | "bestRank" | "worstRank"
  >[],
): ProjectResult[] {
  const scored = projects.filter(({ fair }) => fair !== null);
  const better = (key: "fair" | "raw", own: number | null) =>
    scored.filter((other) => (other[key] ?? 0) > (own ?? 0));
  const groupOf = (id: ProjectId) =>
    inFinal.findIndex((group) => group.includes(id));
  const rankOf = ({ _id, fair }: (typeof projects)[number]) => {
    const group = groupOf(_id);
    return group < 0
      ? 1 +
          scored.filter(
            (other) =>
              groupOf(other._id) >= 0 || (other.fair ?? 0) > (fair ?? 0),
          ).length
      : 1 + inFinal.slice(0, group).flat().length;
  };
  const ranks = scored.map(rankOf);
  return projects
    .map((project) => {
      const { _id, fair, raw } = project;
      if (fair === null) return { ...project, ...UNRANKED };
      const rank = rankOf(project);
      const apart = scored.filter((other) => !close(_id, other._id));
      return {
        ...project,
        rank,
        rawRank: 1 + better("raw", raw).length,
        isTied: ranks.filter((other) => other === rank).length > 1,
        bestRank: 1 + apart.filter((other) => (other.fair ?? 0) > fair).length,
        worstRank:
          scored.length -
          apart.filter((other) => (other.fair ?? 0) < fair).length,
      };
    })
    .toSorted(
      (one, other) =>
        (one.rank ?? Infinity) - (other.rank ?? Infinity) ||
        one.name.localeCompare(other.name),
    );
}

const UNRANKED = {
  rank: null,
  rawRank: null,
  isTied: false,
  bestRank: null,
  worstRank: null,
};

/** For each award, the projects behind its winners that are as good, as far as anybody can tell. */
function closeCallsOf(
  projects: readonly ProjectResult[],
  awards: readonly Awarded[],
  isOpen: (one: ProjectId, other: ProjectId) => boolean,
): NonNullable<Results["closeCalls"]> {
  const rankOf = new Map(projects.map(({ _id, rank }) => [_id, rank]));
  return [...new Set(awards.map(({ award }) => award))].flatMap((award) => {
    const winners = awards.filter((it) => it.award === award);
    const place = rankOf.get(winners[0]?.projectId as ProjectId) ?? 0;
    const names = projects
      .filter(
        ({ _id, rank, tracks }) =>
          rank !== null &&
          rank > place &&
          (PLACES.some((it) => it === award) ||
            tracks.some((it) => it === award)) &&
          winners.some(({ projectId }) => isOpen(projectId, _id)),
      )
      .map(({ name }) => name);
    return names.length === 0 ? [] : { award, names };
  });
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
    const best = Math.min(...entered.map(({ rank }) => rank ?? Infinity));
    return give(
      track,
      entered.filter(({ rank }) => rank === best),
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
