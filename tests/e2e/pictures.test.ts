import { ConvexHttpClient } from "convex/browser";
import { beforeAll, expect, test } from "vitest";
import { api } from "#convex/_generated/api";
import { paths } from "../../src/paths";
import { findViolations } from "./accessibility";
import { files } from "../convex/picture-files";
import { openAccount, type SessionTokens } from "./accounts";
import { drawPicture, OPEN, upload } from "./gallery-stage";
import { Operator } from "./operator";
import type { Person } from "./person";
import { openOwnStage } from "./stage";

const { arriveAs, product, signUp } = openOwnStage();

let asha: Person;
let ravi: Person;
/** Ravi's. */
let tokens: SessionTokens;
beforeAll(async () => {
  const operator = await Operator.of(product());
  const { client } = await openAccount(product().url, "Olga Menon");
  await operator.appoint((await client.query(api.users.me, {}))?.email ?? "");
  await client.mutation(api.settings.change, OPEN);
  const leader = await signUp("Asha Rao");
  const member = await signUp("Ravi Iyer");
  await member.joinTeam(await leader.createTeam("Night Owls"));
  tokens = member.tokens;
  [asha, ravi] = [await arriveAs(leader), await arriveAs(member)];
  await asha.visit(paths.project);
  await ravi.visit(paths.project);
});

const entriesOf = ({ page }: Person) =>
  page.getByRole("list", { name: "Your pictures" }).getByRole("article");

const choose = ({ page }: Person, files: { name: string; buffer: Buffer }[]) =>
  page
    .getByLabel("Add a picture")
    .setInputFiles(files.map((file) => ({ ...file, mimeType: "image/png" })));

test("a picture is made to fit, loses what the camera wrote, and shows to a teammate at once", async () => {
  const drawing = { hue: 20, width: 3_000, height: 1_500 };
  const { thumbnail } = await drawPicture(asha, drawing);
  // A JPEG with the place where it was taken.
  const exif = Buffer.from("\xff\xe1\0\x10Exif\0\0MM\0*GPS!", "latin1");
  const photo = Buffer.concat([
    thumbnail.subarray(0, 20),
    exif,
    thumbnail.subarray(20),
  ]);
  await choose(asha, [{ name: "photo.jpg", buffer: photo }]);
  await entriesOf(ravi).first().waitFor();
  const image = entriesOf(ravi).locator("img");
  const source = await image.getAttribute("src");
  const served = await fetch(source ?? "");
  expect(served.headers.get("content-type")).toBe("image/jpeg");
  const bytes = Buffer.from(await served.arrayBuffer());
  expect(bytes.includes("GPS")).toBe(false);
  expect(await image.getAttribute("width")).toBe("1350");
});

test("what is no picture, and a fifth one, are refused in a sentence", async () => {
  await choose(asha, [
    { name: "a.png", buffer: Buffer.from("<script>1</script>") },
  ]);
  await asha.sees(
    "Your browser cannot open a.png as a picture. Choose a PNG, JPEG, WebP or AVIF.",
  );
  const webps = await Promise.all(
    [1, 2].map(async (nth) => {
      const drawing = { hue: nth * 60, width: 800, height: 500 };
      const { picture } = await drawPicture(asha, drawing);
      return { name: `${nth}.webp`, buffer: picture };
    }),
  );
  await choose(asha, [
    { name: "1.png", buffer: await drawPng(asha) },
    { name: "1.avif", buffer: Buffer.from(files.avif) },
    ...webps,
  ]);
  await asha.sees("A project shows at most 4 pictures. Remove one first.");
  await expect.poll(() => entriesOf(ravi).count()).toBe(4);
});

test("pictures are put in order, described and removed with the keyboard", async () => {
  const { page } = ravi;
  const sources = () =>
    entriesOf(asha)
      .locator("img")
      .evaluateAll((images) =>
        images.map((image) => image.getAttribute("src")),
      );
  const before = await sources();
  await page
    .getByRole("button", { name: "Move picture 1 back" })
    .press("Enter");
  await expect
    .poll(sources)
    .toEqual([before[1], before[0], before[2], before[3]]);
  await expect
    .poll(() =>
      page.evaluate(() => document.activeElement?.getAttribute("aria-label")),
    )
    .toBe("Move picture 2 back");
  const words = entriesOf(ravi).first().getByLabel("What it shows");
  await words.fill("The board from above");
  await words.press("Tab");
  await asha.page.getByRole("img", { name: "The board from above" }).waitFor();
  for (const size of [
    { width: 360, height: 740 },
    { width: 1440, height: 900 },
  ]) {
    await page.setViewportSize(size);
    expect(await findViolations(page)).toEqual([]);
  }
  await page.getByRole("button", { name: "Remove picture 4" }).press("Enter");
  await expect.poll(() => entriesOf(asha).count()).toBe(3);
});

test("a PNG and an AVIF that the page did not make are shown as what they are", async () => {
  await ravi.page
    .getByRole("button", { name: "Remove picture 3" })
    .press("Enter");
  await expect.poll(() => entriesOf(asha).count()).toBe(2);
  const client = new ConvexHttpClient(product().url, { logger: false });
  client.setAuth(tokens.token);
  const { picture } = await client.mutation(api.projects.uploadUrls, {});
  for (const [type, file] of [
    ["image/png", await drawPng(asha)],
    ["image/avif", Buffer.from(files.avif)],
  ] as const) {
    // What it is called is not asked.
    const storageId = await upload(picture, file, "text/html");
    await client.action(api.projects.addPicture, { storageId, alt: type });
    const image = asha.page.getByRole("img", { name: type });
    await expect
      .poll(() =>
        image.evaluate((shown: HTMLImageElement) => shown.naturalWidth),
      )
      .toBeGreaterThan(0);
    const served = await fetch((await image.getAttribute("src")) ?? "");
    expect(served.headers.get("content-type")).toBe(type);
  }
  for (const person of [asha, ravi]) await person.goHome();
});

/** A PNG as the browser writes it. */
async function drawPng({ page }: Person): Promise<Buffer> {
  const address = await page.evaluate(() => {
    const canvas = document.createElement("canvas");
    [canvas.width, canvas.height] = [64, 40];
    canvas.getContext("2d")?.fillRect(8, 8, 32, 16);
    return canvas.toDataURL("image/png");
  });
  return Buffer.from(address.split(",")[1] ?? "", "base64");
}
