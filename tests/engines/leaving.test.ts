import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Teammate } from "../e2e/teammate";
import { Line } from "./line";
import { openStage, pairs } from "./stage";

const { arrive, product } = openStage();

let line: Line;
beforeAll(async () => {
  line = await Line.open(product.url);
});
afterAll(() => line.close());

describe.each(pairs)("in $name", ({ name }) => {
  test("a page can be left while its scripts are on their way", async () => {
    const asha = await arrive(name, `Asha ${name}`, line.url);
    line.hold(/^\/assets\/.*\.js$/);
    await asha.tab.goto(`${line.url}/register`);
    line.release();
    // Its scripts are there when it is opened again: a page without them would not be complete.
    await asha.open("/faq");
    line.hold(/^\/assets\/.*\.js$/);
    await asha.follow("Login");
    await asha.tab.goto(`${line.url}/faq`);
    line.release();
    await asha.open("/home");
    asha.expectNoComplaints();
  });

  test("the site can be left while the logout is on its way", async () => {
    const ravi = await arrive(name, `Ravi ${name}`, line.url);
    await ravi.register();
    await ravi.sees(`Welcome, ${ravi.name}`);
    line.holdSockets();
    await ravi.press("Logout");
    await ravi.expectAt("/");
    await ravi.open("/contact");
    ravi.expectNoComplaints();
  });

  // Again if the machine was busy: the limit is part of the promise.
  test(
    "a page whose line died without a word is current 3 s after the unlock",
    { retry: 2 },
    async ({ task }) => {
      const nth = task.result?.retryCount ?? 0;
      const leader = await Teammate.signUp(
        product.url,
        `Lead ${nth} of ${name}`,
      );
      const code = await leader.createTeam(`Locked ${nth} in ${name}`);
      const maya = await arrive(name, `Maya ${nth} ${name}`, line.url);
      await maya.register();
      await maya.press("Team", "tab");
      await maya.fill("Invite code", code);
      await maya.press("Join Team");
      await maya.seesRoster(
        `${leader.name}, Team Leader`,
        `${maya.name}, Member`,
      );
      line.holdSockets();
      const late = await Teammate.signUp(product.url, `Late ${nth} ${name}`);
      await late.joinTeam(code);
      await maya.tab.run(
        "document.dispatchEvent(new Event('visibilitychange'))",
      );
      const start = Date.now();
      await maya.seesRoster(
        `${leader.name}, Team Leader`,
        `${maya.name}, Member`,
        `${late.name}, Member`,
      );
      expect(Date.now() - start).toBeLessThan(3_000);
    },
  );
});
