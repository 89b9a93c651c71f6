import { api } from "#convex/_generated/api";
import type { Id } from "#convex/_generated/dataModel";
import type { Track } from "#convex/projects/shared/projects";
import { files } from "../convex/picture-files";
import { handInRow, projectRow } from "../handed-in";
import { openAccount } from "./accounts";
import type { Operator } from "./operator";

const DAY_MS = 24 * 60 * 60 * 1000;

/** Submissions have been open since yesterday. */
export const OPEN = { submissionsOpenAt: Date.now() - DAY_MS };

/** As large as people's uploads; the files of tests are smaller. */
const PICTURE = { width: 1600, height: 1000, thumbnailWidth: 720 };

const WHY = "# Why\n\nIt **speaks**, and [explains](https://example.in).";

/** An upload URL takes so many files. */
const FILES_OF_URL = 3;
/** A person gets so many pairs of URLs at once; later projects show the same files again. */
const MAX_PAIRS = 8;

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
 * @param url the deployment's
 * @returns their ids
 */
export async function handInProjects(
  hand: Operator,
  url: string,
  wanted: readonly Wanted[],
): Promise<string[]> {
  const { client } = await openAccount(url, "Lila Sen");
  await client.mutation(api.teams.create, { name: "Night Owls" });
  const team = await client.query(api.teams.mine, {});
  if (team === null) throw new Error("no team");
  const contents = wanted.map(({ name, summary, tracks, description }) => ({
    name,
    summary,
    tracks,
    description: description ?? WHY,
    repositoryUrl: "https://example.in/code",
    builtWith: ["React", "Rust"],
  }));
  const [first, ...others] = contents.map((one) => projectRow(team._id, one));
  const ids = await hand.addAll("projects", first ? [first] : []);
  // While the team has one project.
  const drawn = wanted.filter(({ isPictured }) => isPictured).length;
  const uploaded: Awaited<ReturnType<typeof uploadPicture>>[] = [];
  while (uploaded.length < Math.min(drawn, MAX_PAIRS * FILES_OF_URL)) {
    const urls = await client.mutation(api.projects.uploadUrls, {});
    for (let nth = 0; nth < FILES_OF_URL; nth++)
      uploaded.push(await uploadPicture(urls));
  }
  ids.push(...(await hand.addAll("projects", others)));

  let shown = 0;
  const pictureOf = ({ isPictured, name }: Wanted) =>
    isPictured
      ? [
          {
            ...PICTURE,
            ...uploaded[shown++ % uploaded.length],
            alt: `The screen of ${name}`,
          },
        ]
      : [];
  const handInIds = await hand.addAll(
    "handIns",
    wanted.map((project, nth) => ({
      ...handInRow(
        { projectId: ids[nth] as Id<"projects">, teamId: team._id },
        contents[nth] ?? {},
      ),
      teamName: "Night Owls",
      memberNames: ["Lila Sen"],
      pictures: pictureOf(project),
      receipt: 10_000_000 + nth,
      at: Date.now(),
    })),
  );
  await hand.addAll(
    "handInTexts",
    contents.map(({ description }, nth) => ({
      handInId: handInIds[nth] ?? "",
      description,
    })),
  );
  for (const [nth, id] of ids.entries())
    await hand.change("projects", id, { handInId: handInIds[nth] ?? "" });
  return ids;
}

/** Publishes results in which a project has won this award. */
export async function giveAward(
  hand: Operator,
  projectId: string,
  award: string,
): Promise<void> {
  const won = { projectId, projectName: "", teamId: null, teamName: null };
  const awards = [{ ...won, award, isTied: false }];
  await hand.add("judging", { published: { at: 0, awards } });
}

async function uploadPicture(urls: { picture: string; thumbnail: string }) {
  return {
    storageId: await upload(urls.picture, files.webp, "image/webp"),
    thumbnailId: await upload(urls.thumbnail, files.jpeg, "image/jpeg"),
  };
}

/** @returns the file's id */
async function upload(
  address: string,
  file: Uint8Array,
  type: string,
): Promise<string> {
  const response = await fetch(address, {
    method: "POST",
    headers: { "Content-Type": type },
    body: file.slice(),
  });
  const { storageId } = (await response.json()) as { storageId: string };
  return storageId;
}
