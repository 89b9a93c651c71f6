import { afterAll, beforeAll, describe, test } from "vitest";
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
});
