import { beforeAll, expect, onTestFinished, test } from "vitest";
import { paths } from "../../src/paths";
import { Operator } from "./operator";
import { openStage } from "./stage";
import type { Teammate } from "./teammate";

const { arrive, arriveAs, product, signUp } = openStage();

type Shift = PerformanceEntry & { value: number };

let people: Record<string, Teammate>;
beforeAll(async () => {
  const [member, alone, judge, organiser] = await Promise.all(
    ["Mira Member", "Ana Alone", "Juno Judge", "Omar Organiser"].map(signUp),
  );
  if (!member || !alone || !judge || !organiser) throw new Error("nobody");
  await member.createTeam("The Steady Ones");
  const operator = await Operator.of(product());
  await operator.appoint(organiser.email);
  await operator.appointJudge(judge.email);
  people = { member, alone, judge, organiser };
});

/** What moves while a page loads, as browsers sum it up: 0.1 is what they call good. */
test.each([
  ["visitor", paths.register],
  ["visitor", paths.faq],
  ["alone", paths.project],
  ["alone", paths.find],
  ["member", paths.project],
  ["member", paths.find],
  ["judge", paths.judge],
  ["organiser", paths.organiser],
])("for a %s nothing moves while %s loads", async (who, path) => {
  const teammate = people[who];
  for (const viewport of [
    { width: 360, height: 740 },
    { width: 1440, height: 900 },
  ]) {
    const person = await (teammate
      ? arriveAs(teammate, { viewport })
      : arrive("Vic Visitor", { viewport }));
    onTestFinished(() => person.context.close());
    const { page } = person;
    await page.goto(path);
    await page.locator("h1:not([aria-live])").waitFor();
    await page.getByRole("button", { name: "Subscribe" }).waitFor();
    if (path === paths.register) {
      await page.getByRole("button", { name: /Google/ }).waitFor();
    }
    const moved = await page.evaluate(
      () =>
        new Promise<number>((resolve) => {
          let sum = 0;
          new PerformanceObserver((list) => {
            for (const { value } of list.getEntries() as Shift[]) sum += value;
          }).observe({ type: "layout-shift", buffered: true });
          // Observers are told of a frame's shifts after it.
          setTimeout(() => resolve(sum), 300);
        }),
    );
    expect(moved).toBeLessThan(0.02);
  }
});
