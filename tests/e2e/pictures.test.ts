import { crc32, deflateSync } from "node:zlib";
import { beforeAll, expect, onTestFinished, test } from "vitest";
import { paths } from "../../src/paths";
import { expectAccessible, expectFits, expectFocused } from "./accessibility";
import { avif } from "../convex/picture-files";
import { OPEN } from "./gallery-stage";
import { SlowLine } from "../load/slow-line";
import { LAPTOP, PHONE, type Person } from "./person";
import { openOwnStage } from "./stage";
import { Teammate } from "./teammate";

const { arriveAs, product, signUp } = openOwnStage();

let asha: Person;
let ravi: Person;
beforeAll(async () => {
  await (await signUp("Olga Menon", "organiser")).changeSettings(OPEN);
  const leader = await signUp("Asha Rao");
  const member = await signUp("Ravi Iyer");
  await member.joinTeam(await leader.createTeam("Night Owls"));
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
  const drawn = await draw(asha, 1_350, 675, "image/jpeg");
  // A JPEG with the place where it was taken.
  const exif = Buffer.from("\xff\xe1\0\x10Exif\0\0MM\0*GPS!", "latin1");
  const photo = Buffer.concat([
    drawn.subarray(0, 20),
    exif,
    drawn.subarray(20),
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
  // The second is as tall as a screenshot of a whole page.
  const webps = await Promise.all(
    [1_250, 2_500].map(async (height) => ({
      name: `${height}.webp`,
      buffer: await draw(asha, 400, height, "image/webp"),
    })),
  );
  await choose(asha, [
    { name: "1.png", buffer: await draw(asha, 64, 40, "image/png") },
    { name: "1.avif", buffer: Buffer.from(avif) },
    ...webps,
  ]);
  await asha.sees("A project shows at most 4 pictures. Remove one first.");
  await expect.poll(() => entriesOf(ravi).count()).toBe(4);
});

test("many pixels in a small file are refused before they stop the page, a line is refused, and a panorama keeps its height", async () => {
  const zoya = await arriveAs(await founder("Dia Sen", "Wide"));
  await zoya.visit(paths.project);
  await choose(zoya, [{ name: "bomb.png", buffer: blank(20_000, 20_000) }]);
  await zoya.sees("bomb.png has 400 megapixels. Choose one with at most 120.");
  await choose(zoya, [{ name: "line.png", buffer: blank(30_000, 100) }]);
  await zoya.sees(
    "line.png is too long and narrow to be seen here: 30000 by 100 pixels.",
  );
  await choose(zoya, [{ name: "hall.png", buffer: blank(10_000, 500) }]);
  const image = entriesOf(zoya).locator("img");
  expect(await image.getAttribute("width")).toBe("8192");
  expect(await image.getAttribute("height")).toBe("410");
});

async function founder(name: string, team: string) {
  const person = await signUp(name);
  await person.createTeam(team);
  return person;
}

/** A PNG of one colour, one bit for each pixel. */
function blank(width: number, height: number): Buffer {
  const chunk = (name: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(name), data]);
    const ends = [Buffer.alloc(4), Buffer.alloc(4)] as const;
    ends[0].writeUInt32BE(data.length);
    ends[1].writeUInt32BE(crc32(body));
    return Buffer.concat([ends[0], body, ends[1]]);
  };
  const header = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0]);
  header.writeUInt32BE(width);
  header.writeUInt32BE(height, 4);
  const rows = Buffer.alloc(height * (1 + Math.ceil(width / 8)));
  return Buffer.concat([
    Buffer.from("\x89PNG\r\n\x1a\n", "latin1"),
    chunk("IHDR", header),
    chunk("IDAT", deflateSync(rows)),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

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
  // Whoever moved a picture before is led back to it by no later change.
  await asha.page
    .getByRole("button", { name: "Move picture 4 forward" })
    .press("Enter");
  await expect
    .poll(sources)
    .toEqual([before[1], before[0], before[3], before[2]]);
  await expectFocused(entriesOf(ravi).first().getByRole("button").first());
  await expectAccessible(ravi, [PHONE, LAPTOP]);
  const order = await sources();
  await page.getByRole("button", { name: "Remove picture 3" }).press("Enter");
  await expect.poll(() => entriesOf(asha).count()).toBe(3);
  await ravi.sees("Picture 3 is removed");
  await expectFits(ravi, [PHONE, LAPTOP]);
  await asha.page.getByText("More: names, history").click();
  await asha.page
    .getByRole("button", { name: /^Bring back a picture from before/u })
    .waitFor();
  await expectAccessible(asha, [PHONE, LAPTOP]);
  await page.getByRole("button", { name: "Put back" }).press("Enter");
  await expect.poll(sources).toEqual(order);
  await expectFocused(page.getByRole("region", { name: "Pictures" }));
});

test("over a bad line a picture waits, asks before the page is left, and arrives once", async () => {
  const line = await SlowLine.open(product().url);
  onTestFinished(() => line.close());
  const leader = await Teammate.signUp(line.url, "Zoya Khan");
  const mate = await signUp("Imran Ali");
  await mate.joinTeam(await leader.createTeam("Weak Wi-Fi"));
  const zoya = (await arriveAs(leader, { baseURL: line.url })).mayComplain();
  await zoya.visit(paths.project);
  await zoya.page.getByLabel("Add a picture").waitFor();
  const photo = await draw(zoya, 64, 40, "image/png");
  line.silence();
  await choose(zoya, [{ name: "board.png", buffer: photo }]);
  await zoya.sees("Waiting for the line");
  await expectAccessible(zoya, [PHONE, LAPTOP]);
  await zoya.page.getByRole("link", { name: "Contact" }).first().click();
  const question = zoya.page.getByRole("dialog");
  await question
    .getByRole("heading", { name: "Leave without the picture?" })
    .waitFor();
  await expectAccessible(zoya);
  await question.getByRole("button", { name: "Stay" }).click();
  expect(new URL(zoya.page.url()).pathname).toBe(paths.project);
  expect(await isAskedOnLeaving(zoya)).toBe(true);
  line.cut();
  line.restore();
  await expect.poll(() => mate.pictures()).toHaveLength(1);
  await zoya.page
    .getByRole("progressbar", { name: "Sending board.png" })
    .waitFor({ state: "detached" });
  expect(await entriesOf(zoya).count()).toBe(1);
  await expect.poll(() => isAskedOnLeaving(zoya)).toBe(false);
});

/** Whether the browser would ask. */
const isAskedOnLeaving = ({ page }: Person) =>
  page.evaluate(
    () => !dispatchEvent(new Event("beforeunload", { cancelable: true })),
  );

/** A file as the browser writes it. */
async function draw(
  { page }: Person,
  width: number,
  height: number,
  type: string,
): Promise<Buffer> {
  const address = await page.evaluate(
    ({ type, ...size }) => {
      const canvas = Object.assign(document.createElement("canvas"), size);
      canvas.getContext("2d")?.fillRect(8, 8, 32, 16);
      return canvas.toDataURL(type);
    },
    { width, height, type },
  );
  return Buffer.from(address.split(",")[1] ?? "", "base64");
}
