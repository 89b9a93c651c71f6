import { beforeAll, beforeEach, expect, test } from "vitest";
import { paths } from "../../src/paths";
import { sampleOf } from "../thoroughness";
import { layoutShifts } from "./layout-shifts";
import { LAPTOP, PHONE } from "./person";
import { closeKept } from "./sessions";
import { openStage } from "./stage";
import type { Teammate } from "./teammate";

const { arrive, arriveAs, product, signUp } = openStage();

let people: Record<string, Teammate>;
beforeAll(async () => {
  people = {
    member: await signUp("Mira Member"),
    alone: await signUp("Ana Alone"),
    judge: await signUp("Juno Judge", "judge"),
    organiser: await signUp("Omar Organiser", "organiser"),
  };
  await people["member"]?.createTeam("The Steady Ones");
});

// A first load: nothing is in the browser's cache.
beforeEach(() => closeKept(product().url));

const loads = [
  ["visitor", paths.register],
  ["alone", paths.find],
  ["member", paths.project],
  // Much like one of those above.
  ["organiser", paths.organiser],
  ["visitor", paths.faq],
  ["judge", paths.judge],
  ["visitor", paths.login],
  ["alone", paths.project],
  ["member", paths.find],
] as const;

test.each(sampleOf(loads, 3))(
  "for a %s nothing moves while %s loads",
  async (who, path) => {
    const teammate = people[who];
    for (const viewport of sampleOf([PHONE, LAPTOP])) {
      const person = await (teammate
        ? arriveAs(teammate, { viewport })
        : arrive("Vic Visitor", { viewport }));
      const { page } = person;
      await page.goto(path);
      await page.locator("h1:not([aria-live])").waitFor();
      await page.getByRole("contentinfo").waitFor();
      await page.waitForLoadState("networkidle");
      if (path === paths.login || path === paths.register) {
        await page.getByRole("button", { name: /Google/ }).waitFor();
      }
      expect(await layoutShifts(page)).toBeLessThan(0.02);
    }
  },
);
