import { useAction, useMutation } from "convex/react";
import { api } from "#convex/_generated/api";
import type { Id } from "#convex/_generated/dataModel";
import { atDeployment } from "../../../lib/deployment-file";
import { preparePicture } from "./prepare-picture";

/** Prepares a file, uploads it and adds it to the project. */
export function useAddPicture() {
  const askWhere = useMutation(api.projects.uploadUrls);
  const add = useAction(api.projects.addPicture);
  return async (file: File): Promise<void> => {
    const { picture, thumbnail } = await preparePicture(file);
    const where = await askWhere({});
    const [storageId, thumbnailId] = await Promise.all([
      upload(where.picture, picture),
      upload(where.thumbnail, thumbnail),
    ]);
    await add({ storageId, thumbnailId });
  };
}

async function upload(address: string, file: Blob): Promise<Id<"_storage">> {
  const response = await fetch(atDeployment(address), {
    method: "POST",
    headers: { "Content-Type": file.type },
    body: file,
  });
  if (!response.ok) throw new Error(`the upload failed: ${response.status}`);
  const { storageId } = (await response.json()) as {
    storageId: Id<"_storage">;
  };
  return storageId;
}
