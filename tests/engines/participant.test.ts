import { describe, expect, test } from "vitest";
import { Operator } from "../e2e/operator";
import { Teammate } from "../e2e/teammate";
import { Line } from "./line";
import { openStage, pairs } from "./stage";

const { arrive, product } = openStage();

const MINUTE = 60_000;

describe.each(pairs)("in $name", ({ name, other }) => {
  test(`a team forms with a member in ${other}, and both screens follow`, async () => {
    const asha = await arrive(name, `Asha ${name}`);
    const ravi = await arrive(other, `Ravi ${name}`);
    await asha.register();
    await asha.sees("You are not part of any team yet");
    await asha.press("Team", "tab");
    await asha.fill("Team name", `Owls of ${name}`);
    await asha.press("Create Team");
    await asha.isTold("Team created successfully!");
    await asha.press("Manage Team", "link");
    await asha.seesRoster(`${asha.name}, Team Leader`);
    await asha.press("Copy");
    await asha.isTold("Invite code copied to clipboard");
    await asha.follow("Contact");
    const code = await asha.paste("Name");
    expect(code).toMatch(/^[A-Z0-9]{6}$/);
    await asha.open("/team");

    await ravi.register();
    await ravi.press("Team", "tab");
    await ravi.fill("Invite code", code);
    await ravi.press("Join Team");
    await ravi.isTold("Successfully joined team!");
    const both = [`${asha.name}, Team Leader`, `${ravi.name}, Member`];
    await asha.seesRoster(...both);
    await ravi.seesRoster(...both);

    await asha.press("Leave Team");
    await asha.press("Leave Team");
    await asha.isTold("Successfully left the team");
    await ravi.seesRoster(`${ravi.name}, Team Leader`);
  });

  test("a forgotten password is replaced with the link of the mail", async () => {
    const maya = await arrive(name, `Maya ${name}`);
    await Teammate.signUp(product.url, maya.name);
    await maya.open("/team");
    await maya.expectAt("/login");
    await maya.fill("Email", maya.email);
    await maya.press("Forgot password?");
    await maya.isTold("Password reset email sent. Check your inbox.");
    const [mail] = await product.mailsTo(maya.email);
    const link = /\/reset-password\S+/.exec(mail?.text ?? "")?.[0] ?? "";
    await maya.open(link);
    await maya.fill("New password", "another horse 36");
    await maya.fill("Confirm password", "another horse 36");
    await maya.press("SET PASSWORD");
    await maya.expectAt("/dashboard");
    await maya.sees(`Welcome, ${maya.name}`);
    await maya.logOut();

    await maya.open("/team");
    await maya.expectAt("/login");
    await maya.logIn();
    await maya.isTold("Incorrect password. Please try again.");
    await maya.logIn("another horse 36");
    await maya.expectAt("/team");
    await maya.sees("Create a New Team");
  });

  test("the dashboard shows the event, and leads to what there is to read", async () => {
    const dev = await arrive(name, `Dev ${name}`);
    await dev.register();
    await dev.sees("June 15, 2025");
    const days = () => dev.ask("attributesOf", "main time", "datetime");
    // The announcements may come after the schedule.
    await expect.poll(async () => (await days()).length).toBeGreaterThan(3);
    for (const day of await days()) {
      expect(day).toMatch(/^\d{4}-\d\d-\d\d(T[\d:.]+Z)?$/);
    }
    await dev.press("Submissions", "tab");
    await dev.sees("No submissions yet");
    await dev.press("Resources", "tab");
    await dev.expectAt("/dashboard?tab=resources");
    await dev.sees("How judging works");
    await dev.follow("Account");
    await dev.expectAt("/account");
    await dev.pressText("Name");
    await dev.fill("Display name", `Devi ${name}`);
    await dev.press("Save name");
    await dev.follow("Dashboard");
    await dev.sees(`Welcome, Devi ${name}`);
    await dev.tab.run("location.reload()");
    await dev.sees(`Welcome, Devi ${name}`);
  });

  test("the last words before Hand in are handed in", async () => {
    const hand = await Operator.of(product);
    const line = await Line.open(product.url);
    await hand.set({ submissionsOpenAt: Date.now() - MINUTE });
    try {
      const lata = await arrive(name, `Lata ${name}`, line.url);
      await lata.register();
      await lata.press("Team", "tab");
      await lata.fill("Team name", `Last words in ${name}`);
      await lata.press("Create Team");
      await lata.isTold("Team created successfully!");
      await lata.open("/project");
      await lata.fill("Name", `Radar ${name}`);
      await lata.fill("Repository", "github.com/lata/radar");
      await lata.fill("Summary", "One line");
      await lata.fill("Description", "It works");
      await lata.sees("Saved");
      line.holdSockets();
      await lata.tab.write(" in time");
      await lata.fill("Summary", "One line, and the last word");
      await lata.press("Hand in");
      await lata.sees("Saving, then handing in …");
      line.releaseSockets();
      await lata.sees("Receipt");
      const handIn = (await hand.rows("handIns")).find(
        (row) => row["name"] === `Radar ${name}`,
      );
      expect(handIn).toMatchObject({ summary: "One line, and the last word" });
      expect(await hand.rows("handInTexts")).toContainEqual(
        expect.objectContaining({
          handInId: handIn?.["_id"],
          description: "It works in time",
        }),
      );
    } finally {
      await hand.set({ submissionsOpenAt: Date.now() + 60 * MINUTE });
      line.close();
    }
  });
});
