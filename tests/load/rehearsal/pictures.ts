import { api } from "#convex/_generated/api";
import type { Id } from "#convex/_generated/dataModel";
import { demoProject } from "../../../demo/functions/projects";
import { readPictures } from "../../../demo/pictures.mjs";
import { reached } from "../person";
import { chancesOf, type Stage, type Team } from "./stage";

/** Adds a picture, removes it and puts it back. It is served in the end. */
export async function addPicture(stage: Stage, team: Team): Promise<void> {
  const { leader, nth } = team;
  const { ledger, tempo } = stage;
  await tempo.pass(chancesOf(stage, `picture of team ${nth}`)() * 40);
  const pictureId = await sendPicture(team);
  if (pictureId === undefined) return;
  await leader.do(api.projects.removePicture, { pictureId });
  await leader.do(api.projects.putBackPicture, { pictureId });
  ledger.acknowledged(
    `picture of ${leader.email}`,
    `the picture of ${leader.name}'s team`,
    async () => {
      const [kept] = (await leader.stored(api.projects.pictures, {})) ?? [];
      if (kept === undefined) return false;
      const bytes = await (await reached(kept.url)).arrayBuffer();
      return Buffer.from(bytes).equals(Buffer.from(pictureOf(team)));
    },
  );
}

const files = readPictures();

function pictureOf({ nth }: Team): ArrayBuffer {
  const file = files[demoProject(nth).picture];
  if (file === undefined) throw new Error("a picture is missing");
  return file;
}

/** Uploads a picture, as the page does. @returns undefined if it was refused */
export async function sendPicture(team: Team) {
  const { leader, nth } = team;
  // It is its own smaller version.
  const picture = pictureOf(team);
  const addresses = await leader.do(api.projects.uploadUrls, {});
  if (addresses === undefined) return undefined;
  const [storageId, thumbnailId] = await Promise.all([
    upload(addresses.picture, picture),
    upload(addresses.thumbnail, picture),
  ]);
  const { alt } = demoProject(nth);
  return leader.act(api.projects.addPicture, { storageId, thumbnailId, alt });
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
