import { readFileSync } from "node:fs";
import { beforeAll, describe, expect, test } from "vitest";
import { expectAccessible } from "./accessibility";
import { LAPTOP, SMALL_PHONE, type Person } from "./person";
import { openStage } from "./stage";
import type { PersonalData } from "#convex/account/shared";

const {
  arrive: visitor,
  arriveAs,
  arriveSignedUp: arrive,
  product,
  signUp,
} = openStage();

const path = ({ page }: Person) => new URL(page.url()).pathname;

describe("somebody who changes nothing", () => {
  let amit: Person;
  beforeAll(async () => {
    amit = await arrive("Amit Jain");
  });

  test("reaches the page by keyboard, and downloads everything that is stored about them", async () => {
    await amit.visit("/dashboard");
    const link = amit.page.getByRole("link", {
      name: "Account",
      exact: true,
    });
    await link.focus();
    await amit.page.keyboard.press("Enter");
    await amit.page.waitForURL("**/account");
    await amit.sees("Amit Jain");
    expect(path(amit)).toBe("/account");
    await amit.page.goto("/account#data");
    const [download] = await Promise.all([
      amit.page.waitForEvent("download"),
      amit.press("Download my data"),
    ]);
    expect(download.suggestedFilename()).toBe("hackarena-my-data.json");
    const text = readFileSync(await download.path(), "utf8");
    const { profile, sessions } = JSON.parse(text) as PersonalData;
    expect(profile).toMatchObject({ name: "Amit Jain", email: amit.email });
    expect(sessions).toHaveLength(1);
  });

  test("is asked before the deletion, within every rule, and deletes nothing when it is called off; a new password by mail signs nobody out", async () => {
    await amit.visit("/account#delete");
    await amit.press("Delete account");
    await expectAccessible(amit, [SMALL_PHONE, LAPTOP]);
    await amit.page.getByLabel("Type DELETE to confirm").fill("DELETE");
    await amit.press("Cancel");
    const focused = amit.page.locator("button:focus");
    expect(await focused.textContent()).toBe("Delete account");
    await amit.press("Delete account");
    expect(
      await amit.page.getByLabel("Type DELETE to confirm").inputValue(),
    ).toBe("");
    await amit.page.keyboard.press("Escape");

    await amit.page.goto("/account#password");
    await amit.press("Send me the link");
    await amit.sees("Password reset email sent. Check your inbox.");
    expect(await product().mailsTo(amit.email)).toHaveLength(1);
    await amit.page.reload();
    await amit.sees("Amit Jain");
  });
});

test("the name changes on every teammate's screen at once", async () => {
  const [leader, member] = await Promise.all([
    signUp("Asha Rao"),
    signUp("Ravi Iyer"),
  ]);
  await member.joinTeam(await leader.createTeam("Night Owls"));
  const [asha, ravi] = [await arriveAs(leader), await arriveAs(member)];
  await asha.visit("/team");
  await ravi.visit("/account#name");
  await ravi.fill("Display name", "  Ravi   K. Iyer ");
  await ravi.press("Save name");
  await expect
    .poll(async () => (await asha.roster()).at(1))
    .toBe("Ravi K. Iyer, Member");
  await ravi.page.getByRole("link", { name: "Dashboard" }).first().click();
  await ravi.sees("Welcome, Ravi K. Iyer");
});

test("deleting the account wants a word typed, passes the lead on, signs out and goes home", async () => {
  const [leader, member] = await Promise.all([
    signUp("Esha Das"),
    signUp("Farid Khan"),
  ]);
  await member.joinTeam(await leader.createTeam("Relay"));
  const esha = await arriveAs(leader);
  await esha.visit("/account#delete");
  await esha.press("Delete account");
  await esha.page
    .getByRole("dialog", { name: "Delete the account of Esha Das?" })
    .waitFor();
  await esha.sees(
    "You leave Relay. Farid Khan will lead the team, and your slot will be free for someone else. What you wrote stays in its project.",
  );
  await esha.page.getByText("earlier backups keep a copy").waitFor();
  await esha.page.getByText("their log keeps your name").waitFor();
  await esha.press("Delete for good");
  await esha.sees("Type DELETE in capitals to confirm.");
  expect(path(esha)).toBe("/account");
  await esha.page.getByLabel("Type DELETE to confirm").fill("DELETE");
  await esha.press("Delete for good");
  await esha.sees("Your account has been deleted");
  await esha.page.waitForURL(`${product().url}/`);
  await esha.page.getByRole("link", { name: "Login" }).first().waitFor();
  expect((await member.team()).members).toMatchObject([
    { name: "Farid Khan", role: "leader" },
  ]);

  await esha.page.goto("/login");
  await esha.logIn();
  await esha.sees("No account found with this email. Please sign up.");
});

// Of tabs with a session that is remembered: session.test.ts.
test("signing out signs out copies of a tab whose session ends with the browser", async () => {
  await signUp("Indu Pal");
  const indu = await visitor("Indu Pal");
  const { page } = indu;
  await page.goto("/login");
  await page.getByLabel("Remember me").uncheck();
  await indu.logIn();
  await page.waitForURL("**/dashboard");
  // A tab that another one opens starts with a copy of its session storage.
  const [copy] = await Promise.all([
    page.waitForEvent("popup"),
    page.evaluate(() => void window.open("/dashboard")),
  ]);
  await copy.getByText("Welcome,").waitFor();
  await copy.getByRole("button", { name: "Logout" }).first().click();
  await page.waitForURL("**/login");
  const left = await page.evaluate(() =>
    Object.keys(sessionStorage).filter((key) => key.startsWith("__convexAuth")),
  );
  expect(left).toEqual([]);
});
