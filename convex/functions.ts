/**
 * The only module that imports Convex's raw builders. Every function is built
 * with one of the builders below: the name says who may call the function, and
 * the type requires validators for arguments and result.
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
} from "convex/values";
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
import * as Viewer from "./model/platform/viewer";

/** What the builders for signed-in people add to `ctx`. */
type WithUser = { user: Doc<"users"> };

type Definition<
  Ctx,
  Args extends PropertyValidators,
  Returns extends GenericValidator,
> = {
  args: Args;
  returns: Returns;
  handler(
    this: void,
    ctx: Ctx,
    args: ObjectType<Args>,
  ): Promise<Infer<Returns>>;
};

/**
 * A definition as the raw builders take it; the precise types are in the builders'
 * signatures.
 */
type Declared<Ctx> = Definition<Ctx, PropertyValidators, GenericValidator>;

type QueryBuilder<
  Visibility extends FunctionVisibility,
  Ctx,
  Otherwise = never,
> = <Args extends PropertyValidators, Returns extends GenericValidator>(
  definition: Definition<Ctx, Args, Returns>,
) => RegisteredQuery<
  Visibility,
  ObjectType<Args>,
  Promise<Infer<Returns> | Otherwise>
>;

type MutationBuilder<Visibility extends FunctionVisibility, Ctx> = <
  Args extends PropertyValidators,
  Returns extends GenericValidator,
>(
  definition: Definition<Ctx, Args, Returns>,
) => RegisteredMutation<Visibility, ObjectType<Args>, Promise<Infer<Returns>>>;

type ActionBuilder<Visibility extends FunctionVisibility> = <
  Args extends PropertyValidators,
  Returns extends GenericValidator,
>(
  definition: Definition<ActionCtx, Args, Returns>,
) => RegisteredAction<Visibility, ObjectType<Args>, Promise<Infer<Returns>>>;

/** Builds a query that anyone may call, signed in or not. */
export const publicQuery: QueryBuilder<"public", QueryCtx> = (
  definition: Declared<QueryCtx>,
) => rawQuery(definition);

/** Builds a mutation that anyone may call, signed in or not. */
export const publicMutation: MutationBuilder<"public", MutationCtx> = (
  definition: Declared<MutationCtx>,
) => rawMutation(definition);

/** Builds an action that anyone may call, signed in or not. */
export const publicAction: ActionBuilder<"public"> = (
  definition: Declared<ActionCtx>,
) => rawAction(definition);

/** Builds an HTTP action: anyone may send it a request. */
export function publicHttpAction(
  handler: (ctx: ActionCtx, request: Request) => Promise<Response>,
): PublicHttpAction {
  return rawHttpAction(handler);
}

/** Builds a query that only the deployment's own functions and its admin key may call. */
export const internalQuery: QueryBuilder<"internal", QueryCtx> = (
  definition: Declared<QueryCtx>,
) => rawInternalQuery(definition);

/** Builds a mutation that only the deployment's own functions and its admin key may call. */
export const internalMutation: MutationBuilder<"internal", MutationCtx> = (
  definition: Declared<MutationCtx>,
) => rawInternalMutation(definition);

/** Builds an action that only the deployment's own functions and its admin key may call. */
export const internalAction: ActionBuilder<"internal"> = (
  definition: Declared<ActionCtx>,
) => rawInternalAction(definition);

/**
 * Builds a query for the signed-in person, `ctx.user`. Everyone else gets null
 * instead of an error: a screen is still subscribed when its session ends, and a
 * query that fails would throw while the screen renders.
 */
export const userQuery: QueryBuilder<"public", QueryCtx & WithUser, null> = ({
  args,
  returns,
  handler,
}: Declared<QueryCtx & WithUser>) =>
  rawQuery({
    args,
    returns: v.nullable(returns),
    handler: async (ctx, callArgs) => {
      const user = await Viewer.find(ctx);
      return user === null ? null : handler({ ...ctx, user }, callArgs);
    },
  });

/**
 * Builds a mutation for the signed-in person, `ctx.user`. The mutation throws
 * `not_signed_in`.
 */
export const userMutation: MutationBuilder<"public", MutationCtx & WithUser> = (
  definition: Declared<MutationCtx & WithUser>,
) => rawMutation(withCaller(Viewer.require, definition));

/**
 * Builds a query for organisers, `ctx.user`. It throws `not_signed_in` and
 * `organisers_only` before the handler runs.
 */
export const organiserQuery: QueryBuilder<"public", QueryCtx & WithUser> = (
  definition: Declared<QueryCtx & WithUser>,
) => rawQuery(withCaller(Viewer.requireOrganiser, definition));

/** The same for a mutation. */
export const organiserMutation: MutationBuilder<
  "public",
  MutationCtx & WithUser
> = (definition: Declared<MutationCtx & WithUser>) =>
  rawMutation(withCaller(Viewer.requireOrganiser, definition));

/**
 * Builds a query for judges, `ctx.user`. It throws `not_signed_in` and `judges_only`
 * before the handler runs.
 */
export const judgeQuery: QueryBuilder<"public", QueryCtx & WithUser> = (
  definition: Declared<QueryCtx & WithUser>,
) => rawQuery(withCaller(Viewer.requireJudge, definition));

/** The same for a mutation. */
export const judgeMutation: MutationBuilder<
  "public",
  MutationCtx & WithUser
> = (definition: Declared<MutationCtx & WithUser>) =>
  rawMutation(withCaller(Viewer.requireJudge, definition));

/**
 * Returns what a library's action does, for an action of ours that checks its
 * arguments first. Convex keeps the handler at the registered function.
 */
export function handlerOf<Args extends DefaultFunctionArgs, Returns>(
  registered: RegisteredAction<"public", Args, Promise<Returns>>,
): (ctx: ActionCtx, args: Args) => Promise<Returns> {
  return kept<(ctx: ActionCtx, args: Args) => Promise<Returns>>(registered);
}

/** The same for an HTTP action. */
export function httpHandlerOf(
  registered: PublicHttpAction,
): (ctx: ActionCtx, request: Request) => Promise<Response> {
  return kept<(ctx: ActionCtx, request: Request) => Promise<Response>>(
    registered,
  );
}

function kept<Handler>(registered: object): Handler {
  const { _handler: handler } = registered as { _handler?: Handler };
  if (handler === undefined)
    throw new Error("this version of Convex hides the handlers of functions");
  return handler;
}

/**
 * Checks the caller with `requireUser`, then runs the handler with the caller
 * as `ctx.user`.
 */
function withCaller<Ctx extends QueryCtx>(
  requireUser: (ctx: QueryCtx) => Promise<Doc<"users">>,
  { handler, ...rest }: Declared<Ctx & WithUser>,
): Declared<Ctx> {
  return {
    ...rest,
    handler: async (ctx, args) =>
      handler({ ...ctx, user: await requireUser(ctx) }, args),
  };
}
