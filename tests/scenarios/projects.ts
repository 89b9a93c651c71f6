import { expect } from "vitest";
import { api } from "#convex/_generated/api";
import { linesOf } from "#convex/judging/shared/judging";
import { files } from "../convex/picture-files";
import { readDesk } from "../read-desk";
import { write } from "../write-project";
import {
  codeOf,
  found,
  type Caller,
  type Scenario,
  type Stage,
} from "./caller";

const MINUTE_MS = 60 * 1000;

export const projectScenarios: Scenario[] = [
  {
    title: "a project with pictures goes from a draft to the podium",
    run: async (stage) => {
      const omar = await stage.organiser("Omar");
      const now = stage.clock.now();
      await omar.change({
        submissionsOpenAt: now - MINUTE_MS,
        submissionsCloseAt: now + MINUTE_MS,
      });
      const [asha, bela] = await Promise.all([
        leaderWithProject(stage, "Asha", "Kite"),
        leaderWithProject(stage, "Bela", "Moth"),
      ]);
      await addPicture(stage, asha);
      await Promise.all([handIn(asha), handIn(bela)]);
      stage.clock.advance(2 * MINUTE_MS);
      expect(await codeOf(handIn(bela))).toBe("submissions_closed");

      const judges = [await stage.judge("Jaya"), await stage.judge("Kabir")];
      await omar.mutation(api.judging.assign, { perProject: 2 });
      for (const caller of judges) await markAll(caller, { Kite: 5, Moth: 2 });
      expect(await codeOf(asha.query(api.judging.results, {}))).toBe(
        "not_published",
      );
      expect(await asha.query(api.judging.published, {})).toBeNull();
      await omar.mutation(api.judging.close, {});
      const { awards } = await omar.query(api.judging.results, {});
      await omar.mutation(api.judging.publish, { seen: linesOf(awards) });
      await omar.change({ galleryPublished: true });

      const { projects } = await stage
        .stranger()
        .query(api.projects.gallery, {});
      expect(
        projects.map(({ name, awards }) => [name, awards[0]?.award]),
      ).toEqual([
        ["Kite", "first-place"],
        ["Moth", "second-place"],
      ]);
      expect(projects[0]?.picture).toMatchObject(PICTURE);
    },
  },
];

const PICTURE = {
  width: 16,
  height: 8,
  alt: "The board",
  thumbnail: { width: 16 },
};

async function leaderWithProject(stage: Stage, person: string, name: string) {
  const caller = await stage.signUp(person);
  await found(caller, `Team ${name}`);
  await write(caller, {
    name,
    summary: `${name} in one line.`,
    description: `# ${name}`,
    repositoryUrl: `https://example.com/${name}`,
  });
  return caller;
}

/** Adds a picture and a smaller version of it, as the page does. */
async function addPicture(stage: Stage, person: Caller): Promise<void> {
  const urls = await person.mutation(api.projects.uploadUrls, {});
  const file = new Blob([files.webp.slice()], { type: "image/webp" });
  const [storageId, thumbnailId] = await Promise.all([
    stage.upload(urls.picture, file),
    stage.upload(urls.thumbnail, file),
  ]);
  await person.action(api.projects.addPicture, {
    storageId,
    thumbnailId,
    alt: PICTURE.alt,
  });
}

const handIn = (person: Caller) => person.mutation(api.projects.handIn, {});

/** Gives each project its mark on every criterion. */
async function markAll(caller: Caller, given: Record<string, number>) {
  const { criteria, cards } = await readDesk(caller);
  const kite = cards.find(({ name }) => name === "Kite");
  expect(kite?.pictures).toMatchObject([PICTURE]);
  for (const { projectId, name } of cards) {
    const marks = Object.fromEntries(
      criteria.map(({ id }) => [id, given[name] ?? 3]),
    );
    await caller.mutation(api.judging.score, { projectId, marks });
  }
}
