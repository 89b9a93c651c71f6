/** Pages while the browser translates them, as Chrome does: each text node gives way to elements. */
import { beforeAll, expect, test } from "vitest";
import { paths } from "../../src/paths";
import { Operator } from "./operator";
import type { Person } from "./person";
import { openOwnStage } from "./stage";

const { arriveAs, product, signUp } = openOwnStage();

const HOUR = 60 * 60 * 1000;

let hand: Operator;
beforeAll(async () => {
  hand = await Operator.of(product());
});

/** Runs in the page: translates what it shows, and from then on what it will show. */
function translate() {
  const left = new Set(["SCRIPT", "STYLE", "TEXTAREA", "FONT", "TITLE"]);
  const replace = (text: Text) => {
    const { parentElement: parent, data } = text;
    if (parent === null || left.has(parent.tagName) || !/\p{L}/u.test(data))
      return;
    const [outer, inner] = [0, 1].map(() => document.createElement("font"));
    inner?.append(data);
    if (outer && inner) {
      outer.append(inner);
      text.replaceWith(outer);
    }
  };
  const under = (node: Node) => {
    const walker = document.createTreeWalker(node, NodeFilter.SHOW_TEXT);
    const texts = [walker.currentNode];
    while (walker.nextNode()) texts.push(walker.currentNode);
    for (const text of texts) if (text instanceof Text) replace(text);
  };
  new MutationObserver((changes) => {
    for (const { target, addedNodes } of changes)
      for (const node of [target, ...addedNodes]) under(node);
  }).observe(document.body, {
    childList: true,
    characterData: true,
    subtree: true,
  });
  under(document.body);
}

/** What the main part of a page says. */
const said = ({ page }: Person) =>
  page.locator("#root").evaluate((root: HTMLElement) => root.innerText);

async function readTranslated(person: Person, path: string) {
  await person.visit(path);
  await expect.poll(() => said(person)).not.toMatch(/Loading/);
  await person.page.evaluate(translate);
}

test("on a translated page the times are those that the organisers have moved, and what changes in lists shows", async () => {
  const asha = await signUp("Asha Rao");
  await asha.createTeam("Comet");
  const closesAt = Date.now() + 30 * HOUR;
  await hand.set({
    phase: "live",
    submissionsOpenAt: Date.now() - HOUR,
    submissionsCloseAt: closesAt,
  });
  // React tells the console of parts that were translated before it took them over.
  const reader = (await arriveAs(asha)).mayComplain();
  for (const path of [paths.project, paths.dashboard]) {
    await hand.set({ submissionsCloseAt: closesAt });
    await readTranslated(reader, path);
    const before = await said(reader);
    await hand.set({ submissionsCloseAt: closesAt + 49 * HOUR });
    const moved = new Intl.DateTimeFormat("en-IN", {
      timeZone: "Asia/Kolkata",
      day: "numeric",
      month: "long",
    }).format(closesAt + 49 * HOUR);
    await expect.poll(() => said(reader)).toContain(moved);
    expect(before).not.toContain(moved);
  }
  await readTranslated(reader, paths.schedule);
  const [entry] = await hand.rows("schedule");
  await hand.change("schedule", entry?._id ?? "", {
    title: "Moved",
    place: "Hall 9",
  });
  await expect.poll(() => said(reader)).toMatch(/Moved[^]*Hall 9/iu);

  const olga = (
    await arriveAs(await signUp("Olga Menon", "organiser"))
  ).mayComplain();
  await readTranslated(olga, `${paths.organiser}/teams`);
  await expect.poll(() => said(olga)).toMatch(/1 of 4/u);
  const ravi = await signUp("Ravi Iyer");
  await ravi.joinTeam((await asha.team()).inviteCode);
  await expect.poll(() => said(olga)).toMatch(/2 of 4/u);
});
