import { join } from "node:path";
import { beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { Operator } from "../e2e/operator";
import { Teammate } from "../e2e/teammate";
import { openStage, pairs } from "./stage";

const { arrive, product } = openStage();

const PLACES = join(import.meta.dirname, "../fixtures/places");

let operator: Operator;
beforeAll(async () => {
  operator = await Operator.of(product);
});

describe.each(pairs)("in $name", ({ name, other }) => {
  test(`an organiser announces and closes what a participant in ${other} sees at once`, async () => {
    const leela = await arrive(name, `Leela ${name}`);
    const nisha = await arrive(other, `Nisha ${name}`);
    const account = await Teammate.signUp(product.url, leela.name);
    await operator.appoint(account.email);
    await leela.open("/organiser");
    await leela.expectAt("/login");
    await leela.logIn();
    await leela.expectAt("/organiser");
    await leela.sees("What needs you now, and the numbers.");
    await nisha.register();

    await leela.follow("People");
    await leela.fill("Search names, addresses and teams", nisha.name);
    await leela.sees(nisha.name);
    await leela.sees("Download CSV (1 row)");

    await leela.follow("News");
    await leela.fill("Title", `Lunch in ${name}`);
    await leela.fill("Text", "Hall 3.");
    await leela.press("Publish");
    await leela.isTold("Announcement published");
    await nisha.sees(`Lunch in ${name}`);

    await nisha.press("Team", "tab");
    await nisha.sees("Create a New Team");
    await leela.follow("Settings");
    await leela.press("Set: Team changes close");
    await leela.press("Set the time");
    await leela.press("Close team changes");
    await nisha.sees("You are in no team. The organisers can still place you.");
    await leela.press("Edit: Team changes close");
    await leela.press("Remove the time");
    await nisha.sees("Create a New Team");
    await leela.follow("Audit log");
    await expect
      .poll(() => leela.ask("linesOf", "tbody tr:first-child"))
      .toEqual([expect.arrayContaining([expect.stringContaining(leela.name)])]);
  });

  test("a list of places in UTF-16 is read, with its mark and without", async () => {
    const tara = await arrive(name, `Tara ${name}`);
    const account = await Teammate.signUp(product.url, tara.name);
    await operator.appoint(account.email);
    await tara.open("/organiser/people/places");
    await tara.logIn();
    const first = () => tara.ask("linesOf", "h3 + ul > li:first-child");
    for (const [file, row] of [
      ["excel-unicode.txt", 2],
      ["bare.csv", 1],
      ["utf16be.csv", 2],
      ["bare.csv", 1],
      ["utf16le-no-mark.csv", 2],
    ] as const) {
      await tara.choose("CSV file", join(PLACES, file));
      const line = `Row ${row}: asha@example.in`;
      await expect.poll(first).toEqual([[expect.stringContaining(line)]]);
      await tara.sees("2 people by this.");
    }
  });

  test(`a desk without a camera checks in by name who has a pass in ${other}`, async () => {
    const meera = await arrive(name, `Meera ${name}`);
    const kabir = await arrive(other, `Kabir ${name}`);
    const account = await Teammate.signUp(product.url, meera.name);
    await operator.appoint(account.email);
    await account.changeSettings({ checkInOpen: true });
    onTestFinished(() => account.changeSettings({ checkInOpen: false }));
    await kabir.register();
    await kabir.follow("Your pass");
    await kabir.expectAt("/pass");
    await kabir.sees(
      "Show this at the check-in desk with your college ID. Turn the brightness up.",
    );

    await meera.open("/organiser/check-in");
    await meera.expectAt("/login");
    await meera.logIn();
    await meera.fill("Which desk is this phone?", "Desk 1");
    await meera.press("Start");
    await meera.fill("Search by name, college or team", kabir.name);
    await meera.pressText(kabir.name);
    await meera.sees("Found");
    await meera.press("ID matches: check in");
    await kabir.sees("You are in. Keep the pass until the end.");
    await meera.press(`Undo ${kabir.name}`);
    await kabir.sees(
      "Show this at the check-in desk with your college ID. Turn the brightness up.",
    );
  });
});
