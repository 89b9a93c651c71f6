/** What many people write, on the smallest phones, and on paper. */
import type { Locator } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { paths, projectAddress } from "../../src/paths";
import { handInProjects, OPEN } from "./gallery-stage";
import { Operator } from "./operator";
import type { Person } from "./person";
import { expectNoSidewaysScroll } from "./sideways";
import { openOwnStage } from "./stage";

const PHONE = { viewport: { width: 360, height: 740 } };
const TARGET = 44;

/** A sentence that begins and ends in Urdu, with a word in Latin letters and a number between. */
const URDU = "ہم رات کو HackArena کے 36 گھنٹے جاگتے ہیں۔";
const LONG_WORD = "Rechtsschutzversicherungsgesellschaftenx";
/** Of the team's members, the leader first. */
const NAMES = [
  "Lakshminarayanan Venkatasubramanian",
  "கணியன் பூங்குன்றனார்",
  "लक्ष्मीनारायण चतुर्वेदी",
  "فاطمہ زہرا",
] as const;

const { arrive, arriveAs, product, signUp } = openOwnStage();

let leader: Person;
let judge: Person;
let visitor: Person;
let gallery: string;

beforeAll(async () => {
  const hand = await Operator.of(product());
  const members = await Promise.all(
    NAMES.map(async (name, nth) => {
      // An address has Latin letters.
      const member = await signUp(`Member ${nth}`);
      const names = { name, displayName: name };
      await hand.change("users", await hand.idOf(member.email), names);
      return member;
    }),
  );
  const [first, ...others] = members;
  if (first === undefined) throw new Error("nobody");
  const code = await first.createTeam("رات کے الو", URDU);
  for (const member of others) await member.joinTeam(code);
  const dev = await signUp("Dev Anand");
  leader = await arriveAs(first, PHONE);
  judge = await arriveAs(dev, PHONE);
  visitor = await arrive("Vera Roy", PHONE);
  await hand.set({ ...OPEN, galleryPublished: true });
  [gallery = ""] = await handInProjects(hand, product().url, [
    {
      name: LONG_WORD,
      summary: "It flies.",
      tracks: ["best-game-dev-project"],
      isPictured: true,
      description: `# Why\n\n\`\`\`\n${"const answer = 42; ".repeat(12)}\n\`\`\``,
    },
  ]);
  await hand.appoint(dev.email, "judge");
  await hand.add("scorecards", {
    judgeId: await hand.idOf(dev.email),
    judgeName: "Dev Anand",
    projectId: gallery,
    isByHand: true,
  });
});

const textOf = ({ page }: Person, text: string) =>
  page.getByText(text, { exact: true }).filter({ visible: true }).first();

/** Whether the first letter of an element's text stands to the right of its last. */
const runsToTheLeft = (text: Locator) =>
  text.evaluate((element) => {
    const letters = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    const words = letters.nextNode() as Text;
    const leftOf = (at: number) => {
      const letter = document.createRange();
      letter.setStart(words, at);
      letter.setEnd(words, at + 1);
      return letter.getBoundingClientRect().left;
    };
    return leftOf(0) > leftOf(words.length - 2);
  });

/** In pixels. */
const sizeOf = (text: Locator) =>
  text.evaluate((element) => parseFloat(getComputedStyle(element).fontSize));

/** The words of a text that continue on another line. */
const brokenWords = (text: Locator) =>
  text.evaluate((element) => {
    const letters = document
      .createTreeWalker(element, NodeFilter.SHOW_TEXT)
      .nextNode() as Text;
    return [...letters.data.matchAll(/\S+/g)]
      .filter(({ 0: word, index }) => {
        const range = document.createRange();
        range.setStart(letters, index);
        range.setEnd(letters, index + word.length);
        const lines = [...range.getClientRects()].map(({ top }) => top);
        return Math.max(...lines) - Math.min(...lines) > 5;
      })
      .map(([word]) => word);
  });

describe("names on a phone", () => {
  test("all stand in the roster with whole words", async () => {
    await leader.visit(paths.team);
    for (const name of NAMES) {
      const shown = textOf(leader, name);
      await shown.waitFor();
      expect(await brokenWords(shown)).toEqual([]);
      expect(await sizeOf(shown)).toBeGreaterThanOrEqual(16);
    }
  });

  test("a project's longest word is read by its judge without glasses", async () => {
    await judge.visit(paths.judge);
    const shown = textOf(judge, LONG_WORD);
    await shown.waitFor();
    expect(await sizeOf(shown)).toBeGreaterThanOrEqual(16);
    await expectNoSidewaysScroll(judge.page);
  });

  test("what people write says its direction, and its language if its letters do", async () => {
    for (const [text, lang] of [
      ["رات کے الو", "ur"],
      [NAMES[1], "ta"],
      [NAMES[2], "hi"],
      [NAMES[0], null],
    ] as const) {
      const shown = textOf(leader, text);
      await shown.waitFor();
      expect(await shown.getAttribute("dir")).toBe("auto");
      // Beside the page's words, whichever way its own run.
      const [box, line] = await shown.evaluate((words) => [
        words.getBoundingClientRect().left,
        words.parentElement?.getBoundingClientRect().left,
      ]);
      expect(box).toBe(line);
      expect(await shown.getAttribute("lang")).toBe(lang);
    }
    expect(await runsToTheLeft(textOf(leader, URDU))).toBe(true);
    await leader.visit(`${paths.dashboard}?tab=team`);
    const onTab = textOf(leader, URDU);
    await onTab.waitFor();
    expect(await runsToTheLeft(onTab)).toBe(true);
  });
});

/** What can be pressed, but not in a square of 44 pixels; links within a sentence are as high as its line. */
async function smallTargets({ page }: Person): Promise<string[]> {
  await page.locator("h1:not([aria-live])").waitFor();
  await page.getByRole("contentinfo").waitFor();
  await page.waitForLoadState("networkidle");
  return page.evaluate((least) => {
    const isInSentence = (element: HTMLElement) =>
      getComputedStyle(element).display === "inline" &&
      element.parentElement?.textContent !== element.textContent;
    const isPressed = (element: HTMLElement, x: number, y: number) => {
      const hit = document.elementFromPoint(x, y);
      return element.contains(hit) || hit?.closest("label") === element;
    };
    return [
      ...document.querySelectorAll<HTMLElement>(
        "a[href], button, summary, select, label, textarea, input:not([type=checkbox], [type=radio])",
      ),
    ]
      .filter((element) => {
        const isLabelOfField =
          element instanceof HTMLLabelElement &&
          !element.control?.matches("[type=checkbox], [type=radio]");
        if (isLabelOfField || isInSentence(element)) return false;
        element.scrollIntoView({ block: "center", behavior: "instant" });
        const { left, top, width, height } = element.getBoundingClientRect();
        // Left out: what is not shown, or to screen readers only.
        if (width <= 1 || height <= 1) return false;
        const [x, y] = [left + width / 2, top + height / 2];
        const half = least / 2 - 0.5;
        const reaches = (byX: number, byY: number) =>
          isPressed(element, x - byX, y - byY) &&
          isPressed(element, x + byX, y + byY);
        const isWide = width >= least - 0.5 || reaches(half, 0);
        const isHigh = height >= least - 0.5 || reaches(0, half);
        return !isWide || !isHigh;
      })
      .map((element) => element.outerHTML.slice(0, 120));
  }, TARGET);
}

describe("targets on a phone are large enough for a thumb", () => {
  test("on a team's pages, and on the judge's, which is open", async () => {
    for (const path of [
      paths.dashboard,
      paths.team,
      paths.project,
      paths.find,
      paths.account,
    ]) {
      await leader.visit(path);
      await leader.page.locator("h1:not([aria-live])").waitFor();
      for (const row of await leader.page.locator("main summary").all())
        await row.click();
      expect({ path, small: await smallTargets(leader) }).toEqual({
        path,
        small: [],
      });
    }
    expect(await smallTargets(judge)).toEqual([]);
  });
});

describe("on paper", () => {
  const A4 = { width: 794, height: 1123 };

  const print = async ({ page }: Person) => {
    await page.setViewportSize(A4);
    await page.emulateMedia({ media: "print" });
  };
  const topOf = async (element: Locator) =>
    (await element.boundingBox())?.y ?? -1;

  test("a team's project is its words in order, without the bar", async () => {
    await leader.visit(paths.project);
    const description = leader.page.getByLabel("Description");
    await description.fill("It listens.\n\n".repeat(40));
    const handIn = leader.page.getByRole("button", { name: "Hand in" });
    await handIn.waitFor();
    await print(leader);
    expect(await handIn.isVisible()).toBe(false);
    const end = await description
      .locator("..")
      .evaluate((words) => words.getBoundingClientRect().bottom);
    const tracks = leader.page
      .getByRole("main")
      .getByText("Tracks", { exact: true });
    expect(await topOf(tracks)).toBeGreaterThan(end);
    // Without any, there is no place for them.
    const pictures = leader.page.getByText("Pictures", { exact: true });
    expect(await pictures.isVisible()).toBe(false);
    expect(await description.isVisible()).toBe(false);
  });

  test("no code of a project is cut", async () => {
    await visitor.visit(projectAddress(gallery));
    await visitor.page.locator("pre").waitFor();
    await print(visitor);
    await expectNoSidewaysScroll(visitor.page, ["pre"]);
  });
});
