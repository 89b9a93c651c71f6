/**
 * The only module that imports Convex's raw builders. Every function is built
 * with one of the builders below: the name says who may call the function, and
 * the type requires validators for arguments and result.
 */
import type {
  DefaultFunctionArgs,
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
import * as Viewer from "./model/viewer";

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
 * A definition as the raw builders take it; the signatures below carry the
 * precise types.
 */
type Declared<Ctx> = Definition<Ctx, PropertyValidators, GenericValidator>;

/** Builds an action that anyone may call, signed in or not. */
export function publicAction<
  Args extends PropertyValidators,
  Returns extends GenericValidator,
>(
  definition: Definition<ActionCtx, Args, Returns>,
): RegisteredAction<"public", ObjectType<Args>, Promise<Infer<Returns>>> {
  const declared: Declared<ActionCtx> = definition;
  return rawAction(declared);
}

/** Builds what answers an HTTP request of anyone. */
export function publicHttpAction(
  handler: (ctx: ActionCtx, request: Request) => Promise<Response>,
): PublicHttpAction {
  return rawHttpAction(handler);
}

/**
 * Returns what a library's action does, for an action of ours that checks its
 * arguments first. Convex keeps the handler at the registered function.
 */
export function handlerOf<Args extends DefaultFunctionArgs, Returns>(
  registered: RegisteredAction<"public", Args, Promise<Returns>>,
): (ctx: ActionCtx, args: Args) => Promise<Returns> {
  const { _handler: handler } = registered as typeof registered & {
    _handler?: (ctx: ActionCtx, args: Args) => Promise<Returns>;
  };
  if (handler === undefined)
    throw new Error("this version of Convex hides the handlers of functions");
  return handler;
}

/** Builds a mutation that anyone may call, signed in or not. */
export function publicMutation<
  Args extends PropertyValidators,
  Returns extends GenericValidator,
>(
  definition: Definition<MutationCtx, Args, Returns>,
): RegisteredMutation<"public", ObjectType<Args>, Promise<Infer<Returns>>> {
  const declared: Declared<MutationCtx> = definition;
  return rawMutation(declared);
}

/** Builds a query that anyone may call, signed in or not. */
export function publicQuery<
  Args extends PropertyValidators,
  Returns extends GenericValidator,
>(
  definition: Definition<QueryCtx, Args, Returns>,
): RegisteredQuery<"public", ObjectType<Args>, Promise<Infer<Returns>>> {
  const declared: Declared<QueryCtx> = definition;
  return rawQuery(declared);
}

/** Builds a query that only the deployment's own functions and its admin key may call. */
export function internalQuery<
  Args extends PropertyValidators,
  Returns extends GenericValidator,
>(
  definition: Definition<QueryCtx, Args, Returns>,
): RegisteredQuery<"internal", ObjectType<Args>, Promise<Infer<Returns>>> {
  const declared: Declared<QueryCtx> = definition;
  return rawInternalQuery(declared);
}

/**
 * Builds a mutation that only the deployment's own functions and its admin key
 * may call.
 */
export function internalMutation<
  Args extends PropertyValidators,
  Returns extends GenericValidator,
>(
  definition: Definition<MutationCtx, Args, Returns>,
): RegisteredMutation<"internal", ObjectType<Args>, Promise<Infer<Returns>>> {
  const declared: Declared<MutationCtx> = definition;
  return rawInternalMutation(declared);
}

/** Builds an action that only the deployment's own functions and its admin key may call. */
export function internalAction<
  Args extends PropertyValidators,
  Returns extends GenericValidator,
>(
  definition: Definition<ActionCtx, Args, Returns>,
): RegisteredAction<"internal", ObjectType<Args>, Promise<Infer<Returns>>> {
  const declared: Declared<ActionCtx> = definition;
  return rawInternalAction(declared);
}

/**
 * Builds a mutation for the signed-in person, `ctx.user`. The mutation throws
 * `not_signed_in`.
 */
export function userMutation<
  Args extends PropertyValidators,
  Returns extends GenericValidator,
>(
  definition: Definition<MutationCtx & WithUser, Args, Returns>,
): RegisteredMutation<"public", ObjectType<Args>, Promise<Infer<Returns>>> {
  return rawMutation(withCaller(Viewer.require, definition));
}

/**
 * Builds a query for the signed-in person, `ctx.user`. Everyone else gets null
 * instead of an error: a screen is still subscribed when its session ends, and a
 * query that fails would throw while the screen renders.
 */
export function userQuery<
  Args extends PropertyValidators,
  Returns extends GenericValidator,
>(
  definition: Definition<QueryCtx & WithUser, Args, Returns>,
): RegisteredQuery<"public", ObjectType<Args>, Promise<Infer<Returns> | null>> {
  const { args, returns, handler }: Declared<QueryCtx & WithUser> = definition;
  return rawQuery({
    args,
    returns: v.nullable(returns),
    handler: async (ctx, callArgs) => {
      const user = await Viewer.find(ctx);
      return user === null ? null : handler({ ...ctx, user }, callArgs);
    },
  });
}

/**
 * Builds a mutation for organisers, `ctx.user`. It throws `not_signed_in` and
 * `organisers_only` before the handler runs.
 */
export function organiserMutation<
  Args extends PropertyValidators,
  Returns extends GenericValidator,
>(
  definition: Definition<MutationCtx & WithUser, Args, Returns>,
): RegisteredMutation<"public", ObjectType<Args>, Promise<Infer<Returns>>> {
  return rawMutation(withCaller(Viewer.requireOrganiser, definition));
}

/**
 * Builds a query for organisers, `ctx.user`. It throws `not_signed_in` and
 * `organisers_only` before the handler runs.
 */
export function organiserQuery<
  Args extends PropertyValidators,
  Returns extends GenericValidator,
>(
  definition: Definition<QueryCtx & WithUser, Args, Returns>,
): RegisteredQuery<"public", ObjectType<Args>, Promise<Infer<Returns>>> {
  return rawQuery(withCaller(Viewer.requireOrganiser, definition));
}

/**
 * Builds a mutation for judges, `ctx.user`. It throws `not_signed_in` and `judges_only`
 * before the handler runs.
 */
export function judgeMutation<
  Args extends PropertyValidators,
  Returns extends GenericValidator,
>(
  definition: Definition<MutationCtx & WithUser, Args, Returns>,
): RegisteredMutation<"public", ObjectType<Args>, Promise<Infer<Returns>>> {
  return rawMutation(withCaller(Viewer.requireJudge, definition));
}

/**
 * Builds a query for judges, `ctx.user`. It throws `not_signed_in` and `judges_only`
 * before the handler runs.
 */
export function judgeQuery<
  Args extends PropertyValidators,
  Returns extends GenericValidator,
>(
  definition: Definition<QueryCtx & WithUser, Args, Returns>,
): RegisteredQuery<"public", ObjectType<Args>, Promise<Infer<Returns>>> {
  return rawQuery(withCaller(Viewer.requireJudge, definition));
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
