import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { api } from "#convex/_generated/api";
import { emailOf, openAccount } from "../e2e/accounts";
import { Operator } from "../e2e/operator";
import { Teammate } from "../e2e/teammate";
import { Line } from "./line";
import type { Person } from "./person";
import { openStage, pairs } from "./stage";

const { arrive, product } = openStage();

let line: Line;
beforeAll(async () => {
  const operator = await Operator.of(product);
  const { client } = await openAccount(product.url, "Olga Menon");
  await operator.appoint(emailOf("Olga Menon"));
  await client.mutation(api.settings.change, { submissionsOpenAt: 1 });
  line = await Line.open(product.url);
});
afterAll(() => line.close());

/** Opens the project of a new team on both screens. */
async function openProject(asha: Person, ravi: Person): Promise<void> {
  const [leader, member] = await Promise.all(
    [asha, ravi].map(async ({ name }) => Teammate.signUp(product.url, name)),
  );
  if (!leader || !member) throw new Error("nobody");
  await member.joinTeam(await leader.createTeam(`Team of ${asha.name}`));
  for (const person of [asha, ravi]) {
    await person.open("/project");
    await person.expectAt("/login");
    await person.logIn();
    await expect.poll(() => isReady(person)).toBe(true);
  }
}

const isReady = ({ tab }: Person) =>
  tab.run(`document.querySelector("#project-description:read-write") !== null`);

const DESCRIPTION = `document.getElementById("project-description")`;

async function goToTheEnd({ tab }: Person): Promise<void> {
  await tab.run(
    `${DESCRIPTION}.focus() ?? ${DESCRIPTION}.setSelectionRange(1e6, 1e6)`,
  );
}

async function type({ tab }: Person, text: string): Promise<void> {
  for (const letter of text) await tab.write(letter);
}

const description = (person: Person) => person.ask("valueOf", "Description");

describe.each(pairs)("in $name", ({ name, other }) => {
  test(`what two people type at one place, one of them in ${other}, is whole on both screens`, async () => {
    const asha = await arrive(name, `Asha Typing ${name}`);
    const ravi = await arrive(other, `Ravi Typing ${name}`);
    await openProject(asha, ravi);
    const both = [asha, ravi];
    let before = "";
    for (const round of ["first", "second"]) {
      for (const person of both) await goToTheEnd(person);
      const sentences = [
        `Asha is all in on the ${round}. `,
        `Ravi lets all see the ${round}. `,
      ];
      await Promise.all(
        both.map(async (person, place) => type(person, sentences[place] ?? "")),
      );
      const { length } = before + sentences.join("");
      for (const person of both)
        await expect
          .poll(async () => (await description(person)).length)
          .toBe(length);
      before = await description(asha);
      expect(await description(ravi)).toBe(before);
      for (const sentence of sentences) expect(before).toContain(sentence);
    }
  });

  test(`what was replaced by accident comes back after somebody in ${other} has typed`, async () => {
    const asha = await arrive(name, `Asha Undoing ${name}`);
    const ravi = await arrive(other, `Ravi Undoing ${name}`);
    await openProject(asha, ravi);
    const expectText = async (text: string) => {
      for (const person of [asha, ravi])
        await expect.poll(() => description(person)).toBe(text);
    };
    const text = "The radar finds a free chair.";
    await asha.fill("Description", text);
    await asha.fill("Description", "x");
    await expectText("x");
    await goToTheEnd(ravi);
    await type(ravi, " His.");
    await expectText("x His.");
    await asha.tab.chord("z");
    await expectText(`${text} His.`);
    await type(asha, "!");
    await expectText(`${text}! His.`);
    await asha.tab.chord("z");
    await expectText(`${text} His.`);
    await asha.tab.chord("y");
    await expectText(`${text}! His.`);

    // A line is one text, which is whoever's wrote it last.
    await asha.fill("Summary", "Hers");
    await expect.poll(() => ravi.ask("valueOf", "Summary")).toBe("Hers");
    await ravi.fill("Summary", "His");
    await expect.poll(() => asha.ask("valueOf", "Summary")).toBe("His");
    await asha.tab.chord("z");
    await type(asha, " too");
    await expect
      .poll(() => ravi.ask("valueOf", "Summary"))
      .toMatch(/^(His too| tooHis)$/);
  });

  test("what was typed while a save had no answer is there after a new load, and what a closed tab has left", async () => {
    const asha = await arrive(name, `Asha Keeping ${name}`, line.url);
    const ravi = await arrive(other, `Ravi Keeping ${name}`);
    await openProject(asha, ravi);
    const seesSummary = async (text: string) => {
      await expect.poll(() => ravi.ask("valueOf", "Summary")).toBe(text);
    };
    line.holdSockets();
    await asha.fill("Summary", "Finds");
    await seesSummary("Finds");
    await asha.fill("Summary", "Finds tables");
    await asha.tab.run(`(() => {
      const [key] = Object.keys(localStorage)
        .filter((one) => one.includes(":summary:"));
      const closed = key.replace(/:summary:.*/, ":name:closed");
      localStorage.setItem(closed, JSON.stringify({ text: "Radar", base: "" }));
    })()`);
    // As if the browser had ended: it does not ask whether to leave.
    await asha.tab.run(
      "void (BeforeUnloadEvent.prototype.preventDefault = () => {})",
    );
    await asha.open("/project");
    await seesSummary("Finds tables");
    await expect.poll(() => ravi.ask("valueOf", "Name")).toBe("Radar");
    expect(await ravi.ask("linesOf", "[aria-label^='Use this']")).toEqual([]);
    const keys = `Object.keys(localStorage).filter((key) => key.startsWith("project:"))`;
    await expect.poll(() => asha.tab.run(keys)).toEqual([]);
  });
});
