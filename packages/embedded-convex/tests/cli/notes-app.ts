/** The files of a small app, by their paths in the project. */
export const notesApp = {
  "convex/schema.ts": `
    import { defineSchema, defineTable } from "convex/server";
    import { v } from "convex/values";
    export default defineSchema({
      notes: defineTable({ text: v.string(), rank: v.optional(v.int64()) })
        .index("by_text", ["text"]),
      people: defineTable({ name: v.string() }),
    });`,
  "convex/notes.ts": `
    import { v } from "convex/values";
    import { internal } from "./_generated/api";
    import { internalMutation, mutation, query } from "./_generated/server";
    declare const process: { env: Record<string, string | undefined> };
    export const list = query((ctx) => ctx.db.query("notes").collect());
    export const texts = query({
      args: {},
      returns: v.array(v.string()),
      handler: async (ctx) =>
        (await ctx.db.query("notes").collect()).map((note) => note.text),
    });
    export const add = mutation({
      args: { text: v.string() },
      returns: v.id("notes"),
      handler: async (ctx, { text }) => {
        console.log("adding", text);
        return ctx.db.insert("notes", { text, rank: 7n });
      },
    });
    export const fail = mutation(() => {
      throw new Error("out of paper");
    });
    export const addLater = mutation({
      args: { text: v.string(), afterMs: v.number() },
      handler: async (ctx, { text, afterMs }): Promise<null> => {
        await ctx.scheduler.runAfter(afterMs, internal.notes.addNow, { text });
        return null;
      },
    });
    export const addNow = internalMutation({
      args: { text: v.string() },
      handler: (ctx, { text }) => ctx.db.insert("notes", { text }),
    });
    export const clear = internalMutation(async (ctx) => {
      for (const note of await ctx.db.query("notes").collect()) {
        await ctx.db.delete(note._id);
      }
      return "cleared";
    });
    export const me = query(async (ctx) => (await ctx.auth.getUserIdentity())?.name ?? null);
    export const uploadUrl = mutation((ctx) => ctx.storage.generateUploadUrl());
    export const fileUrl = query({
      args: { storageId: v.id("_storage") },
      handler: (ctx, { storageId }) => ctx.storage.getUrl(storageId),
    });
    export const greeting = query(() => process.env.GREETING ?? "none");`,
};

/** The files of a component for it. */
export const rateLimits = {
  "convex/convex.config.ts": `
    import rateLimiter from "@convex-dev/rate-limiter/convex.config";
    import { defineApp } from "convex/server";
    const app = defineApp();
    app.use(rateLimiter);
    export default app;`,
  "convex/limited.ts": `
    import { RateLimiter } from "@convex-dev/rate-limiter";
    import { components } from "./_generated/api";
    import { mutation } from "./_generated/server";
    const limiter = new RateLimiter(components.rateLimiter, {
      tries: { kind: "fixed window", rate: 5, period: 60_000 },
    });
    export const attempt = mutation(async (ctx) => (await limiter.limit(ctx, "tries")).ok);`,
};
