/**
 * The only module that imports Convex's raw builders. Every function is built
 * with one of the builders below: the name says who may call the function, and
 * the type requires validators for arguments and result. What a builder throws is said
 * there, and not again at each function.
 */
import type {
  DefaultFunctionArgs,
  FunctionVisibility,
  PublicHttpAction,
  RegisteredAction,
  RegisteredMutation,
  RegisteredQuery,
} from "convex/server";
import {
  v,
  type GenericValidator,
  type Infer,
  type ObjectType,
  type PropertyValidators,
  type Value,
} from "convex/values";
import { zodToConvexFields } from "convex-helpers/server/zod4";
import type * as z from "zod/mini";
import type { Doc } from "./_generated/dataModel";
import {
  action as rawAction,
  internalAction as rawInternalAction,
  internalMutation as rawInternalMutation,
  internalQuery as rawInternalQuery,
  mutation as rawMutation,
  httpAction as rawHttpAction,
  query as rawQuery,
  type ActionCtx,
  type MutationCtx,
  type QueryCtx,
} from "./_generated/server";
import { follow } from "./consequences";
import type { Fact, NotingCtx } from "./platform/facts";
import * as Settings from "./settings/settings";
import * as Viewer from "./platform/viewer";
import * as Projects from "./projects/projects";
import * as Teams from "./teams/teams";
import { checked } from "./platform/shared/input";

/** What the builders for signed-in people add to `ctx`. */
type WithUser = { user: Doc<"users"> };

type NoArgs = Record<never, never>;
/** What people may enter, for forms and server: a schema of some `shared.ts`. */
type Input = z.ZodMiniObject;
type NoInput = z.ZodMiniObject<NoArgs>;
/** An object type, or nothing for zod's type of an empty object, which allows no other field beside it. */
type Fields<T> = string extends keyof T ? unknown : T;

type Definition<
  Ctx,
  Args extends PropertyValidators,
  Typed extends Input,
  Returns extends GenericValidator,
> = {
  /** The arguments that nobody types: ids, choices. */
  args?: Args;
  /** The arguments that people type. The handler gets them normalised, or is not called: the first refusal is thrown. */
  input?: Typed;
  returns: Returns;
  handler(
    this: void,
    ctx: Ctx,
    args: ObjectType<Args> & Fields<z.output<Typed>>,
  ): Promise<Result<Returns>>;
};

/** What a handler gives: nothing where the function returns null. */
type Result<Returns extends GenericValidator> =
  Infer<Returns> extends null ? void : Infer<Returns>;

/**
 * A definition as this module handles it; the precise types are in the builders'
 * signatures.
 */
type Declared<Ctx> = Definition<
  Ctx,
  PropertyValidators,
  Input,
  GenericValidator
>;

type QueryBuilder<
  Visibility extends FunctionVisibility,
  Ctx,
  Otherwise = never,
> = <
  Returns extends GenericValidator,
  Args extends PropertyValidators = NoArgs,
  Typed extends Input = NoInput,
>(
  definition: Definition<Ctx, Args, Typed, Returns>,
) => RegisteredQuery<
  Visibility,
  ObjectType<Args> & Fields<z.input<Typed>>,
  Promise<Infer<Returns> | Otherwise>
>;

type MutationBuilder<Visibility extends FunctionVisibility, Ctx> = <
  Returns extends GenericValidator,
  Args extends PropertyValidators = NoArgs,
  Typed extends Input = NoInput,
>(
  definition: Definition<Ctx, Args, Typed, Returns>,
) => RegisteredMutation<
  Visibility,
  ObjectType<Args> & Fields<z.input<Typed>>,
  Promise<Infer<Returns>>
>;

type ActionBuilder<Visibility extends FunctionVisibility> = <
  Returns extends GenericValidator,
  Args extends PropertyValidators = NoArgs,
  Typed extends Input = NoInput,
>(
  definition: Definition<ActionCtx, Args, Typed, Returns>,
) => RegisteredAction<
  Visibility,
  ObjectType<Args> & Fields<z.input<Typed>>,
  Promise<Infer<Returns>>
>;

/** Builds a query that anyone may call, signed in or not. */
export const publicQuery: QueryBuilder<"public", QueryCtx> = (
  definition: Declared<QueryCtx>,
) => rawQuery(built(definition, anyone));

/** Builds a mutation that anyone may call, signed in or not. */
export const publicMutation: MutationBuilder<"public", NotingCtx> = (
  definition: Declared<NotingCtx>,
) => rawMutation(builtMutation(definition, anyone));

/** Builds an action that anyone may call, signed in or not. */
export const publicAction: ActionBuilder<"public"> = (
  definition: Declared<ActionCtx>,
) => rawAction(built(definition, anyone));

/** Builds an HTTP action: anyone may send it a request. */
export function publicHttpAction(
  handler: (ctx: ActionCtx, request: Request) => Promise<Response>,
): PublicHttpAction {
  return rawHttpAction(handler);
}

/** Builds a query that only the deployment's own functions and its admin key may call. */
export const internalQuery: QueryBuilder<"internal", QueryCtx> = (
  definition: Declared<QueryCtx>,
) => rawInternalQuery(built(definition, anyone));

/** Builds a mutation that only the deployment's own functions and its admin key may call. */
export const internalMutation: MutationBuilder<"internal", NotingCtx> = (
  definition: Declared<NotingCtx>,
) => rawInternalMutation(builtMutation(definition, anyone));

/** Builds an action that only the deployment's own functions and its admin key may call. */
export const internalAction: ActionBuilder<"internal"> = (
  definition: Declared<ActionCtx>,
) => rawInternalAction(built(definition, anyone));

/**
 * Builds a query for the signed-in person, `ctx.user`. Everyone else gets null
 * instead of an error: a screen is still subscribed when its session ends, and a
 * query that fails would throw while the screen renders.
 */
export const userQuery: QueryBuilder<"public", QueryCtx & WithUser, null> = ({
  handler,
  returns,
  ...rest
}: Declared<QueryCtx & WithUser>) =>
  publicQuery({
    ...rest,
    returns: v.nullable(returns),
    handler: async (ctx, args) => {
      const user = await Viewer.find(ctx);
      return user === null ? null : handler({ ...ctx, user }, args);
    },
  });

/**
 * Builds a mutation for the signed-in person, `ctx.user`. The mutation throws
 * `not_signed_in`.
 */
export const userMutation = mutationFor(requirePerson);

/** Whoever was in a team whose row is gone is without one from then on. */
async function requirePerson(ctx: MutationCtx): Promise<Doc<"users">> {
  return Teams.mended(ctx, await Viewer.require(ctx));
}

/** The same for what a page sends again and again: it does not look whether the caller's team is still there. */
export const frequentMutation = mutationFor(Viewer.require);

/** The same for participants and organisers. The mutation throws `participants_only` for judges and mentors. */
export const participantMutation = mutationFor(requireParticipant);

async function requireParticipant(ctx: MutationCtx): Promise<Doc<"users">> {
  const user = await requirePerson(ctx);
  Viewer.requireTakingPart(user);
  return user;
}

/**
 * Builds a mutation with which participants, `ctx.user`, change who is in which team. It throws `not_signed_in`,
 * `participants_only` and, while team changes are closed, `team_changes_closed` before the handler runs.
 */
export const teamChangeMutation = mutationFor(requireTeamChange);

async function requireTeamChange(ctx: MutationCtx): Promise<Doc<"users">> {
  const user = await requireParticipant(ctx);
  await Settings.requireTeamChangesOpen(ctx);
  return user;
}

/**
 * Builds a mutation for members of a team while submissions are open, `ctx.user`, with
 * their team's project, `ctx.project`, which is created if there is none. The mutation
 * throws `not_signed_in`, `not_in_team`, `submissions_not_open` and
 * `submissions_closed` before the input is checked.
 */
export const projectMutation: MutationBuilder<
  "public",
  NotingCtx & WithUser & { project: Doc<"projects"> }
> = (
  definition: Declared<NotingCtx & WithUser & { project: Doc<"projects"> }>,
) =>
  rawMutation(
    builtMutation(definition, async (ctx) => {
      const user = await Viewer.require(ctx);
      return { ...ctx, user, project: await Projects.begin(ctx, user) };
    }),
  );

/**
 * Builds a query for organisers, `ctx.user`. It throws `not_signed_in` and
 * `organisers_only` before the handler runs.
 */
export const organiserQuery = queryFor(Viewer.requireOrganiser);

/** The same for a mutation. */
export const organiserMutation = mutationFor(Viewer.requireOrganiser);

/**
 * Builds a query for judges, `ctx.user`. It throws `not_signed_in` and `judges_only`
 * before the handler runs.
 */
export const judgeQuery = queryFor(Viewer.requireJudge);

/** The same for a mutation. */
export const judgeMutation = mutationFor(Viewer.requireJudge);

/**
 * Builds a query for the check-in desk: organisers and the helpers whom they have named, `ctx.user`. It throws
 * `not_signed_in` and `desk_only` before the handler runs.
 */
export const deskQuery = queryFor(Viewer.requireDesk);

/** The same for a mutation. */
export const deskMutation = mutationFor(Viewer.requireDesk);

/**
 * Builds a query for mentors and organisers, `ctx.user`. It throws `not_signed_in` and
 * `mentors_only` before the handler runs.
 */
export const mentorQuery = queryFor(Viewer.requireMentor);

/** The same for a mutation. */
export const mentorMutation = mutationFor(Viewer.requireMentor);

/**
 * Returns what a library's action does, for an action of ours that checks its
 * arguments first. Convex keeps the handler at the registered function.
 */
export function handlerOf<Args extends DefaultFunctionArgs, Returns>(
  registered: RegisteredAction<"public", Args, Promise<Returns>>,
): (ctx: ActionCtx, args: Args) => Promise<Returns> {
  type Handler = (ctx: ActionCtx, args: Args) => Promise<Returns>;
  const { _handler: handler } = registered as { _handler?: Handler };
  if (handler === undefined)
    throw new Error("this version of Convex hides the handlers of functions");
  return handler;
}

/** The same for a mutation: what its handler notes has its consequences before the transaction ends. */
function builtMutation<Known extends NotingCtx>(
  definition: Declared<Known>,
  known: (ctx: NotingCtx) => Promise<Known>,
) {
  const { handler, ...rest } = built(definition, known);
  return {
    ...rest,
    handler: async (ctx: MutationCtx, given: Record<string, Value>) => {
      const facts: Fact[] = [];
      const note = (fact: Fact) => void facts.push(fact);
      const result = await handler({ ...ctx, note }, given);
      await follow(ctx, facts);
      return result;
    },
  };
}

/** Returns a definition as Convex takes it. `known` adds to `ctx`, or refuses the caller, before the input is checked. */
function built<Ctx extends object, Known extends object = Ctx>(
  { args, input, returns, handler }: Declared<Known>,
  known: (ctx: Ctx) => Promise<Known>,
) {
  return {
    args: { ...args, ...(input && zodToConvexFields(input.shape)) },
    returns,
    handler: async (ctx: Ctx, given: Record<string, Value>) => {
      const withKnown = await known(ctx);
      const typed = input && checked(input, given);
      return (await handler(withKnown, { ...given, ...typed })) ?? null;
    },
  };
}

const anyone = async <Ctx>(ctx: Ctx) => Promise.resolve(ctx);

type RequireCaller<Ctx> = (ctx: Ctx) => Promise<Doc<"users">>;

/** Returns a builder of queries for whom `require` returns. */
function queryFor(
  require: RequireCaller<QueryCtx>,
): QueryBuilder<"public", QueryCtx & WithUser> {
  return (definition: Declared<QueryCtx & WithUser>) =>
    rawQuery(built(definition, caller(require)));
}

/** The same for mutations. */
function mutationFor(
  require: RequireCaller<MutationCtx>,
): MutationBuilder<"public", NotingCtx & WithUser> {
  return (definition: Declared<NotingCtx & WithUser>) =>
    rawMutation(builtMutation(definition, caller<NotingCtx>(require)));
}

/** Adds the caller as `ctx.user`. */
function caller<Ctx extends object>(require: RequireCaller<Ctx>) {
  return async (ctx: Ctx) => ({ ...ctx, user: await require(ctx) });
}
