/**
 * The pictures of projects: who adds, changes and removes them, and when files are
 * deleted.
 */
import { beforeEach, describe, expect, test, vi } from "vitest";
import { api, internal } from "#convex/_generated/api";
import type { Id } from "#convex/_generated/dataModel";
import * as Pictures from "#convex/projects/pictures/pictures";
import { MAX_PICTURE_BYTES } from "#convex/projects/shared/pictures";
import { concat, files, jpegOf } from "./picture-files";
import { handIn, openSubmissions, startProject } from "./projects";
import {
  asUser,
  backend,
  codeOf,
  expectRefusal,
  firstOf,
  formTeam,
  passTime,
  people,
  refusalOf,
  rowsIn,
  type Calls,
  type Person,
} from "./setup";

const MINUTE_MS = 60 * 1000;
const HOUR_MS = 60 * MINUTE_MS;

let lila: Person;
let dev: Person;
let projectId: Id<"projects">;
beforeEach(async () => {
  [lila, dev] = await people("Lila", "Dev");
  await formTeam([lila, dev]);
  projectId = await startProject(lila);
  await openSubmissions();
});

/** Stores a file as an upload does. */
function upload(
  bytes: Uint8Array,
  type = "image/jpeg",
): Promise<Id<"_storage">> {
  return backend.run((ctx) =>
    ctx.storage.store(new Blob([bytes.slice()], { type })),
  );
}

async function add(person: Calls, bytes = files.jpeg, type = "image/jpeg") {
  const storageId = await upload(bytes, type);
  return person.projects.addPicture({ storageId });
}

/** The ids of all files, in no order. */
function storedFiles(): Promise<Id<"_storage">[]> {
  return backend.run(async (ctx) => {
    const rows = await ctx.db.system.query("_storage").take(100);
    return rows.map(({ _id }) => _id);
  });
}

async function shown(person: Person): Promise<Id<"pictures">[]> {
  const pictures = await person.projects.pictures();
  return pictures?.map(({ _id }) => _id) ?? [];
}

test("a picture shows to the whole team, with its size, its words and its smaller version", async () => {
  const storageId = await upload(jpegOf(2_000, 1600, 800));
  const thumbnailId = await upload(files.webp, "image/webp");
  await dev.projects.addPicture({
    storageId,
    thumbnailId,
    alt: "  Our  board ",
  });
  expect(await lila.projects.pictures()).toMatchObject([
    {
      url: expect.stringMatching(/^https:/),
      width: 1600,
      height: 800,
      alt: "Our board",
      thumbnail: { url: expect.stringMatching(/^https:/), width: 16 },
    },
  ]);
  expect(JSON.stringify(await lila.projects.pictures())).not.toContain(
    storageId,
  );
});

test.each([
  ["jpeg", "image/jpeg", 16, 8],
  ["webp", "image/webp", 16, 8],
  ["webpWithAlpha", "image/webp", 16, 8],
  ["webpWithoutLoss", "image/webp", 16, 8],
] as const)(
  "a %s is kept as it was uploaded, with its size",
  async (kind, type, width, height) => {
    const storageId = await upload(files[kind], type);
    await lila.projects.addPicture({ storageId });
    expect(await storedFiles()).toEqual([storageId]);
    expect(await lila.projects.pictures()).toMatchObject([{ width, height }]);
  },
);

test("a file that would be served as what it is not is refused", async () => {
  for (const type of ["text/html", "image/webp"])
    await expectRefusal(add(lila, files.jpeg, type), "picture_refused");
  expect(await storedFiles()).toEqual([]);
});

test.each([
  ["nothing", concat(""), /not a JPEG or WebP/],
  ["a page", concat("<!doctype html>"), /not a JPEG or WebP/],
  ["a PNG", concat("\x89PNG\r\n\x1a\n"), /not a JPEG or WebP/],
  ["5 MB and a byte", jpegOf(MAX_PICTURE_BYTES + 1), /at most 5 MB/],
  ["a picture of 17 megapixels", jpegOf(400, 4_000, 4_250), /16 megapixels/],
  ["a picture of 9,000 pixels", jpegOf(400, 9000, 10), /8192 pixels/],
  ["a picture without pixels", jpegOf(400, 0, 10), /incomplete/],
  ["a picture and a page", concat(files.jpeg, "<script>"), /incomplete/],
  ["half a WebP", files.webp.subarray(0, 300), /incomplete/],
  ["a half picture", files.jpeg.subarray(0, 300), /incomplete/],
])("%s is refused with the reason, and deleted", async (_title, bytes, why) => {
  const type = bytes[0] === 0x52 ? "image/webp" : "image/jpeg";
  const refusal = await refusalOf(add(lila, bytes, type));
  expect(refusal).toMatchObject({ code: "picture_refused", message: why });
  expect(refusal).toMatchObject({ why: refusal.message });
  expect(await storedFiles()).toEqual([]);
});

test.each([
  ["of more than 1,600 pixels", jpegOf(400, 1_602, 801)],
  ["of too many bytes", jpegOf(2 ** 19 + 1)],
  ["that is a page", concat("<html>")],
])("a smaller version %s is refused, and both files go", async (_t, bytes) => {
  const storageId = await upload(jpegOf(2_000, 3200, 1600));
  const thumbnailId = await upload(bytes);
  await expectRefusal(
    lila.projects.addPicture({ storageId, thumbnailId }),
    "picture_refused",
  );
  expect(await storedFiles()).toEqual([]);
});

test("a project shows four pictures at most, and removing one makes room", async () => {
  const pictureId = await add(lila);
  for (let nth = 1; nth < 4; nth++) await add(lila);
  const refusal = await refusalOf(add(dev));
  expect(refusal).toMatchObject({
    code: "picture_refused",
    message: "A project shows at most 4 pictures. Remove one first.",
  });
  await expectRefusal(dev.projects.uploadUrls(), "picture_refused");
  expect(await storedFiles()).toHaveLength(4);
  await dev.projects.removePicture({ pictureId });
  await add(dev);
  expect(await shown(lila)).toHaveLength(4);
  const back = await refusalOf(lila.projects.putBackPicture({ pictureId }));
  expect(back).toMatchObject({
    code: "picture_refused",
    message: "A project shows at most 4 pictures. Remove one first.",
  });
});

test("four pictures at most are added, however many come at once", async () => {
  const outcomes = await Promise.allSettled(
    Array.from({ length: 8 }, (_, nth) => add(nth % 2 ? lila : dev)),
  );
  expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(
    4,
  );
  expect(await shown(lila)).toHaveLength(4);
  expect(await storedFiles()).toHaveLength(4);
});

test("one file is one picture, however often it is named: an answer may have been lost", async () => {
  const storageId = await upload(files.jpeg);
  const name = (person: Person) => person.projects.addPicture({ storageId });
  const named = await Promise.all([lila, dev, lila].map(name));
  expect(new Set([...named, await name(lila)]).size).toBe(1);
  expect(await shown(lila)).toEqual([named[0]]);
  expect(await storedFiles()).toEqual([storageId]);
  // Who asks after a teammate has removed it does not bring it back.
  const pictureId = named[0] as Id<"pictures">;
  await dev.projects.removePicture({ pictureId });
  expect(await name(lila)).toBe(pictureId);
  expect(await shown(lila)).toEqual([]);
});

test("a file that another picture or another team uses is refused", async () => {
  const thumbnailId = await upload(files.jpeg);
  const storageId = await upload(files.jpeg);
  const both = { storageId, thumbnailId };
  await lila.projects.addPicture(both);
  const mira = await asUser("Mira");
  await formTeam([mira], "Comets");
  for (const [person, id] of [
    [mira, storageId],
    [lila, thumbnailId],
  ] as const)
    await expectRefusal(person.projects.addPicture({ storageId: id }), {
      why: "This picture is shown already.",
    });
});

test("a file that was deleted while it was read becomes no picture", async () => {
  const storageId = await upload(files.jpeg);
  const other = await upload(files.jpeg);
  await backend.run((ctx) => ctx.storage.delete(storageId));
  const added = await lila.mutation(internal.projects.pictureJobs.add, {
    uploaded: [storageId, other],
    picture: { storageId, thumbnailId: other, width: 16, height: 8, alt: "" },
  });
  expect(added).toEqual({ why: expect.stringContaining("no longer there") });
  expect(await shown(lila)).toEqual([]);
  expect(await storedFiles()).toEqual([]);
});

// The mutations that change pictures: roles.test.ts.
describe("whoever is not in the team", () => {
  let mallory: Person;
  beforeEach(async () => {
    mallory = await asUser("Mallory");
  });

  test("sees and adds none", async () => {
    const pictureId = await add(lila);
    await expectRefusal(add(mallory), "not_in_team");
    await expectRefusal(add(backend), "not_signed_in");
    expect(await mallory.projects.pictures()).toEqual([]);
    expect(await shown(lila)).toEqual([pictureId]);
  });

  test("but in another, changes no picture and deletes no file by naming it", async () => {
    const pictureId = await add(lila);
    const storageId = firstOf(await storedFiles());
    await formTeam([mallory], "Other");
    await startProject(mallory);
    await expectRefusal(
      [
        mallory.projects.removePicture({ pictureId }),
        mallory.projects.putBackPicture({ pictureId }),
        mallory.projects.describePicture({ pictureId, alt: "x" }),
        mallory.projects.arrangePictures({ pictureIds: [pictureId] }),
      ],
      "not_found",
    );
    const bad = await upload(concat("no picture"));
    for (const args of [
      { storageId },
      { storageId: bad, thumbnailId: storageId },
      { storageId: await upload(files.jpeg), thumbnailId: storageId },
    ])
      await expectRefusal(mallory.projects.addPicture(args), "picture_refused");
    expect(await storedFiles()).toContain(storageId);
    expect(await shown(lila)).toEqual([pictureId]);
  });
});

test.each([
  ["not open yet", { submissionsOpenAt: null }, "submissions_not_open"],
  ["over", { submissionsCloseAt: Date.now() - 1000 }, "submissions_closed"],
  ["closed by hand", { submissionsOpen: false }, "submissions_closed"],
])(
  "while submissions are %s, no picture is added",
  async (_t, change, code) => {
    const pictureId = await add(lila);
    await openSubmissions(change);
    await expectRefusal(add(lila), code);
    expect(await shown(dev)).toEqual([pictureId]);
  },
);

test("pictures are put in another order, and described", async () => {
  const [one, two, three] = [await add(lila), await add(lila), await add(dev)];
  await dev.projects.arrangePictures({ pictureIds: [three, one] });
  expect(await shown(lila)).toEqual([three, one, two]);
  await dev.projects.describePicture({ pictureId: one, alt: "The board" });
  const pictures = await lila.projects.pictures();
  expect(pictures?.map(({ alt }) => alt)).toEqual(["", "The board", ""]);
  const tooLong = { pictureId: one, alt: "x".repeat(201) };
  await expectRefusal(lila.projects.describePicture(tooLong), "too_long");
});

test("an order and words replace what their member has seen, once, and nothing that a teammate has done since", async () => {
  const [one, two, three] = [await add(lila), await add(lila), await add(dev)];
  const { arrangePictures, describePicture } = api.projects;
  const seen = [one, two, three];
  const arrange = async (pictureIds: Id<"pictures">[]) =>
    dev.mutation(arrangePictures, { pictureIds, seen });
  await arrange([three, one, two]);
  // Its answer was lost.
  await arrange([three, one, two]);
  await expectRefusal(arrange([two, one, three]), "changed_since");
  expect(await shown(lila)).toEqual([three, one, two]);
  const words = { pictureId: one, alt: "The board", seen: "" };
  await dev.mutation(describePicture, words);
  await dev.mutation(describePicture, words);
  const late = { pictureId: one, alt: "Our board", seen: "" };
  await expectRefusal(lila.mutation(describePicture, late), "changed_since");
  const pictures = await lila.projects.pictures();
  expect(pictures?.[1]?.alt).toBe("The board");
});

test("an order is taken that has a picture which is gone, and lacks one that has come", async () => {
  const [one, two, three] = [await add(lila), await add(lila), await add(dev)];
  await lila.projects.removePicture({ pictureId: two });
  const four = await add(lila);
  await dev.projects.arrangePictures({
    pictureIds: [three, two, one],
    seen: [one, two, three],
  });
  expect(await shown(lila)).toEqual([three, one, four]);
});

/** Lets the time pass in which a removed picture can be put back. */
async function passHour() {
  vi.setSystemTime(Date.now() + HOUR_MS);
  await backend.finishAllScheduledFunctions(vi.runAllTimers);
}

test("what was handed in keeps a removed picture until it is handed in again", async () => {
  vi.useFakeTimers({ toFake: ["Date", "setTimeout"] });
  const pictureId = await add(lila);
  const [kept] = await storedFiles();
  await handIn(projectId);
  await lila.projects.removePicture({ pictureId });
  expect(await shown(lila)).toEqual([]);
  await passHour();
  expect(await storedFiles()).toEqual([kept]);
  await handIn(projectId);
  await backend.run((ctx) => Pictures.settle(ctx, projectId));
  expect(await storedFiles()).toEqual([]);
});

describe("a picture that was removed", () => {
  let ids: Id<"pictures">[];
  beforeEach(async () => {
    vi.useFakeTimers({ toFake: ["Date", "setTimeout"] });
    ids = [await add(lila), await add(lila), await add(dev)];
  });
  const remove = (person: Person, pictureId = ids[1] as Id<"pictures">) =>
    person.projects.removePicture({ pictureId });
  const putBack = (person: Person, pictureId = ids[1] as Id<"pictures">) =>
    person.projects.putBackPicture({ pictureId });
  const history = () => lila.projects.history({ pictures: true });

  test("comes back to its place with its words, also those that were saved meanwhile", async () => {
    await remove(lila);
    await remove(dev);
    expect(await shown(dev)).toEqual([ids[0], ids[2]]);
    const pictureId = ids[1] as Id<"pictures">;
    await dev.projects.describePicture({ pictureId, alt: "Us" });
    await putBack(dev);
    await putBack(lila);
    expect(await shown(lila)).toEqual(ids);
    const pictures = await lila.projects.pictures();
    expect(pictures?.map(({ alt }) => alt)).toEqual(["", "Us", ""]);
    await passHour();
    expect(await shown(lila)).toEqual(ids);
    expect(await storedFiles()).toHaveLength(3);
  });

  test("is deleted an hour later, and cannot come back then", async () => {
    await remove(lila);
    vi.setSystemTime(Date.now() + HOUR_MS - 1);
    await backend.run((ctx) => Pictures.settle(ctx, projectId));
    expect(await storedFiles()).toHaveLength(3);
    await passHour();
    expect(await storedFiles()).toHaveLength(2);
    await expectRefusal(putBack(lila), {
      message: "This picture no longer exists.",
    });
    expect(await history()).toMatchObject([{ kind: "removed", picture: null }]);
  });

  test("is in the history, from which it comes back, and which older pages are not told of", async () => {
    await remove(dev);
    const [entry] = (await history()) ?? [];
    expect(entry).toMatchObject({
      field: "pictures",
      kind: "removed",
      by: "Dev",
      picture: { url: expect.stringMatching(/^https:/) },
    });
    expect(await lila.projects.history()).toEqual([]);
    if (entry === undefined) throw new Error("no entry");
    await lila.projects.restore({ entryId: entry._id });
    expect(await shown(dev)).toEqual(ids);
    expect(await history()).toMatchObject([
      { kind: "restored", by: "Lila", picture: null },
      { kind: "removed" },
    ]);
  });

  test("goes at once with its project, and the first of many before its hour is over", async () => {
    for (let nth = 0; nth < 14; nth++) {
      const pictureId = await backend.run(async (ctx) =>
        ctx.db.insert("pictures", {
          projectId,
          storageId: await ctx.storage.store(new Blob([files.jpeg.slice()])),
          width: 1,
          height: 1,
          alt: "",
          place: 9,
        }),
      );
      vi.setSystemTime(Date.now() + 1);
      await remove(nth % 2 ? lila : dev, pictureId);
    }
    expect(await storedFiles()).toHaveLength(3 + 12);
    await backend.run(async (ctx) => {
      await ctx.db.delete("projects", projectId);
      await Pictures.removeAll(ctx, projectId);
    });
    expect(await storedFiles()).toEqual([]);
    expect(await rowsIn("pictures")).toEqual([]);
  });
});

test("a project that is deleted takes its files with it", async () => {
  await add(lila);
  await add(dev, files.jpeg, "image/jpeg");
  await backend.run(async (ctx) => {
    await ctx.db.delete("projects", projectId);
    await Pictures.removeAll(ctx, projectId);
  });
  expect(await storedFiles()).toEqual([]);
  expect(await rowsIn("pictures")).toEqual([]);
});

describe("files that became no picture", () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ["Date", "setTimeout"] });
  });
  const pass = (minutes: number) => passTime(minutes * MINUTE_MS, MINUTE_MS);
  const ask = (person: Person) => person.projects.uploadUrls();
  const sweeps = (kind: "pending" | "success") =>
    backend.run(async (ctx) => {
      const jobs = await ctx.db.system.query("_scheduled_functions").collect();
      return jobs.filter(
        ({ name, state }) =>
          name === "projects/pictureJobs:sweep" && state.kind === kind,
      ).length;
    });

  test("go within half an hour, however many they are, and pictures stay", async () => {
    await ask(lila);
    await add(lila);
    const pictures = await storedFiles();
    for (let nth = 0; nth < 120; nth++) await upload(concat(`upload ${nth}`));
    await pass(14);
    expect((await storedFiles()).length).toBeGreaterThan(99);
    await pass(17);
    expect(await storedFiles()).toEqual(pictures);
  });

  test("go also if they are uploaded as long as their URL takes files, which somebody else's first one has begun", async () => {
    await ask(lila);
    await pass(59);
    await ask(dev);
    await pass(59);
    await upload(concat("late"));
    await pass(31);
    expect(await storedFiles()).toEqual([]);
  });

  test("are looked for once for all who upload, and by nobody once nothing can come", async () => {
    expect(await sweeps("pending")).toBe(0);
    for (const person of [lila, dev, lila, dev]) await ask(person);
    expect(await sweeps("pending")).toBe(1);
    await pass(180);
    expect(await sweeps("pending")).toBe(0);
    expect(await sweeps("success")).toBe(8);
  });

  test("go when all are looked at by hand, as after a move", async () => {
    await upload(concat("left behind"));
    await pass(16);
    await backend.mutation(internal.projects.pictureJobs.sweep, {});
    expect(await storedFiles()).toEqual([]);
    expect(await sweeps("pending")).toBe(0);
  });
});

test("one person uploads eight pictures at once and twenty an hour at most", async () => {
  const codes: string[] = [];
  for (let nth = 0; nth < 21; nth++)
    codes.push(
      await codeOf(add(lila, concat("no picture"))).catch(() => "taken"),
    );
  expect(codes.filter((code) => code === "picture_refused")).toHaveLength(20);
  expect(codes.at(-1)).toBe("rate_limited");
  for (let nth = 0; nth < 8; nth++) await dev.projects.uploadUrls();
  await expectRefusal(dev.projects.uploadUrls(), "rate_limited");
});
