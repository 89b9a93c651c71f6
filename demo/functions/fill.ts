/**
 * Fills a new deployment with the demo event. These functions are in no
 * deployment of the product: `demo/fill.mjs` runs them once, on an empty data
 * directory, before the product starts. They write through the modules that own
 * the tables, and then put the times into the past.
 */
import { makeFunctionReference } from "convex/server";
import { v, type Infer } from "convex/values";
import type { Doc, Id } from "../../convex/_generated/dataModel";
import type { MutationCtx } from "../../convex/_generated/server";
import { internalMutation, publicAction } from "../../convex/functions";
import * as Accounts from "../../convex/model/signIn/accounts";
import { announcements } from "../../convex/model/content/kinds";
import * as ContactMessages from "../../convex/model/people/contactMessages";
import * as FirstContent from "../../convex/model/content/firstContent";
import * as Integrity from "../../convex/model/teams/integrity";
import * as Appointments from "../../convex/model/people/appointments";
import * as Listings from "../../convex/model/listings/listings";
import * as PasswordHash from "../../convex/model/signIn/passwordHash";
import * as Requests from "../../convex/model/listings/requests";
import * as Subscribers from "../../convex/model/people/subscribers";
import * as Teams from "../../convex/model/teams/teams";
import * as Users from "../../convex/model/people/users";
import { isFull } from "../../convex/shared/teams";
import {
  at,
  demoPeople,
  demoProfile,
  DESCRIPTIONS,
  TEAM_NAMES,
  TEAM_SIZES,
} from "./people";
import {
  ANNOUNCEMENTS,
  CARDS,
  MESSAGES,
  NOTES,
  OFFER_NOTES,
  OPENINGS,
} from "./words";

type User = Doc<"users">;
type FormedTeam = { teamId: Id<"teams">; leader: User; name: string };

const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;

const PEOPLE = 230;
const ORGANISERS = 2;
/** People signed up during these days. */
const DAYS = 24;
const SUBSCRIBERS = 85;
const HANDLED_MESSAGES = 7;

const signInsValidator = v.object({
  /** Addresses; everyone has the same password. */
  organiser: v.string(),
  participant: v.string(),
  teamName: v.string(),
});

/** Fills the deployment; everyone's password is `password`. */
export const event = publicAction({
  args: { password: v.string() },
  returns: signInsValidator,
  handler: async (ctx, { password }) =>
    ctx.runMutation(everythingReference, {
      secret: await PasswordHash.hash(password),
    }),
});

const everythingReference = makeFunctionReference<
  "mutation",
  { secret: string },
  Infer<typeof signInsValidator>
>("fill:everything");

/** All or nothing. Throws unless the deployment is empty before and sound afterwards. */
export const everything = internalMutation({
  args: { secret: v.string() },
  returns: signInsValidator,
  handler: async (ctx, { secret }) => {
    const isTaken = await ctx.db.query("users").first();
    if (isTaken !== null) throw new Error("The deployment is not empty");
    await FirstContent.fillOnce(ctx);
    const people = await signUpAll(ctx, secret);
    const organisers = await appointOrganisers(ctx, people);
    const participants = people.slice(ORGANISERS);
    const teams = await formTeams(ctx, participants);
    const seeking = await findEachOther(ctx, participants, teams);
    await announce(ctx, at(organisers, 0));
    await writeMessages(ctx, participants, at(organisers, 1));
    await subscribe(ctx, people);
    await requireSound(ctx);
    const { leader, name } = seeking;
    return {
      organiser: at(organisers, 0).email,
      participant: leader.email,
      teamName: name,
    };
  },
});

/** More people signed up on each day than on the day before. */
async function signUpAll(ctx: MutationCtx, secret: string): Promise<User[]> {
  const now = Date.now();
  const people: User[] = [];
  for (const [index, { name, email }] of demoPeople(PEOPLE).entries()) {
    const userId = await Users.create(ctx, { name, email });
    await Accounts.setPassword(ctx, { userId, email, secret });
    const share = Math.sqrt((index + 1) / PEOPLE);
    const createdAt = Math.round(now - HOUR_MS - (1 - share) * DAYS * DAY_MS);
    await ctx.db.patch("users", userId, { createdAt });
    await Users.update(ctx, await getUser(ctx, userId), demoProfile(index));
    people.push(await getUser(ctx, userId));
  }
  return people;
}

async function appointOrganisers(
  ctx: MutationCtx,
  people: readonly User[],
): Promise<User[]> {
  const organisers: User[] = [];
  for (const { _id, email } of people.slice(0, ORGANISERS)) {
    await Users.markEmailProven(ctx, _id);
    organisers.push(
      await Appointments.appoint(ctx, null, { email, role: "organiser" }),
    );
  }
  return organisers;
}

/** Forms the teams from the first participants; the others have none. */
async function formTeams(
  ctx: MutationCtx,
  participants: readonly User[],
): Promise<FormedTeam[]> {
  const sizes = TEAM_SIZES.flatMap(({ size, count }) =>
    Array.from({ length: count }, () => size),
  );
  const teams: FormedTeam[] = [];
  let next = 0;
  for (const [index, name] of TEAM_NAMES.entries()) {
    // Small teams stand among the full ones.
    const size = at(sizes, index * 7);
    const [leader, ...others] = participants.slice(next, next + size);
    if (leader === undefined) throw new Error("there are not enough people");
    next += size;
    const description = at(DESCRIPTIONS, index);
    const teamId = await Teams.create(ctx, leader, { name, description });
    for (const other of others)
      await Teams.admit(ctx, await getTeam(ctx, teamId), other);
    await backdate(ctx, teamId, participants);
    teams.push({ teamId, leader, name });
  }
  return teams;
}

/** Each member joined some time after they signed up, in the same order. */
async function backdate(
  ctx: MutationCtx,
  teamId: Id<"teams">,
  people: readonly User[],
): Promise<void> {
  const { members } = await getTeam(ctx, teamId);
  const signedUpAt = new Map(
    people.map(({ _id, createdAt }) => [_id, createdAt]),
  );
  const dated = members.map((member, place) => ({
    ...member,
    joinedAt: (signedUpAt.get(member.uid) ?? 0) + (place + 2) * 9 * 60_000,
  }));
  const createdAt = dated[0]?.joinedAt ?? 0;
  await ctx.db.patch("teams", teamId, { createdAt, members: dated });
}

/**
 * Most people without a team show a card, and most teams with a free slot an opening.
 * Some have sent requests and offers; the first such team has both.
 * @returns that team
 */
async function findEachOther(
  ctx: MutationCtx,
  participants: readonly User[],
  teams: readonly FormedTeam[],
): Promise<FormedTeam> {
  const people: User[] = [];
  for (const { _id } of participants) {
    const person = await getUser(ctx, _id);
    if (person.teamId === null) people.push(person);
  }
  const withRoom: FormedTeam[] = [];
  for (const team of teams)
    if (!isFull((await getTeam(ctx, team.teamId)).members)) withRoom.push(team);
  for (const [index, card] of CARDS.entries())
    await Listings.show(ctx, at(people, index), card);
  for (const [index, opening] of OPENINGS.entries()) {
    const team = await getTeam(ctx, at(withRoom, index).teamId);
    await Listings.show(ctx, team, opening);
  }
  const ask = async (
    sentBy: "person" | "team",
    { person, team, note }: { person: number; team: number; note: string },
  ) =>
    Requests.begin(ctx, {
      user: at(people, person),
      team: await getTeam(ctx, at(withRoom, team).teamId),
      sentBy,
      note,
    });
  for (const wanted of NOTES) await ask("person", wanted);
  for (const { isDeclined, ...wanted } of OFFER_NOTES) {
    const row = await ctx.db.get("requests", await ask("team", wanted));
    if (isDeclined && row !== null) await Requests.end(ctx, row, "declined");
  }
  return at(withRoom, 0);
}

async function announce(ctx: MutationCtx, organiser: User): Promise<void> {
  const now = Date.now();
  for (const { hoursAgo, ...draft } of ANNOUNCEMENTS.toReversed()) {
    const publishAt = now - hoursAgo * HOUR_MS;
    await announcements.add.handler(
      { ...ctx, user: organiser },
      { ...draft, publishAt },
    );
  }
}

async function writeMessages(
  ctx: MutationCtx,
  senders: readonly User[],
  organiser: User,
): Promise<void> {
  const now = Date.now();
  for (const [index, { subject, message }] of MESSAGES.entries()) {
    const { name, email } = at(senders, index * 17);
    const hoursAgo = (MESSAGES.length - index) * 11;
    const messageId = await ctx.db.insert("contactMessages", {
      name,
      email,
      subject,
      message,
      createdAt: new Date(now - hoursAgo * HOUR_MS).toISOString(),
    });
    if (index < HANDLED_MESSAGES) {
      await ContactMessages.mark(ctx, organiser, { messageId, handled: true });
    }
  }
}

async function subscribe(
  ctx: MutationCtx,
  people: readonly User[],
): Promise<void> {
  for (let index = 0; index < SUBSCRIBERS; index++) {
    const { email, createdAt } = at(people, index * 3);
    await Subscribers.add(ctx, email);
    const subscriber = await Subscribers.find(ctx, email);
    if (subscriber === null) throw new Error(`${email} is no subscriber`);
    const consentedAt = createdAt + HOUR_MS / 2;
    await ctx.db.patch("subscribers", subscriber._id, { consentedAt });
  }
}

async function requireSound(ctx: MutationCtx): Promise<void> {
  const { findings } = await Integrity.check(ctx);
  if (findings.length > 0) throw new Error(findings.join(" "));
}

async function getUser(ctx: MutationCtx, id: Id<"users">): Promise<User> {
  const user = await ctx.db.get("users", id);
  if (user === null) throw new Error("the person is missing");
  return user;
}

async function getTeam(ctx: MutationCtx, id: Id<"teams">) {
  const team = await ctx.db.get("teams", id);
  if (team === null) throw new Error("the team is missing");
  return team;
}
