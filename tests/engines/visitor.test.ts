import { describe, expect, onTestFinished, test } from "vitest";
import { Line } from "./line";
import { openStage, pairs } from "./stage";

const { arrive, sitDown, product } = openStage();

describe.each(pairs)("in $name", ({ name }) => {
  test("a message to the organisers is refused while it is empty, and then arrives", async () => {
    const asha = await arrive(name, `Asha ${name}`);
    await asha.tab.resize({ width: 1000, height: 420 });
    await asha.follow("Contact");
    await asha.press("SEND MESSAGE");
    await expect.poll(() => asha.ask("hasFocus", "Name")).toBe(true);
    await expect.poll(() => asha.ask("isUncovered", "Name")).toBe(true);
    await asha.fill("Name", asha.name);
    await asha.fill("Email", asha.email);
    await asha.fill("Subject", "Parking");
    await asha.fill("Message", "Is there a place for a bus?");
    await asha.press("SEND MESSAGE");
    await asha.isTold(
      "Message sent successfully! We will get back to you soon.",
    );
    expect(await asha.ask("valueOf", "Message")).toBe("");
  });

  test("what is typed on a session's first page before its code has come stays, and so does the focus", async () => {
    const line = await Line.open(product.url);
    onTestFinished(() => line.close());
    const mira = await sitDown(name, `Mira ${name}`, line.url);
    line.hold(/\/assets\/frame-/);
    await mira.openEarly("/register");
    await mira.fill("Full name", "Mira");
    expect(await mira.ask("isAlive")).toBe(false);
    line.release();
    let typed = "Mira";
    while (!(await mira.ask("isAlive"))) {
      await mira.tab.write("a");
      typed += "a";
    }
    await mira.tab.write(" Rao");
    await expect
      .poll(() => mira.ask("valueOf", "Full name"))
      .toBe(`${typed} Rao`);
  });

  test("questions open, are found by their words, and have addresses", async () => {
    const ravi = await arrive(name, `Ravi ${name}`);
    await ravi.open("/faq");
    await ravi.fill("Search the answers", "cost");
    await ravi.pressText("What does it cost?");
    await ravi.follow("Link to this answer");
    const address = String(await ravi.tab.run("location.href"));
    expect(address).toMatch(/\/faq#\S+$/);
    await ravi.tab.goto(address);
    await ravi.open("/nowhere");
    await ravi.sees("404 Page Not Found");
    await ravi.follow("Back to home");
    await ravi.expectAt("/");
    await ravi.fill("Email address", ravi.email);
    await ravi.press("Subscribe");
    await ravi.isTold("You are on the list. We will send you news by email.");
  });
});
