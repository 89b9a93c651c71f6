/** What the gallery shows to whom, and what it never reveals. */
import { beforeEach, describe, expect, test, vi } from "vitest";
import type { Doc, Id } from "#convex/_generated/dataModel";
import { EMPTY_CONTENT } from "#convex/projects/shared/projects";
import { TRACKS } from "#edition/tracks";
import { files } from "./picture-files";
import {
  handIn,
  openSubmissions,
  publishAwards,
  startProject,
} from "./projects";
import {
  asUser,
  backend,
  deleteRow,
  expectRefusal,
  formTeam,
  must,
  patchRow,
  type Calls,
  type Person,
} from "./setup";

let omar: Person;
beforeEach(async () => {
  omar = await openSubmissions();
});

/** A team of one, and its project, which is handed in. */
async function withProject(
  name: string,
  fields: Partial<Doc<"projects">> = {},
): Promise<{ leader: Person; projectId: Id<"projects"> }> {
  const leader = await asUser(`Lila of ${name}`);
  await formTeam([leader], `Team of ${name}`);
  const projectId = await startProject(leader, { name, ...fields });
  await handIn(projectId);
  return { leader, projectId };
}

async function addPictureTo(person: Person): Promise<void> {
  const storageId = await backend.run((ctx) =>
    ctx.storage.store(new Blob([files.webp.slice()], { type: "image/webp" })),
  );
  await person.projects.addPicture({ storageId, alt: "The board" });
}

const publish = (galleryPublished = true) =>
  omar.settings.change({ galleryPublished });

async function names(
  args: { limit?: number } = {},
  caller: Calls = backend,
): Promise<string[]> {
  const { projects } = await caller.projects.gallery(args);
  return projects.map(({ name }) => name);
}

const callers = {
  "a visitor": null,
  "a participant": "participant",
  "a mentor": "mentor",
  "a judge": "judge",
  "an organiser": "organiser",
} as const;

async function callerOf(who: keyof typeof callers) {
  const role = callers[who];
  return role === null ? backend : asUser("Someone", { role });
}

test.each(["a judge", "an organiser"] as const)(
  "%s sees the gallery before it is published",
  async (who) => {
    const { projectId } = await withProject("Chess");
    const caller = await callerOf(who);
    expect((await caller.projects.gallery()).projects).toHaveLength(1);
    expect(await caller.projects.get({ projectId })).toMatchObject({
      name: "Chess",
      shareUrl: null,
    });
  },
);

test.each(["a visitor", "a participant", "a mentor"] as const)(
  "%s sees the gallery as long as it is published",
  async (who) => {
    const { projectId, leader } = await withProject("Chess");
    const person = await callerOf(who);
    const expectNothing = async () => {
      for (const caller of [person, leader]) {
        await expectRefusal(caller.projects.gallery(), {
          code: "not_published",
          message: "The projects are not published yet.",
        });
        await expectRefusal(
          caller.projects.get({ projectId }),
          "not_published",
        );
      }
    };
    await expectNothing();
    await publish();
    expect((await person.projects.gallery()).projects).toHaveLength(1);
    expect((await person.projects.get({ projectId }))?.name).toBe("Chess");
    await publish(false);
    await expectNothing();
  },
);

test("a project shows what was handed in, with its pictures", async () => {
  const leader = await asUser("Lila");
  await formTeam([leader], "Nova");
  const projectId = await startProject(leader);
  await addPictureTo(leader);
  await handIn(projectId);
  await publish();
  const picture = {
    url: expect.stringMatching(/^https:/),
    width: 16,
    height: 8,
    alt: "The board",
    thumbnail: null,
  };
  const listed = {
    projectId,
    name: "Chess for the blind",
    summary: "A board that speaks.",
    tracks: [],
    builtWith: ["React"],
    teamName: "Nova",
    awards: [],
  };
  expect(await backend.projects.gallery()).toEqual({
    projects: [{ ...listed, picture }],
    hasMore: false,
  });
  expect(await backend.projects.get({ projectId })).toEqual({
    ...EMPTY_CONTENT,
    ...listed,
    description: "It **speaks**.",
    repositoryUrl: "https://example.in/code",
    memberNames: ["Lila"],
    pictures: [picture],
    handedInAt: expect.any(Number),
    shareUrl: expect.toSatisfy(
      (url: unknown) => url === null || typeof url === "string",
    ),
  });
});

test("drafts, and what changed after the hand-in, are nobody's", async () => {
  const { projectId } = await withProject("Chess");
  const drafter = await asUser("Dev");
  await formTeam([drafter], "Drafters");
  const draft = await startProject(drafter, { name: "Secret" });
  await patchRow("projects", projectId, { name: "Secret chess" });
  await publish();
  expect(await names()).toEqual(["Chess"]);
  // Addresses that name no project show none.
  for (const id of [draft, "", "x", drafter.uid])
    for (const caller of [backend, omar])
      expect(await caller.projects.get({ projectId: id })).toBe(null);
  expect(
    JSON.stringify(await backend.projects.get({ projectId })),
  ).not.toContain("Secret");
});

test("a withdrawn project is out of the gallery", async () => {
  const { projectId } = await withProject("Chess");
  await publish();
  await backend.run(async (ctx) => {
    const project = await ctx.db.get("projects", projectId);
    if (project?.handInId)
      await ctx.db.patch("handIns", project.handInId, { isCurrent: false });
    await ctx.db.patch("projects", projectId, { handInId: undefined });
  });
  expect(await names()).toEqual([]);
  expect(await backend.projects.get({ projectId })).toBe(null);
});

test("a team that hides its names is named nowhere", async () => {
  const { projectId } = await withProject("Chess", { hidesNames: true });
  await publish();
  const answers = [
    await backend.projects.gallery(),
    await backend.projects.get({ projectId }),
  ];
  expect(JSON.stringify(answers)).not.toMatch(/Lila|Team of/);
  // The hall has seen when which team handed in.
  expect(answers[1]).toMatchObject({ handedInAt: null });
});

test("an organiser takes a project down and puts it back, which is recorded", async () => {
  const { projectId } = await withProject("Chess");
  await publish();
  await omar.projects.takeDown({ projectId, isDown: true });
  for (const caller of [backend, omar]) {
    expect(await names({}, caller)).toEqual([]);
    expect(await caller.projects.get({ projectId })).toBe(null);
  }
  expect(await omar.projects.takenDown()).toEqual([
    { projectId, name: "Chess", takenDownAt: expect.any(Number) },
  ]);
  await omar.projects.takeDown({ projectId, isDown: false });
  expect(await names()).toEqual(["Chess"]);
  expect(await omar.projects.takenDown()).toEqual([]);
  const log = await omar.organiser.auditLog();
  expect(log.map(({ action, target }) => [action, target])).toEqual(
    expect.arrayContaining([
      ["project put back", "Chess"],
      ["project taken down", "Chess"],
      ["settings changed", expect.anything()],
    ]),
  );
});

test("an organiser is told when a project is gone", async () => {
  const { projectId } = await withProject("Chess");
  const args = { projectId, isDown: true };
  await deleteRow("projects", projectId);
  await expectRefusal(omar.projects.takeDown(args), "not_found");
});

describe("the list", () => {
  beforeEach(async () => {
    await withProject("Zebra");
    await withProject("Érable");
    await withProject("Chess");
    await publish();
  });

  test("goes by name, with what has won first", async () => {
    expect(await names()).toEqual(["Chess", "Érable", "Zebra"]);
    await backend.run(async (ctx) => {
      const zebra = must(
        (await ctx.db.query("projects").take(9)).find(
          ({ name }) => name === "Zebra",
        ),
      );
      await publishAwards(
        ctx,
        [TRACKS[0], "first-place"].map((award) => ({
          projectId: zebra._id,
          award,
          isTied: award === "first-place",
        })),
      );
    });
    expect(await names()).toEqual(["Zebra", "Chess", "Érable"]);
    const { projects } = await backend.projects.gallery();
    expect(projects[0]?.awards).toEqual([
      { award: "first-place", isTied: true },
      { award: TRACKS[0], isTied: false },
    ]);
  });

  test("says whether there are more than it was asked for", async () => {
    const first = (limit: number) => backend.projects.gallery({ limit });
    expect(await first(2)).toMatchObject({
      projects: [{ name: "Chess" }, { name: "Érable" }],
      hasMore: true,
    });
    expect(await first(3)).toMatchObject({ hasMore: false });
  });
});

test.each([0, 1.5, Number.NaN, 385])(
  "a limit that no page asks for is refused: %j",
  async (limit) => {
    await publish();
    await expectRefusal(names({ limit }), "out_of_range");
  },
);

describe("the link preview of a project", () => {
  const preview = (id: string) => backend.fetch(`/preview/projects/${id}`);
  beforeEach(() => {
    vi.stubEnv("SITE_URL", "https://hackarena.example");
    vi.stubEnv("CONVEX_SITE_URL", "https://functions.example");
  });

  test("has its title, text and picture, and leads on to its page", async () => {
    const leader = await asUser("Lila");
    await formTeam([leader], `<script>"Nova"`);
    const projectId = await startProject(leader, { name: `Chess & "Co" <b>` });
    await addPictureTo(leader);
    await handIn(projectId);
    await publish();
    const response = await preview(projectId);
    const text = await response.text();
    expect(response.status).toBe(200);
    expect(response.headers.get("content-type")).toBe(
      "text/html; charset=utf-8",
    );
    const page = `https://hackarena.example/projects/${projectId}`;
    for (const part of [
      "<title>Chess &amp; &quot;Co&quot; &lt;b&gt;</title>",
      `<meta property="og:title" content="Chess &amp; &quot;Co&quot; &lt;b&gt;">`,
      `content="A board that speaks. By &lt;script&gt;&quot;Nova&quot;."`,
      `<meta property="og:url" content="https://functions.example/preview/projects/${projectId}">`,
      `<meta property="og:image:width" content="16"><meta property="og:image:height" content="8">`,
      `<link rel="canonical" href="${page}">`,
      `<meta http-equiv="refresh" content="0; url=${page}">`,
      `<a href="${page}">`,
    ])
      expect(text).toContain(part);
    expect(text).toMatch(/property="og:image" content="https:\/\//);
    expect(text).not.toContain("<script");
    const own = await backend.settings.page({ path: `/projects/${projectId}` });
    expect(own).toMatchObject({
      title: `Chess & "Co" <b>`,
      meta: {
        "og:description": `A board that speaks. By <script>"Nova".`,
        "og:url": page,
        "og:image:width": "16",
        "og:image:type": "",
      },
    });
    const { attributes } = await backend.settings.page({ path: "/projects" });
    expect(attributes["data-picture"]).toBe(own.meta["og:image"]);
    const project = await backend.projects.get({ projectId });
    expect(project?.shareUrl).toBe(
      `https://functions.example/preview/projects/${projectId}`,
    );
  });

  test("is no one's before the gallery is published, nor of a draft, nor once it is taken down", async () => {
    const { projectId } = await withProject("Chess");
    const drafter = await asUser("Dev");
    await formTeam([drafter], "Drafters");
    const draft = await startProject(drafter, { name: "Secret" });
    const expectNone = async (id: string) => {
      const response = await preview(id);
      expect(response.status).toBe(404);
      expect(await response.text()).not.toMatch(/Chess|Secret/);
      for (const path of [`/projects/${id}`, "/projects"]) {
        const page = await backend.settings.page({ path });
        expect(page.meta).toEqual({});
        expect(page.attributes).not.toHaveProperty("data-picture");
      }
    };
    await expectNone(projectId);
    await publish();
    // Also with what chats put around a link.
    for (const id of ["", ".", ")", "%20", "%"])
      expect((await preview(projectId + id)).status).toBe(200);
    for (const id of [draft, "", "../x", "<script>", `${projectId}/more`])
      await expectNone(id);
    await omar.projects.takeDown({ projectId, isDown: true });
    await expectNone(projectId);
  });

  test("names no team that hides its names", async () => {
    const { projectId } = await withProject("Chess", { hidesNames: true });
    await publish();
    expect(await (await preview(projectId)).text()).not.toMatch(/Team of/);
  });
});
