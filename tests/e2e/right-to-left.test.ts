import type { Locator } from "playwright-core";
import { expect, test } from "vitest";
import { paths } from "../../src/paths";
import { openStage } from "./stage";

const { arriveAs, signUp } = openStage();

/** A sentence that begins and ends in Urdu, with a word in Latin letters and a number between. */
const URDU = "ہم رات کو HackArena کے 36 گھنٹے جاگتے ہیں۔";

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

test("what people write runs in the direction of its letters", async () => {
  const laila = await signUp("Laila Khan");
  await laila.createTeam("Owls", URDU);
  const person = await arriveAs(laila);
  const { page } = person;
  for (const path of [paths.team, `${paths.dashboard}?tab=team`]) {
    await page.goto(path);
    const shown = page.getByText(URDU, { exact: true }).first();
    await shown.waitFor();
    expect(await runsToTheLeft(shown)).toBe(true);
  }
});
