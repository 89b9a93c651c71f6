import {
  actionGeneric,
  internalMutationGeneric,
  makeFunctionReference,
  mutationGeneric,
  queryGeneric,
} from "convex/server";
import { v } from "convex/values";

const ITERATIONS = 600_000;

const counting = makeFunctionReference<"mutation", { name: string }>(
  "load:count",
);

/** As dear as signing up: a password is hashed, and something is written. */
export const signUp = actionGeneric({
  args: { name: v.string() },
  handler: async (ctx, { name }) => {
    const bytes = new TextEncoder().encode(name);
    const key = await crypto.subtle.importKey("raw", bytes, "PBKDF2", false, [
      "deriveBits",
    ]);
    await crypto.subtle.deriveBits(
      {
        name: "PBKDF2",
        hash: "SHA-256",
        salt: bytes,
        iterations: ITERATIONS,
      },
      key,
      256,
    );
    await ctx.runMutation(counting, { name });
  },
});

export const count = internalMutationGeneric({
  args: { name: v.string() },
  handler: async (ctx, { name }) => {
    await ctx.db.insert("members", { teamId: "load", userId: name });
  },
});

export const uploadUrl = mutationGeneric({
  args: {},
  handler: (ctx) => ctx.storage.generateUploadUrl(),
});

/** A result of a size of the caller's choice. */
export const large = queryGeneric({
  args: { bytes: v.number(), n: v.number() },
  handler: async (_ctx, { bytes, n }) => `${n} ${"x".repeat(bytes)}`,
});

/** The same, made by an action. */
export const largeAction = actionGeneric({
  args: { bytes: v.number() },
  handler: async (_ctx, { bytes }) => "x".repeat(bytes),
});
