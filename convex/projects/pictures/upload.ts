/**
 * Turns uploaded files into a picture: an action reads them, between a
 * mutation that decides whether it may and one that adds the picture.
 */
import { internal } from "../../_generated/api";
import type { Id } from "../../_generated/dataModel";
import type { ActionCtx } from "../../_generated/server";
import { refuse } from "../../platform/shared/errors";
import { MAX_THUMBNAIL_BYTES, MAX_THUMBNAIL_SIDE } from "../shared/pictures";
import {
  checkPicture,
  faults,
  PictureFault,
  type CheckedPicture,
} from "./file";
import type { Added } from "./pictures";

type FileId = Id<"_storage">;

/** The uploaded files; the smaller version may be missing. */
type Upload = {
  storageId: FileId;
  thumbnailId?: FileId | undefined;
  alt: string;
};

/** A checked picture, and the size of its file in bytes. */
type Read = CheckedPicture & { size: number };

/**
 * Adds a picture to the project of the caller's team.
 * @throws `picture_refused`, and what `jobs.pictures.admit` and `add` throw
 */
export async function add(
  ctx: ActionCtx,
  { storageId, thumbnailId, alt }: Upload,
): Promise<Id<"pictures">> {
  const uploaded = [storageId, ...(thumbnailId ? [thumbnailId] : [])];
  const known = await ctx.runMutation(internal.projects.pictureJobs.admit, {
    uploaded,
  });
  if (known !== null) return idOf(known);
  const picture = await stored(ctx, { storageId, thumbnailId, alt }).catch(
    async (error: unknown) => {
      if (!(error instanceof PictureFault)) throw error;
      await ctx.runMutation(internal.projects.pictureJobs.discard, {
        uploaded,
      });
      return refuse("picture_refused", { why: error.message });
    },
  );
  return idOf(
    await ctx.runMutation(internal.projects.pictureJobs.add, {
      uploaded,
      picture,
    }),
  );
}

function idOf(added: Added): Id<"pictures"> {
  return "pictureId" in added
    ? added.pictureId
    : refuse("picture_refused", { why: added.why });
}

/** Checks the files. @throws PictureFault */
async function stored(ctx: ActionCtx, { storageId, thumbnailId, alt }: Upload) {
  const { width, height } = await read(ctx, storageId);
  const small = thumbnailId && (await read(ctx, thumbnailId));
  if (small && !isSmall(small))
    throw new PictureFault(
      "The smaller version does not fit this picture. Choose the picture again.",
    );
  return {
    storageId,
    ...(small && { thumbnailId, thumbnailWidth: small.width }),
    width,
    height,
    alt,
  };
}

async function read(ctx: ActionCtx, id: FileId): Promise<Read> {
  const file = await ctx.storage.get(id);
  if (file === null) throw new PictureFault("This file is no longer there.");
  const picture = checkPicture(new Uint8Array(await file.arrayBuffer()));
  // A file is served with the type that its sender declared.
  if (file.type !== picture.type) throw new PictureFault(faults.unknownType);
  return { ...picture, size: file.size };
}

function isSmall({ size, width, height }: Read): boolean {
  return (
    size <= MAX_THUMBNAIL_BYTES && Math.max(width, height) <= MAX_THUMBNAIL_SIDE
  );
}
