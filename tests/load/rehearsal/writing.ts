import { api } from "#convex/_generated/api";
import { counted } from "#convex/platform/shared/text";
import { demoProject } from "../../../demo/functions/projects";
import { again, LONGEST_WAY_MS } from "../pace";
import { AT, chancesOf, type Stage, type Team } from "./stage";
import { SharedPage } from "../shared-page";
import { addPicture, sendPicture } from "./pictures";

/** How often a member changes something of the project, in minutes. */
const WRITES_EVERY = 45;
/** Between what two members write of the description. */
const MIDDLE = "\n\n## How it works\n\n";

/** The members write until shortly before the deadline, at the same fields too; the leader hands in, twice, with a picture on its way. */
export async function writing(stage: Stage, team: Team): Promise<void> {
  const { ledger, tempo } = stage;
  const { leader, members } = team;
  const random = chancesOf(stage, `writing of team ${team.nth}`);
  const lastMinute = AT.close - 2 - random() * 28;
  const { description, ...fields } = demoProject(team.nth).content;
  await leader.do(api.projects.edit, fields);
  await contend(stage, team, fields.summary);
  await addPicture(stage, team);
  const pages = await Promise.all(
    members.map(async (person) => SharedPage.open(person)),
  );
  const [beginning = "", end = ""] = description.split(MIDDLE);
  pages[0]?.write("", MIDDLE);
  // A page without the middle would write its words in another place.
  const isBegun = await again(
    async () => pages.every(({ text }) => text === MIDDLE),
    LONGEST_WAY_MS,
  );
  if (!isBegun) {
    ledger.refused("a description: its beginning did not reach all pages");
    for (const page of pages.splice(0)) page.close();
  }
  // Two write at once, each on their side of the middle; who is alone writes both.
  const parts = [words(beginning), words(end)] as const;
  /** How many words are written after a round: all of them after the last. */
  const done = (all: readonly string[], round: number) =>
    Math.floor((all.length * round) / rounds);
  const rounds = Math.max(
    1,
    Math.floor((AT.lastCall - tempo.now()) / WRITES_EVERY) - 2,
  );
  await Promise.all(
    members.map(async (person, nth) => {
      const chances = chancesOf(stage, person.email);
      await tempo.pass(chances() * WRITES_EVERY);
      person.watch(api.projects.workbench, {});
      const readKey = pages[nth]?.readKey ?? "";
      person.watch(api.projects.present, { readKey });
      for (let round = 1; round <= rounds; round++) {
        const isLast = round === rounds || tempo.now() > AT.lastCall;
        await person.do(api.projects.arrive, {
          tab: person.email,
          field: nth < 2 ? "description" : "builtWith",
        });
        for (const [side, all] of parts.entries()) {
          const writer = Math.min(side, members.length - 1);
          if (writer === nth)
            pages[nth]?.write(
              MIDDLE,
              all
                .slice(
                  done(all, round - 1),
                  isLast ? undefined : done(all, round),
                )
                .join(""),
              side === 0,
            );
        }
        await person.do(
          api.projects.edit,
          nth === 0
            ? { summary: `${fields.summary} Draft ${round}.` }
            : { builtWith: [...fields.builtWith, `Draft ${round}`] },
        );
        if (isLast) break;
        await tempo.pass(WRITES_EVERY * (0.5 + chances()));
      }
      await person.do(api.projects.leave, { tab: person.email });
    }),
  );
  const compared = isBegun && sameText(stage, team, pages, description);
  await tempo.at(lastMinute);
  // The page waits for a picture on its way: what is handed in has all that are shown.
  await sendPicture(team);
  const shown = (await leader.stored(api.projects.pictures, {})) ?? [];
  const receipt = await leader.do(api.projects.handIn, {});
  const second = await leader.do(
    api.projects.handIn,
    {},
    "a second press on Hand in",
  );
  await compared;
  if (receipt === undefined) return;
  ledger.acknowledged(
    `hand-in of ${leader.email}`,
    `receipt ${second ?? receipt}`,
    async () => {
      const bench = await leader.stored(api.projects.workbench, {});
      return (
        bench?.receipt === (second ?? receipt) &&
        bench.holds?.[0] === counted(shown.length, "picture")
      );
    },
  );
}

/** Every page that says that all is saved shows the same text, with the words of both. */
async function sameText(
  { ledger, tempo }: Stage,
  { leader }: Team,
  pages: readonly SharedPage[],
  written: string,
): Promise<void> {
  for (const page of pages) page.blur();
  const areSaved = () => pages.every(({ isSaved }) => isSaved);
  await again(async () => areSaved() || tempo.now() > AT.close - 30);
  // What others wrote may still be on its way to a page that has sent all of its own.
  const isShown = async () => pages.every(({ text }) => text === written);
  const isSaved = areSaved();
  const isWhole = isSaved && (await again(isShown, LONGEST_WAY_MS));
  const texts = pages.map(({ text }) => text);
  for (const page of pages) page.close();
  // Such a page says so.
  if (!isSaved)
    return ledger.refused("a description: not sent before the deadline");
  if (!isWhole)
    ledger.lost.push(
      `words of the description of ${leader.name}'s team: ${texts.map((text) => missing(written, text)).join(", ")}`,
    );
  ledger.acknowledged(
    `description of ${leader.email}`,
    `the description of ${leader.name}'s team`,
    async () => {
      const page = await SharedPage.open(leader);
      page.close();
      return page.text === written;
    },
  );
}

/** How many of the words a text does not have, or that it has them in another order. */
function missing(written: string, text: string): string {
  const left = words(text);
  const gone = words(written).filter((word) => {
    const at = left.indexOf(word);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
  return gone.length > 0 ? `${gone.length} words missing` : "another order";
}

/** Two replace the same summary at once: one is set aside, and the leader keeps what is there. */
async function contend(
  { ledger }: Stage,
  { leader, members }: Team,
  base: string,
): Promise<void> {
  const [one, other] = members;
  if (one === undefined || other === undefined) return;
  const outcomes = await Promise.all(
    [one, other].map(async (person) =>
      person.do(api.projects.edit, {
        summary: `${base} ${person.name} says so.`,
        bases: { summary: base },
      }),
    ),
  );
  const bench = await leader.stored(api.projects.workbench, {});
  const rivals = bench?.rivals ?? [];
  if (outcomes.every((outcome) => outcome !== undefined) && rivals.length !== 1)
    ledger.lost.push(
      `one of two summaries of ${leader.name}'s team: ${rivals.length} set aside`,
    );
  for (const { _id: rivalId } of rivals)
    await leader.press(api.projects.choose, { rivalId, isTaken: false });
}

/** With the white space after each. */
function words(text: string): string[] {
  return text.match(/\S+\s*/gu) ?? [];
}
