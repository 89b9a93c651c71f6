import { api } from "#convex/_generated/api";
import type { Id } from "#convex/_generated/dataModel";
import { draw } from "../../functions/drawings";
import { demoProject } from "../../functions/projects";
import { reached } from "../person";
import { chancesOf, type Stage, type Team } from "./stage";

/** Uploads a picture, as the page does. It is served in the end. */
export async function addPicture(
  stage: Stage,
  { leader, nth }: Team,
): Promise<void> {
  const { ledger, tempo } = stage;
  await tempo.pass(chancesOf(stage, `picture of team ${nth}`)() * 40);
  const { scene, alt } = demoProject(nth);
  const { picture, thumbnail } = draw(scene, nth);
  const addresses = await leader.do(api.projects.uploadUrls, {});
  if (addresses === undefined) return;
  const [storageId, thumbnailId] = await Promise.all([
    upload(addresses.picture, picture),
    upload(addresses.thumbnail, thumbnail),
  ]);
  const added = await leader.act(api.projects.addPicture, {
    storageId,
    thumbnailId,
    alt,
  });
  if (added === undefined) return;
  ledger.acknowledged(
    `picture of ${leader.email}`,
    `the picture of ${leader.name}'s team`,
    async () => {
      const [kept] = (await leader.stored(api.projects.pictures, {})) ?? [];
      if (kept === undefined) return false;
      const bytes = await (await reached(kept.url)).arrayBuffer();
      return Buffer.from(bytes).equals(Buffer.from(picture));
    },
  );
}

async function upload(
  address: string,
  file: ArrayBuffer,
): Promise<Id<"_storage">> {
  const answer = await reached(address, {
    method: "POST",
    headers: { "content-type": "image/webp" },
    body: file,
  });
  if (!answer.ok) throw new Error(`an upload failed: ${answer.status}`);
  const { storageId } = (await answer.json()) as { storageId: Id<"_storage"> };
  return storageId;
}
