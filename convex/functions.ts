/**
 * The only importer of Convex's raw builders. Every function of ours is made by
 * one of these: its name says who may call it, and none can exist without
 * declaring what it takes and what it gives back.
 */
import type { RegisteredMutation, RegisteredQuery } from "convex/server";
import {
  v,
  type GenericValidator,
  type Infer,
  type ObjectType,
  type PropertyValidators,
} from "convex/values";
import type { Doc } from "./_generated/dataModel";
import {
  internalMutation as rawInternalMutation,
  internalQuery as rawInternalQuery,
  mutation as rawMutation,
  query as rawQuery,
  type MutationCtx,
  type QueryCtx,
} from "./_generated/server";
import * as Viewer from "./model/viewer";

/** What a function for signed-in people finds in its `ctx`. */
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

/** A definition as the raw builders see it: callers' types are in the signatures below. */
type Declared<Ctx> = Definition<Ctx, PropertyValidators, GenericValidator>;

/** A mutation that anybody may call, signed in or not. */
export function publicMutation<
  Args extends PropertyValidators,
  Returns extends GenericValidator,
>(
  definition: Definition<MutationCtx, Args, Returns>,
): RegisteredMutation<"public", ObjectType<Args>, Promise<Infer<Returns>>> {
  const declared: Declared<MutationCtx> = definition;
  return rawMutation(declared);
}

/** A query that anybody may make, signed in or not. */
export function publicQuery<
  Args extends PropertyValidators,
  Returns extends GenericValidator,
>(
  definition: Definition<QueryCtx, Args, Returns>,
): RegisteredQuery<"public", ObjectType<Args>, Promise<Infer<Returns>>> {
  const declared: Declared<QueryCtx> = definition;
  return rawQuery(declared);
}

/** A query that only this deployment's own functions and who has its key may make. */
export function internalQuery<
  Args extends PropertyValidators,
  Returns extends GenericValidator,
>(
  definition: Definition<QueryCtx, Args, Returns>,
): RegisteredQuery<"internal", ObjectType<Args>, Promise<Infer<Returns>>> {
  const declared: Declared<QueryCtx> = definition;
  return rawInternalQuery(declared);
}

/** A mutation that only this deployment's own functions may call. */
export function internalMutation<
  Args extends PropertyValidators,
  Returns extends GenericValidator,
>(
  definition: Definition<MutationCtx, Args, Returns>,
): RegisteredMutation<"internal", ObjectType<Args>, Promise<Infer<Returns>>> {
  const declared: Declared<MutationCtx> = definition;
  return rawInternalMutation(declared);
}

/** A mutation for the signed-in person, `ctx.user`; everybody else is refused. */
export function userMutation<
  Args extends PropertyValidators,
  Returns extends GenericValidator,
>(
  definition: Definition<MutationCtx & WithUser, Args, Returns>,
): RegisteredMutation<"public", ObjectType<Args>, Promise<Infer<Returns>>> {
  return rawMutation(letIn(Viewer.require, definition));
}

/**
 * A query about the signed-in person, `ctx.user`. Everybody else gets null, not
 * a refusal: a screen is still subscribed in the moment in which its session
 * ends, and a refused query would throw while it renders.
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

/** A mutation for organisers, `ctx.user`; everybody else is refused before anything is read. */
export function organiserMutation<
  Args extends PropertyValidators,
  Returns extends GenericValidator,
>(
  definition: Definition<MutationCtx & WithUser, Args, Returns>,
): RegisteredMutation<"public", ObjectType<Args>, Promise<Infer<Returns>>> {
  return rawMutation(letIn(Viewer.requireOrganiser, definition));
}

/** A query for organisers, `ctx.user`; everybody else is refused before anything is read. */
export function organiserQuery<
  Args extends PropertyValidators,
  Returns extends GenericValidator,
>(
  definition: Definition<QueryCtx & WithUser, Args, Returns>,
): RegisteredQuery<"public", ObjectType<Args>, Promise<Infer<Returns>>> {
  return rawQuery(letIn(Viewer.requireOrganiser, definition));
}

/** Puts who is calling into the handler's `ctx`, once they may call at all. */
function letIn<Ctx extends QueryCtx>(
  requireUser: (ctx: QueryCtx) => Promise<Doc<"users">>,
  { handler, ...rest }: Declared<Ctx & WithUser>,
): Declared<Ctx> {
  return {
    ...rest,
    handler: async (ctx, args) =>
      handler({ ...ctx, user: await requireUser(ctx) }, args),
  };
}
