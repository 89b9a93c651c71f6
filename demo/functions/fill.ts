/**
 * Fills a new deployment with the demo event. These functions are in no
 * deployment of the product: `demo/state.mjs` runs them to make a state, with which
 * the product starts. They write through the modules that own
 * the tables, and then put the times into the past.
 */
import { facts as edition } from "#edition/facts";
import { makeFunctionReference } from "convex/server";
import { v, type Infer } from "convex/values";
import type { Doc, Id } from "../../convex/_generated/dataModel";
import type { ActionCtx, MutationCtx } from "../../convex/_generated/server";
import { internalMutation, publicAction } from "../../convex/functions";
import * as CheckIns from "../../convex/checkIns/checkIns";
import * as Accounts from "../../convex/signIn/accounts";
import { announcements } from "../../convex/content/kinds";
import * as ContactMessages from "../../convex/contact/messages";
import * as FirstContent from "../../convex/content/firstContent";
import * as Integrity from "../../convex/organiser/integrity";
import * as Appointments from "../../convex/roles/appointments";
import * as ChangeRequests from "../../convex/teams/changeRequests";
import { checkPicture } from "../../convex/projects/pictures/file";
import * as Listings from "../../convex/listings/listings";
import { follow } from "../../convex/consequences";
import type { Fact, NotingCtx } from "../../convex/platform/facts";
import * as PasswordHash from "../../convex/signIn/passwordHash";
import * as Reports from "../../convex/listings/reports";
import * as Requests from "../../convex/listings/requests";
import * as Settings from "../../convex/settings/settings";
import * as Subscribers from "../../convex/contact/subscribers";
import * as Teams from "../../convex/teams/teams";
import * as Users from "../../convex/people/users";
import { REMINDER_MINUTES } from "../../convex/help/shared/queue";
import {
  storedPictureValidator,
  type StoredPicture,
} from "../../convex/projects/shared/pictures";
import {
  indianTime,
  startOfIndianDay,
} from "../../convex/platform/shared/indianTime";
import { isFull } from "../../convex/teams/shared/teams";
import * as Hackathon from "./hackathon";
import {
  at,
  demoPeople,
  demoProfile,
  DESCRIPTIONS,
  HELPERS,
  TEAM_NAMES,
  TEAM_SIZES,
} from "./people";
import { demoProject } from "./projects";
import {
  EVENT_HOURS,
  HOUR_MS,
  SIGN_UPS,
  storyOf,
  SUBMISSIONS_CLOSE_AT,
  TEAM_CHANGES_CLOSE_AT,
  type Story,
} from "./story";
import {
  DAILY,
  PROGRAMME,
  ANNOUNCEMENTS,
  CARDS,
  CHANGE_REQUESTS,
  HELP_WANTED,
  MESSAGES,
  NOTES,
  OFFER_NOTES,
  OPENINGS,
  REPORTS,
} from "./words";

type User = Doc<"users">;
type FormedTeam = { teamId: Id<"teams">; leader: User; name: string };

const MINUTE_MS = 60 * 1000;
/** Those in teams, and a few who are in none. */
const PEOPLE =
  TEAM_SIZES.reduce((sum, { size, count }) => sum + size * count, 0) + 16;
const ORGANISERS = 2;
const SUBSCRIBERS = 85;
const HANDLED_MESSAGES = 7;
const TEAMS_HELPED = 14;
const DAY_MS = 24 * HOUR_MS;
/** When the content that a new deployment has says that the event begins. */
const WRITTEN_FOR_MS = Date.parse(edition.firstDay);

const momentValidator = v.union(
  v.literal("before"),
  v.literal("live"),
  v.literal("judging"),
  v.literal("over"),
);
/** What each step is told, so that all tell the same story. */
const tellingFields = { moment: momentValidator, nowMs: v.number() };

const signInsValidator = v.object({
  /** Addresses; everyone has the same password. */
  organiser: v.string(),
  leader: v.string(),
  member: v.string(),
  judge: v.string(),
  teamName: v.string(),
});

/**
 * Fills the deployment with the event at a moment; everyone's password is `password`.
 * `pictures` are the files in demo/pictures, by their names.
 */
export const event = publicAction({
  args: {
    password: v.string(),
    moment: momentValidator,
    pictures: v.record(v.string(), v.bytes()),
  },
  returns: signInsValidator,
  handler: async (ctx, { password, moment, pictures: files }) => {
    const secret = await PasswordHash.hash(password);
    // One instant for all steps: an hour may begin while they run.
    const story = { moment, nowMs: Date.now() };
    const signIns = await ctx.runMutation(steps.people, { secret, ...story });
    if (storyOf(story).hasPassed(0))
      for (let from = 0; from < TEAM_NAMES.length; from += TEAMS_OF_STEP) {
        const pictures = await storePictures(ctx, files, from);
        await ctx.runMutation(steps.work, { ...story, from, pictures });
      }
    await ctx.runMutation(steps.end, story);
    return signIns;
  },
});

/** A transaction reads a limited number of rows, so the event is filled in steps. */
const TEAMS_OF_STEP = 12;

type Telling = { moment: Infer<typeof momentValidator>; nowMs: number };
type SignIns = Infer<typeof signInsValidator>;

const steps = {
  people: makeFunctionReference<
    "mutation",
    Telling & { secret: string },
    SignIns
  >("fill:people"),
  work: makeFunctionReference<
    "mutation",
    Telling & { from: number; pictures: StoredPicture[] }
  >("fill:work"),
  end: makeFunctionReference<"mutation", Telling>("fill:end"),
};

/** People, teams and what they write to each other. Throws unless the deployment is empty. */
export const people = internalMutation({
  args: { secret: v.string(), ...tellingFields },
  returns: signInsValidator,
  handler: async (ctx, { secret, ...telling }) => {
    const isTaken = await ctx.db.query("users").first();
    if (isTaken !== null) throw new Error("The deployment is not empty");
    const story = storyOf(telling);
    await FirstContent.fillOnce(ctx);
    await moveFirstContent(ctx, story);
    const signedUp = await signUpAll(ctx, secret, story);
    const organisers = await appointOrganisers(ctx, signedUp);
    const organiser = at(organisers, 0);
    const judges = await appointHelpers(ctx, organiser, secret, story);
    const participants = signedUp.slice(ORGANISERS);
    // What follows from the teams comes before what their members do.
    const facts: Fact[] = [];
    const note = (fact: Fact) => void facts.push(fact);
    const teams = await formTeams({ ...ctx, note }, participants);
    await follow(ctx, facts);
    const seeking = await findEachOther(ctx, participants, teams);
    await announce(ctx, organiser, story);
    await writeMessages(ctx, participants, at(organisers, 1));
    await subscribe(ctx, signedUp);
    if (story.hasPassed(TEAM_CHANGES_CLOSE_AT))
      await askForChanges(ctx, teams.slice(10), organiser);
    const { members } = await getTeam(ctx, seeking.teamId);
    return {
      organiser: organiser.email,
      leader: seeking.leader.email,
      member: (await getUser(ctx, at(members, 1).uid)).email,
      judge: at(judges, 0).email,
      teamName: seeking.name,
    };
  },
});

/** The projects of some teams, from number `from` on. */
export const work = internalMutation({
  args: {
    ...tellingFields,
    from: v.number(),
    pictures: v.array(storedPictureValidator),
  },
  returns: v.null(),
  handler: async (ctx, { from, pictures, ...telling }) => {
    await Hackathon.work(ctx, storyOf(telling), { from, pictures });
  },
});

/** Judging and settings. Throws unless everything is sound. */
export const end = internalMutation({
  args: tellingFields,
  returns: v.null(),
  handler: async (ctx, telling) => {
    const story = storyOf(telling);
    const [organiser] = await ctx.db
      .query("users")
      .withIndex("by_role", (q) => q.eq("role", "organiser"))
      .take(1);
    if (organiser === undefined) throw new Error("nobody organises");
    await Hackathon.judge(ctx, story, organiser);
    await set(ctx, organiser, story);
    if (story.hasPassed(0)) await checkIn(ctx, organiser, story);
    if (telling.moment === "live") await askForHelp(ctx, story);
    await requireSound(ctx);
  },
});

/**
 * Stores a picture for the project of each team of a step, if the product takes the file. It is
 * its own smaller version.
 */
async function storePictures(
  ctx: ActionCtx,
  files: Record<string, ArrayBuffer>,
  from: number,
): Promise<StoredPicture[]> {
  const stored: StoredPicture[] = [];
  for (let index = from; index < from + TEAMS_OF_STEP; index++) {
    const { picture: name, alt } = demoProject(index);
    const file = files[name];
    if (file === undefined) throw new Error(`there is no picture ${name}`);
    const { type, width, height } = checkPicture(new Uint8Array(file));
    const store = () => ctx.storage.store(new Blob([file], { type }));
    const storageId = await store();
    const thumbnail = { thumbnailId: await store(), thumbnailWidth: width };
    stored.push({ storageId, ...thumbnail, width, height, alt });
  }
  return stored;
}

/** What every deployment begins with happens, and says that it does, as many days before the event. */
async function moveFirstContent(ctx: MutationCtx, story: Story): Promise<void> {
  const moved = (ms: number) => ms - WRITTEN_FOR_MS + firstDay;
  const movedDay = (day: string) => dayOf(moved(Date.parse(`${day} GMT+0530`)));
  const firstDay = startOfIndianDay(story.startsAt);
  const isLate = story.hasPassed(TEAM_CHANGES_CLOSE_AT);
  for (const { _id, body, publishAt, pinned } of await ctx.db
    .query("announcements")
    .collect())
    await ctx.db.patch("announcements", _id, {
      body: body.replace(/\d+ \w+ 2025/gu, movedDay),
      publishAt: moved(publishAt),
      pinned: pinned && !isLate,
    });
  for (const { _id, startsAt } of await ctx.db.query("schedule").collect())
    await ctx.db.patch("schedule", _id, { startsAt: moved(startsAt) });
  const daily = [0, 1, 2].flatMap((day) =>
    DAILY.map(([title, kind, place, from, to]) => {
      const hour = (firstDay + day * DAY_MS - story.startsAt) / HOUR_MS;
      return [title, kind, place, hour + from, hour + to] as const;
    }),
  );
  const isBetween = (from: number) => from > 0 && from < SUBMISSIONS_CLOSE_AT;
  for (const [title, kind, place, from, to] of [
    ...PROGRAMME,
    ...daily.filter(([, , , from]) => isBetween(from)),
  ])
    await ctx.db.insert("schedule", {
      title,
      kind,
      startsAt: story.at(from),
      wholeDay: false,
      ...(place && { place }),
      ...(to !== undefined && { endsAt: story.at(to) }),
    });
  for (const { _id, publishAt } of await ctx.db.query("resources").collect())
    await ctx.db.patch("resources", _id, { publishAt: moved(publishAt) });
}

/** "29 June 2025" */
function dayOf(ms: number): string {
  return indianTime(ms).split(",")[0] ?? "";
}

/** The switches and times that organisers have set by now. */
async function set(
  ctx: MutationCtx,
  organiser: User,
  { at: hour, hasPassed }: Story,
): Promise<void> {
  const isOver = hasPassed(Hackathon.OVER_AT);
  const running = isOver ? "over" : "live";
  await Settings.change(ctx, organiser, {
    phase: hasPassed(0) ? running : "open",
    ...(hasPassed(0) && { checkInOpen: true }),
    teamChangesCloseAt: hour(TEAM_CHANGES_CLOSE_AT),
    submissionsOpenAt: hour(0),
    submissionsCloseAt: hour(SUBMISSIONS_CLOSE_AT),
    galleryPublished: isOver,
    startsAt: hour(0),
    endsAt: hour(EVENT_HOURS),
    arenaOpen: true,
  });
}

/** Most arrive at two desks in the hour before the start, and a few are scanned twice. */
async function checkIn(
  ctx: MutationCtx,
  organiser: User,
  story: Story,
): Promise<void> {
  const { people } = await CheckIns.listForDesk(ctx);
  for (const [index, { uid }] of people.entries()) {
    if (index % 9 === 4) continue;
    const minutes = 60 * Math.sqrt((people.length - index) / people.length);
    const scan = {
      uid,
      desk: `Desk ${1 + (index % 2)}`,
      at: Math.round(story.startsAt - minutes * MINUTE_MS),
      guardianFormSeen: index % 23 === 1,
      isByList: true,
    };
    await CheckIns.record(ctx, organiser, { ...scan, key: `${index}` });
    if (index % 60 === 7)
      await CheckIns.record(ctx, organiser, {
        ...scan,
        key: `${index} again`,
        desk: "Desk 1",
        at: story.startsAt,
      });
  }
}

/** Mentors have helped some teams in the last hours; one is being helped, and others wait. */
async function askForHelp(ctx: MutationCtx, { nowMs }: Story): Promise<void> {
  // Not by its module, which schedules a job that is not here.
  const settings = await Settings.find(ctx);
  if (settings !== null)
    await ctx.db.patch("settings", settings._id, { helpOpen: true });
  const mentors = await Users.listWithRole(ctx, "mentor");
  const teams = await ctx.db
    .query("teams")
    .take(TEAMS_HELPED + HELP_WANTED.length);
  for (const [index, { _id: teamId, name, members }] of teams.entries()) {
    const wanted = index - TEAMS_HELPED;
    const [topic, problem, minutes] = at(HELP_WANTED, index);
    const isOver = wanted < 0;
    const isTaken = wanted === 0;
    const askedAt =
      nowMs - minutes * MINUTE_MS + wanted * (isOver ? 11 * MINUTE_MS : 0);
    await ctx.db.insert("helpRequests", {
      topic,
      problem,
      place: `Table ${index + 1}`,
      teamId,
      teamName: name,
      askedBy: at(members, index).uid,
      askedAt,
      helpedBefore: 0,
      state: isOver ? "helped" : isTaken ? "taken" : "waiting",
      since: isOver || isTaken ? askedAt + (minutes * MINUTE_MS) / 2 : askedAt,
      waitedMs: isOver || isTaken ? (minutes * MINUTE_MS) / 2 : 0,
      isReminded: minutes > REMINDER_MINUTES,
      ...((isOver || isTaken) && { takenBy: at(mentors, index)._id }),
    });
  }
}

/** More people signed up on each day than on the day before. */
async function signUpAll(
  ctx: NotingCtx,
  secret: string,
  story: Story,
): Promise<User[]> {
  const first = story.at(SIGN_UPS.from);
  const last = Math.min(story.at(SIGN_UPS.to), story.nowMs - HOUR_MS);
  const people: User[] = [];
  for (const [index, { name, email }] of demoPeople(PEOPLE).entries()) {
    const share = Math.sqrt((index + 1) / PEOPLE);
    const createdAt = Math.round(first + share * (last - first));
    const user = await signUp(ctx, { name, email, secret, createdAt });
    await Users.update(ctx, user, demoProfile(index));
    // Some have not registered their place, or have not said so.
    if (index % 7 !== 3) await Users.notePlace(ctx, user, true);
    people.push(await getUser(ctx, user._id));
  }
  return people;
}

async function signUp(
  ctx: MutationCtx,
  {
    secret,
    createdAt,
    ...person
  }: { name: string; email: string; secret: string; createdAt: number },
): Promise<User> {
  const userId = await Users.create(ctx, person);
  const { email } = person;
  await Accounts.setPassword(ctx, { userId, email, secret });
  await ctx.db.patch("users", userId, { createdAt });
  return getUser(ctx, userId);
}

async function appointOrganisers(
  ctx: MutationCtx,
  people: readonly User[],
): Promise<User[]> {
  const organisers: User[] = [];
  for (const { _id, email } of people.slice(0, ORGANISERS)) {
    await Users.markEmailProven(ctx, _id);
    organisers.push(
      await Appointments.appoint(ctx, { email, role: "organiser" }),
    );
  }
  return organisers;
}

/** Appoints judges and mentors. @returns the judges */
async function appointHelpers(
  ctx: MutationCtx,
  organiser: User,
  secret: string,
  story: Story,
): Promise<User[]> {
  const judges: User[] = [];
  for (const { role, ...person } of HELPERS) {
    const createdAt = story.at(SIGN_UPS.from);
    const user = await signUp(ctx, { ...person, secret, createdAt });
    await Users.markEmailProven(ctx, user._id);
    await Appointments.appointInvited(ctx, organiser, user, role);
    if (role === "judge") judges.push(user);
  }
  return judges;
}

/** Forms the teams from the first participants; the others have none. */
async function formTeams(
  ctx: NotingCtx,
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
    const id = await ask("team", wanted);
    // Written here, because Requests.end mails the answer.
    if (isDeclined)
      await ctx.db.patch("requests", id, {
        outcome: "declined",
        settledAt: Date.now(),
        mailed: "answer",
      });
  }
  for (const { team, reason } of REPORTS) {
    const target = at(withRoom, team).teamId;
    const described = await Reports.describe(ctx, target);
    const report = { target, reason, isOfKnown: true, ...described };
    await Reports.send(ctx, at(people, team), report);
  }
  return at(withRoom, 0);
}

/** What is out by now, and the next one. */
async function announce(
  ctx: MutationCtx,
  organiser: User,
  story: Story,
): Promise<void> {
  const next = ANNOUNCEMENTS.findIndex(
    ({ at: hour }) => !story.hasPassed(hour),
  );
  const written = next < 0 ? ANNOUNCEMENTS : ANNOUNCEMENTS.slice(0, next + 1);
  const [begins, ends] = [0, EVENT_HOURS].map((hour) =>
    indianTime(story.at(hour)),
  );
  const demo = {
    at: SIGN_UPS.from,
    title: "This is a demo event",
    body: `It begins on ${begins} and ends on ${ends}. The public pages keep the dates of ${edition.edition}.`,
    pinned: true,
  };
  for (const { at: hour, ...draft } of [demo, ...written])
    await announcements.add.handler(
      { ...ctx, user: organiser },
      { ...draft, publishAt: story.at(hour) },
    );
}

/** The leaders of these teams ask; the organisers have answered some. */
async function askForChanges(
  ctx: MutationCtx,
  teams: readonly FormedTeam[],
  organiser: User,
): Promise<void> {
  for (const [index, { kind, reason, answer }] of CHANGE_REQUESTS.entries()) {
    const { teamId, leader, name } = at(teams, index);
    const requestId = await ChangeRequests.begin(ctx, {
      userId: leader._id,
      personName: leader.displayName,
      kind,
      reason,
      teamId,
      teamName: name,
      targetTeamId: null,
      targetTeamName: null,
    });
    if (answer === null) continue;
    await ChangeRequests.end(
      ctx,
      await ChangeRequests.getOpen(ctx, requestId),
      {
        outcome: "declined",
        answer,
        settledBy: organiser.displayName,
      },
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
