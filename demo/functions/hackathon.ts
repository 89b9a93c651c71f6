/**
 * What happens at the demo event from its start on: teams write and hand in their
 * projects, judges mark them, and the results are published.
 */
import type { Doc } from "../../convex/_generated/dataModel";
import type { MutationCtx } from "../../convex/_generated/server";
import * as Assignments from "../../convex/judging/assignments";
import * as Judging from "../../convex/judging/judging";
import * as Users from "../../convex/people/users";
import * as Results from "../../convex/judging/results";
import * as Scorecards from "../../convex/judging/scorecards";
import * as HandIns from "../../convex/projects/handIns";
import * as HandingIn from "../../convex/projects/handingIn";
import * as Pictures from "../../convex/projects/pictures/pictures";
import * as ProjectEditing from "../../convex/projects/editing";
import * as Projects from "../../convex/projects/projects";
import * as Settings from "../../convex/settings/settings";
import * as Texts from "../../convex/projects/description/texts";
import {
  linesOf,
  type Criterion,
  type Marks,
} from "../../convex/judging/shared/judging";
import type { StoredPicture } from "../../convex/projects/shared/pictures";
import {
  TRACKS,
  type ProjectContent,
} from "../../convex/projects/shared/projects";
import { isFull } from "../../convex/teams/shared/teams";
import { at } from "./people";
import { demoProject } from "./projects";
import { randomOf } from "./random";
import {
  JUDGING_CLOSES_AT,
  PUBLISHED_AT,
  SUBMISSIONS_CLOSE_AT,
  type Story,
} from "./story";

type User = Doc<"users">;
type Team = Doc<"teams">;
type Project = Doc<"projects">;

export const OVER_AT = PUBLISHED_AT;

const JUDGES_PER_PROJECT = 3;
/** The judges' notes: most of them write none. */
const NOTES = [
  "",
  "Ran at once, also without the network.",
  "",
  "",
  "Asked users; nobody else did.",
  "Slow on my phone.",
];

/**
 * Some teams begin their projects, and hand them in when their hour has come. In the
 * project of the first team with a free slot two people have written the same field.
 */
export async function work(
  ctx: MutationCtx,
  story: Story,
  { from, pictures }: { from: number; pictures: readonly StoredPicture[] },
): Promise<void> {
  await openSubmissions(ctx, story);
  const teams = await ctx.db.query("teams").take(from + pictures.length);
  const seeking = await findSeeking(ctx);
  for (const [nth, picture] of pictures.entries()) {
    const index = from + nth;
    if (isWithoutProject(index)) continue;
    const [leader, member] = await membersOf(ctx, at(teams, index));
    const handedInAt = handInHour(index);
    const isHandedIn = story.hasPassed(handedInAt);
    const project = await write(ctx, leader, {
      content: isHandedIn ? demoProject(index).content : draftOf(index),
      picture: isHandedIn || index % 3 > 0 ? picture : undefined,
    });
    if (isHandedIn) await handIn(ctx, story, leader, handedInAt);
    if (project.teamId === seeking._id && member !== undefined)
      await disagree(ctx, story, project, { leader, member });
    else if (isHandedIn && index % 12 === 4)
      await edit(ctx, project, leader, { builtWith: ["Tailwind CSS"] });
    const hour = isHandedIn ? handedInAt : index % 9;
    await ctx.db.patch("projects", project._id, { updatedAt: story.at(hour) });
  }
}

/** The first team with a free slot, as which people sign in. */
async function findSeeking(ctx: MutationCtx): Promise<Team> {
  const teams = await ctx.db.query("teams").take(100);
  const found = teams.find(({ members }) => !isFull(members));
  if (found === undefined) throw new Error("all teams are full");
  return found;
}

async function membersOf(
  ctx: MutationCtx,
  { members }: Team,
): Promise<[User, ...User[]]> {
  const users: User[] = [];
  for (const { uid } of members) {
    const user = await ctx.db.get("users", uid);
    if (user !== null) users.push(user);
  }
  const [leader, ...others] = users;
  if (leader === undefined) throw new Error("the team is empty");
  return [leader, ...others];
}

/** Three teams never begin. */
function isWithoutProject(index: number): boolean {
  return index % 20 === 19;
}

/** Ten teams are early, two forget it, the others hand in during the last hours. */
function handInHour(index: number): number {
  if (index % 29 === 28) return Infinity;
  return index % 6 === 4
    ? 9 + Math.floor(index / 6) / 2
    : SUBMISSIONS_CLOSE_AT - 0.2 - ((index * 7) % 44) / 4;
}

/** Drafts differ in how far they are. */
function draftOf(index: number): Partial<ProjectContent> {
  const { content } = demoProject(index);
  const { name, summary, description } = content;
  return at([{ name }, { name, summary, description }, content], index);
}

async function openSubmissions(ctx: MutationCtx, story: Story): Promise<void> {
  const settings = await Settings.find(ctx);
  if (settings === null) throw new Error("there are no settings");
  const submissionsOpenAt = story.startsAt;
  await ctx.db.patch("settings", settings._id, { submissionsOpenAt });
}

async function write(
  ctx: MutationCtx,
  leader: User,
  {
    content: { description = "", ...fields },
    picture,
  }: { content: Partial<ProjectContent>; picture: StoredPicture | undefined },
): Promise<Project> {
  const project = await Projects.begin(ctx, leader);
  await edit(ctx, project, leader, fields);
  await Texts.replace(ctx, project, description);
  if (picture !== undefined)
    await Pictures.add(ctx, project, { picture, uploaded: filesOf(picture) });
  return getProject(ctx, project);
}

async function edit(
  ctx: MutationCtx,
  project: Project,
  user: User,
  fields: Omit<Partial<ProjectContent>, "description">,
): Promise<void> {
  const editing = { ...ctx, user, project: await getProject(ctx, project) };
  await ProjectEditing.edit(editing, fields, {});
}

/** The member's summary is based on an older text than the leader's: both are kept. */
async function disagree(
  ctx: MutationCtx,
  story: Story,
  project: Project,
  { leader, member }: { leader: User; member: User },
): Promise<void> {
  if (story.hasPassed(SUBMISSIONS_CLOSE_AT)) return;
  const { summary } = project;
  await edit(ctx, project, leader, { summary: `${summary} In six languages.` });
  const editing = {
    ...ctx,
    user: member,
    project: await getProject(ctx, project),
  };
  const wanted = { summary: `${summary} Free, and it stays free.` };
  await ProjectEditing.edit(editing, wanted, { summary });
}

async function handIn(
  ctx: MutationCtx,
  story: Story,
  leader: User,
  hour: number,
): Promise<void> {
  // Nobody gets the mail of an invented receipt.
  const quiet = { ...ctx, note: () => {} };
  const { handInId } = await HandingIn.handIn(quiet, leader);
  await HandingIn.follow(ctx, handInId);
  await ctx.db.patch("handIns", handInId, { at: story.at(hour) });
}

/**
 * Assigns, marks and publishes what has happened by now. The first project wins and that
 * of the first team with a free slot is the second one, whoever judges them.
 */
export async function judge(
  ctx: MutationCtx,
  story: Story,
  organiser: User,
): Promise<void> {
  const judges = await Users.listWithRole(ctx, "judge");
  const seeking = await findSeeking(ctx);
  await Assignments.setTracks(ctx, organiser, {
    judgeId: at(judges, 5)._id,
    tracks: [...new Set([at(TRACKS, 1), at(TRACKS, 5)])],
  });
  if (!story.hasPassed(SUBMISSIONS_CLOSE_AT)) return;
  await Assignments.assign(ctx, organiser, { perProject: JUDGES_PER_PROJECT });
  const criteria = Judging.criteriaOf(await Judging.getState(ctx));
  const handIns = await HandIns.listCurrent(ctx);
  const isClosed = story.hasPassed(JUDGING_CLOSES_AT);
  for (const [place, { projectId, teamId }] of handIns.entries()) {
    const won = place === 0 ? 5 : teamId === seeking._id ? 4.5 : null;
    for (const [number, { _id }] of judges.entries()) {
      const card = await Scorecards.find(ctx, _id, projectId);
      const random = randomOf(1_000 * place + number);
      // By now every judge has seen about half of their projects.
      if (card === null || (!isClosed && random() < 0.45)) continue;
      const marks = marksOf(criteria, won, () => random() - number / 18);
      const note = at(NOTES, place + number);
      await Scorecards.mark(ctx, card, { marks, note });
    }
  }
  if (!isClosed) return;
  await Judging.close(ctx, organiser);
  const { awards } = await Results.readFor(ctx, organiser);
  await Results.publish(ctx, organiser, { seen: linesOf(awards) });
  const [row] = await ctx.db.query("judging").take(1);
  if (row?.published === undefined) throw new Error("nothing is published");
  await ctx.db.patch("judging", row._id, {
    closedAt: story.at(JUDGING_CLOSES_AT),
    published: { ...row.published, at: story.at(PUBLISHED_AT) },
  });
}

/** @param won about the mean of the marks; without it the marks are from 2 to 4 */
function marksOf(
  criteria: readonly Criterion[],
  won: number | null,
  lenience: () => number,
): Marks {
  const missing = won === null ? 0 : (5 - won) * criteria.length;
  return Object.fromEntries(
    criteria.map(({ id }, place) => {
      if (won !== null) return [id, place < missing ? 4 : 5];
      return [id, Math.min(4, Math.max(2, Math.round(3 + 2 * lenience())))];
    }),
  );
}

function filesOf({ storageId, thumbnailId }: StoredPicture) {
  return thumbnailId === undefined ? [storageId] : [storageId, thumbnailId];
}

async function getProject(ctx: MutationCtx, { _id }: Project) {
  const project = await ctx.db.get("projects", _id);
  if (project === null) throw new Error("the project is missing");
  return project;
}
