import { v } from "convex/values";
import { internalMutation } from "../functions";
import * as Pictures from "./pictures/pictures";
import * as Projects from "./projects";
import * as Viewer from "../platform/viewer";
import { storedPictureValidator } from "./shared/pictures";

/**
 * Decides whether the given files may be read as a picture of the caller's project.
 * Called by projects/pictures/upload.ts, like `add` and `discard`.
 * @returns null, the reason against it, or the picture that they are already
 */
export const admit = internalMutation({
  args: { uploaded: v.array(v.id("_storage")) },
  returns: v.nullable(Pictures.addedValidator),
  handler: async (ctx, { uploaded }) => {
    const user = await Viewer.require(ctx);
    const project = await Projects.begin(ctx, user);
    return Pictures.admit(ctx, user, project, uploaded);
  },
});

/** Adds a picture whose files have been checked, if that is still allowed. */
export const add = internalMutation({
  args: {
    uploaded: v.array(v.id("_storage")),
    picture: storedPictureValidator,
  },
  returns: Pictures.addedValidator,
  handler: async (ctx, args) => {
    const user = await Viewer.require(ctx);
    const project = await Projects.begin(ctx, user);
    const added = await Pictures.add(ctx, project, args);
    if ("pictureId" in added) await Projects.touch(ctx, project._id, user);
    return added;
  },
});

/** Deletes those of the given files that no picture needs. */
export const discard = internalMutation({
  args: { uploaded: v.array(v.id("_storage")) },
  returns: v.null(),
  handler: async (ctx, { uploaded }) => Pictures.discard(ctx, uploaded),
});

/** Deletes removed pictures whose time is over. Scheduled by projects/pictures/pictures.ts. */
export const settle = internalMutation({
  args: { projectId: v.id("projects") },
  returns: v.null(),
  handler: async (ctx, { projectId }) => Pictures.settle(ctx, projectId),
});

/**
 * Deletes uploads that did not become pictures, one batch per transaction. Scheduled by
 * projects/pictures/pictures.ts; without arguments it looks at all files once.
 */
export const sweep = internalMutation({
  args: { after: v.optional(v.number()), until: v.optional(v.number()) },
  returns: v.null(),
  handler: async (ctx, { after = 0, until = 0 }) =>
    Pictures.sweep(ctx, { after, until }),
});
