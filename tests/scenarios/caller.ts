/**
 * The interface between scenarios and deployments. A scenario runs on Convex's own mock
 * (tests/convex) and, through the unmodified client, on the embedded backend (tests/backend); each
 * provides a stage.
 */
import type {
  FunctionArgs,
  FunctionReference,
  FunctionReturnType,
} from "convex/server";
import { api } from "#convex/_generated/api";
import type { Id } from "#convex/_generated/dataModel";
import { isAppError } from "#convex/platform/shared/errors";
import type { Settings } from "#convex/settings/shared";
import type { TeamMember } from "#convex/teams/shared/teams";

type Query = FunctionReference<"query">;
type Mutation = FunctionReference<"mutation">;
type Action = FunctionReference<"action">;

/** A query whose results are watched. */
export type Watch<Answer> = {
  /**
   * Resolves with the first result that satisfies the predicate; the current one
   * counts.
   */
  until(isWanted: (answer: Answer) => boolean): Promise<Answer>;
};

/** A person's way to a deployment. A stranger's calls are refused. */
export type Line = {
  query: <Of extends Query>(
    query: Of,
    args: FunctionArgs<Of>,
  ) => Promise<FunctionReturnType<Of>>;
  mutation: <Of extends Mutation>(
    mutation: Of,
    args: FunctionArgs<Of>,
  ) => Promise<FunctionReturnType<Of>>;
  action: <Of extends Action>(
    action: Of,
    args: FunctionArgs<Of>,
  ) => Promise<FunctionReturnType<Of>>;
  watch: <Of extends Query>(
    query: Of,
    args: FunctionArgs<Of>,
  ) => Watch<FunctionReturnType<Of>>;
};

/** A caller with short names for functions that many scenarios call. */
export type Caller = ReturnType<typeof callerOn>;

/** A deployment without accounts. */
export type Stage = {
  stranger(): Caller;
  /** Signs someone up with a password, as the page does. */
  signUp(name: string): Promise<Caller>;
  /** Signs someone up and makes them an organiser. */
  organiser(name: string): Promise<Caller>;
  /** Signs someone up and makes them a judge. */
  judge(name: string): Promise<Caller>;
  /** Sends a file to an address that `projects.uploadUrls` gave. */
  upload(url: string, file: Blob): Promise<Id<"_storage">>;
  /** The deployment's clock, which moves only by `advance`. */
  clock: { now(): number; advance(byMs: number): void };
};

export type Scenario = {
  title: string;
  run: (stage: Stage) => Promise<void>;
};

export function callerOn(line: Line) {
  const { query, mutation, watch } = line;
  return {
    ...line,
    me: () => query(api.users.me, {}),
    team: () => query(api.teams.mine, {}),
    create: (name: string) => mutation(api.teams.create, { name }),
    join: (inviteCode: string) => mutation(api.teams.join, { inviteCode }),
    leave: () => mutation(api.teams.leave, {}),
    open: (inviteCode: string) => mutation(api.invites.open, { inviteCode }),
    removeMember: (uid: TeamMember["uid"]) =>
      mutation(api.teams.removeMember, { uid }),
    handOver: (uid: TeamMember["uid"]) => mutation(api.teams.handOver, { uid }),
    renewCode: () => mutation(api.teams.renewCode, {}),
    announce: (title: string, publishAt: number | null) =>
      mutation(api.announcements.add, {
        title,
        body: `${title}.`,
        pinned: false,
        publishAt,
      }),
    change: (settings: Partial<Settings>) =>
      mutation(api.settings.change, settings),
    watchAnnouncements: (at: number) => watch(api.announcements.list, { at }),
  };
}

export type Announcements = FunctionReturnType<typeof api.announcements.list>;

/** Returns the code of the refusal with which a call fails; null if it succeeds. */
export async function codeOf(call: Promise<unknown>): Promise<string | null> {
  try {
    await call;
    return null;
  } catch (error) {
    if (isAppError(error)) return error.data.code;
    throw error;
  }
}

export function crowd(stage: Stage, size: number): Promise<Caller[]> {
  return Promise.all(
    Array.from({ length: size }, (_, k) => stage.signUp(`P${k + 1}`)),
  );
}

export async function three(stage: Stage): Promise<[Caller, Caller, Caller]> {
  return (await crowd(stage, 3)) as [Caller, Caller, Caller];
}

/** Creates a team. @returns its invite code */
export async function found(leader: Caller, name: string): Promise<string> {
  await leader.create(name);
  return (await teamOf(leader)).inviteCode;
}

export async function teamOf(member: Caller) {
  const team = await member.team();
  if (team === null) throw new Error("not in a team");
  return team;
}

/** Returns the id of someone who is signed in. */
export async function uidOf(person: Caller) {
  const me = await person.me();
  if (me === null) throw new Error("not signed in");
  return me._id;
}
