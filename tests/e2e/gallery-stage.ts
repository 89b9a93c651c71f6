import { api } from "#convex/_generated/api";
import type { Id } from "#convex/_generated/dataModel";
import {
  EMPTY_CONTENT,
  rowOf,
  type Track,
} from "#convex/projects/shared/projects";
import { folded } from "#convex/platform/shared/lists";
import type { Value } from "convex/values";
import { adminApi } from "../../packages/embedded-convex/src/admin/admin-api";
import { openAccount } from "./accounts";
import type { Operator } from "./operator";
import type { Person } from "./person";

const DAY_MS = 24 * 60 * 60 * 1000;

/** A generated picture: a shape on a coloured background, as large as people's uploads. */
type Drawing = { hue: number; width: number; height: number };

const PICTURE: Drawing = { hue: 20, width: 1600, height: 1000 };

/** The two files of a picture, as a browser makes them. */
export async function drawPicture(
  { page }: Person,
  drawing: Drawing,
): Promise<{ picture: Buffer; thumbnail: Buffer }> {
  const [picture, thumbnail] = await page.evaluate(
    async ({ hue, width, height }) => {
      const draw = async (scale: number, type: string) => {
        const canvas = document.createElement("canvas");
        canvas.width = width * scale;
        canvas.height = height * scale;
        const context = canvas.getContext("2d");
        if (!context) throw new Error("no canvas");
        context.scale(scale, scale);
        context.fillStyle = `hsl(${hue} 60% 30%)`;
        context.fillRect(0, 0, width, height);
        context.fillStyle = `hsl(${hue + 40} 80% 60%)`;
        context.fillRect(width / 5, height / 4, width / 3, height / 2);
        const blob = await new Promise<Blob | null>((resolve) =>
          canvas.toBlob(resolve, type),
        );
        const bytes = new Uint8Array((await blob?.arrayBuffer()) ?? []);
        return Array.from(bytes);
      };
      return [await draw(1, "image/webp"), await draw(0.45, "image/jpeg")];
    },
    drawing,
  );
  return {
    picture: Buffer.from(picture ?? []),
    thumbnail: Buffer.from(thumbnail ?? []),
  };
}

/** A project as tests want it. */
type Wanted = {
  name: string;
  summary: string;
  tracks: Track[];
  isPictured: boolean;
  description?: string;
};

/**
 * Inserts projects that are handed in, for tests of what others see. All belong to one team, whose
 * own project no test reads.
 * @param artist in whose browser the pictures are drawn
 * @returns their ids
 */
export async function handInProjects(
  operator: Operator,
  url: string,
  artist: Person,
  wanted: readonly Wanted[],
): Promise<string[]> {
  const { client } = await openAccount(url, "Lila Sen");
  await client.mutation(api.teams.create, { name: "Night Owls" });
  const team = await client.query(api.teams.mine, {});
  if (team === null) throw new Error("no team");
  const add = addTo(operator);
  const content = (project: Wanted) => ({
    ...EMPTY_CONTENT,
    name: project.name,
    summary: project.summary,
    tracks: project.tracks,
    description:
      project.description ??
      "# Why\n\nIt **speaks**, and [explains](https://example.in).",
    repositoryUrl: "https://example.in/code",
    builtWith: ["React", "Rust"],
  });
  const row = (project: Wanted) => ({
    teamId: team._id,
    ...rowOf(content(project)),
    hidesNames: false,
    updatedAt: Date.now(),
    updatedBy: null,
    hasChanges: false,
  });
  const [first, ...others] = wanted.map(row);
  const ids = await add("projects", first ? [first] : []);
  const drawn = wanted.filter(({ isPictured }) => isPictured).length;
  const where: UploadUrls[] = [];
  const pairs = Math.min(MAX_PAIRS, Math.ceil(drawn / FILES_OF_URL));
  while (where.length < pairs)
    where.push(await client.mutation(api.projects.uploadUrls, {}));
  ids.push(...(await add("projects", others)));
  // All have the same picture: drawing takes long.
  const files = drawn > 0 ? await drawPicture(artist, PICTURE) : null;
  const handIns: Record<string, Value>[] = [];
  const descriptions: string[] = [];
  const uploaded: Record<string, Value>[] = [];
  if (files !== null)
    for (let nth = 0; nth < Math.min(drawn, pairs * FILES_OF_URL); nth++) {
      const urls = where[Math.floor(nth / FILES_OF_URL)];
      if (urls) uploaded.push(await uploadPicture(urls, files));
    }
  let shown = 0;
  const nextPicture = (name: string) => ({
    ...uploaded[shown++ % uploaded.length],
    alt: `The screen of ${name}`,
  });
  for (const [nth, project] of wanted.entries()) {
    const { isPictured, name } = project;
    const { description, ...fields } = content(project);
    descriptions.push(description);
    handIns.push({
      projectId: ids[nth] ?? "",
      teamId: team._id,
      teamName: "Night Owls",
      memberNames: ["Lila Sen"],
      memberIds: [],
      ...fields,
      nameKey: folded(name),
      pictures: isPictured ? [nextPicture(name)] : [],
      receipt: 10_000_000 + nth,
      at: Date.now(),
      by: "Lila Sen",
      byId: null,
      isCurrent: true,
    });
  }
  const handInIds = await add("handIns", handIns);
  await add(
    "handInTexts",
    descriptions.map((description, nth) => ({
      handInId: handInIds[nth] ?? "",
      description,
    })),
  );
  await Promise.all(
    ids.map((id, nth) =>
      operator.client.mutation(adminApi.patchDocuments, {
        componentId: null,
        table: "projects",
        ids: [id],
        fields: { handInId: handInIds[nth] ?? "" },
      }),
    ),
  );
  return ids;
}

type UploadUrls = { picture: string; thumbnail: string };

/** An upload URL takes so many files. */
const FILES_OF_URL = 3;
/** A person gets so many pairs of URLs at once; later projects show the same files again. */
const MAX_PAIRS = 8;

/** Publishes results in which a project has won this award. */
export async function giveAward(
  operator: Operator,
  projectId: string,
  award: string,
): Promise<void> {
  const won = { projectId, projectName: "", teamId: null, teamName: null };
  const awards = [{ ...won, award, isTied: false }];
  await addTo(operator)("judging", [{ published: { at: 0, awards } }]);
}

function addTo(operator: Operator) {
  return async (table: string, documents: Record<string, Value>[]) => {
    const { ids } = await operator.client.mutation(adminApi.addDocuments, {
      componentId: null,
      table,
      documents,
    });
    return ids;
  };
}

/** @returns the picture as a hand-in keeps it, without its words */
async function uploadPicture(
  where: UploadUrls,
  files: Awaited<ReturnType<typeof drawPicture>>,
): Promise<Record<string, Value>> {
  const { width, height } = PICTURE;
  return {
    storageId: await upload(where.picture, files.picture, "image/webp"),
    thumbnailId: await upload(where.thumbnail, files.thumbnail, "image/jpeg"),
    thumbnailWidth: 720,
    width,
    height,
  };
}

/** Submissions have been open since yesterday. */
export const OPEN = { submissionsOpenAt: Date.now() - DAY_MS };

/** @returns the file's id */
export async function upload(
  address: string,
  file: Buffer,
  type: string,
): Promise<Id<"_storage">> {
  const response = await fetch(address, {
    method: "POST",
    headers: { "Content-Type": type },
    body: new Uint8Array(file),
  });
  const { storageId } = (await response.json()) as {
    storageId: Id<"_storage">;
  };
  return storageId;
}
