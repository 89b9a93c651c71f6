import { api } from "#convex/_generated/api";
import type { Id } from "#convex/_generated/dataModel";
import type { Value } from "convex/values";
import { adminApi } from "../../packages/embedded-convex/src/admin/admin-api";
import { openAccount } from "./accounts";
import type { Operator } from "./operator";
import type { Person } from "./person";

const DAY_MS = 24 * 60 * 60 * 1000;

/** What a picture is made of: a field of one colour with a shape in it, as large as those that people upload. */
type Drawing = { hue: number; width: number; height: number };

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

/** Makes projects that are handed in, with one picture each, for tests of what others see of them. */
export class Projects {
  readonly #operator: Operator;
  readonly #url: string;

  constructor(operator: Operator, url: string) {
    this.#operator = operator;
    this.#url = url;
  }

  /** @returns the id of the project */
  async handIn(
    fields: { name: string; summary: string; tracks?: string[] },
    files: { picture: Buffer; thumbnail: Buffer } | null,
  ): Promise<string> {
    const { name } = fields;
    const { client } = await openAccount(this.#url, `Lila ${name}`);
    const teamName = `Team ${name}`;
    await client.mutation(api.teams.create, { name: teamName });
    const team = await client.query(api.teams.mine, {});
    const content = {
      description:
        "# Why\n\nIt **speaks**, and [explains](https://example.in).",
      tracks: [],
      repositoryUrl: "https://example.in/code",
      demoUrl: "",
      videoUrl: "",
      builtWith: ["React", "Rust"],
      ...fields,
    };
    const projectId = await this.#add("projects", {
      teamId: team?._id ?? "",
      ...content,
      hidesNames: false,
      updatedAt: Date.now(),
      updatedBy: "Lila",
    });
    if (files !== null) {
      const where = await client.mutation(api.projects.uploadUrls, {});
      await client.action(api.projects.addPicture, {
        storageId: await upload(where.picture, files.picture, "image/webp"),
        thumbnailId: await upload(
          where.thumbnail,
          files.thumbnail,
          "image/jpeg",
        ),
        alt: `The screen of ${name}`,
      });
    }
    const handInId = await this.#add("handIns", {
      projectId,
      teamId: team?._id ?? "",
      teamName,
      memberNames: ["Lila Sen"],
      ...content,
      pictures: await this.#picturesOf(projectId),
      receipt: 10_000_000 + Math.floor(Math.random() * 89_999_999),
      at: Date.now(),
      by: "Lila Sen",
      isCurrent: true,
    });
    await this.#operator.client.mutation(adminApi.patchDocuments, {
      componentId: null,
      table: "projects",
      ids: [projectId],
      fields: { handInId },
    });
    return projectId;
  }

  async win(projectId: string, award: string): Promise<void> {
    await this.#add("awards", { projectId, award, isTied: false });
  }

  async #picturesOf(projectId: string): Promise<Record<string, Value>[]> {
    const { page } = await this.#operator.client.query(adminApi.documents, {
      componentId: null,
      table: "pictures",
      filters: null,
      paginationOpts: { numItems: 500, cursor: null },
    });
    return page
      .filter((row) => row.projectId === projectId)
      .map(
        ({ storageId, thumbnailId, thumbnailWidth, width, height, alt }) => ({
          storageId,
          thumbnailId,
          thumbnailWidth,
          width,
          height,
          alt,
        }),
      ) as Record<string, Value>[];
  }

  async #add(table: string, document: Record<string, Value>): Promise<string> {
    const { ids } = await this.#operator.client.mutation(
      adminApi.addDocuments,
      { componentId: null, table, documents: [document] },
    );
    return ids[0] ?? "";
  }
}

/** Submissions have been open since yesterday. */
export const OPEN = { submissionsOpenAt: Date.now() - DAY_MS };

async function upload(
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
