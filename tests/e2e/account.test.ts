import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { PersonalData } from "#convex/shared/personalDataValidator";
import { findViolations } from "./accessibility";
import type { Person } from "./person";
import { openStage } from "./stage";

const { arriveAs, arriveSignedUp: arrive, product, signUp } = openStage();

/** Somebody with an account, on its page. */
async function arriveAtAccount(name: string) {
  const person = await arrive(name);
  await person.visit("/account");
  await person.sees("Your name");
  return person;
}

/** A second tab, which starts with a copy of the first one's session storage. */
async function openBeside({ page }: Person) {
  const [second] = await Promise.all([
    page.waitForEvent("popup"),
    page.evaluate(() => void window.open("/dashboard")),
  ]);
  await second.getByText("Welcome,").waitFor();
  return second;
}

const press = ({ page }: Person, name: string) =>
  page.getByRole("button", { name }).click();

const path = ({ page }: Person) => new URL(page.url()).pathname;

describe("somebody who changes nothing", () => {
  let amit: Person;
  beforeAll(async () => {
    amit = await arrive("Amit Jain");
  });
  afterAll(() => amit.goHome());

  async function open() {
    await amit.page.goto("/account");
    await amit.sees("Your name");
  }

  test("reaches the page by keyboard", async () => {
    await amit.visit("/dashboard");
    const link = amit.page.getByRole("link", {
      name: "Account",
      exact: true,
    });
    await link.focus();
    await amit.page.keyboard.press("Enter");
    await amit.page.waitForURL("**/account");
    await amit.sees("Your name");
    expect(path(amit)).toBe("/account");
  });

  test("downloads everything that is stored about them", async () => {
    await open();
    const [download] = await Promise.all([
      amit.page.waitForEvent("download"),
      press(amit, "Download my data"),
    ]);
    expect(download.suggestedFilename()).toBe("hackarena-my-data.json");
    const text = readFileSync(await download.path(), "utf8");
    const { profile, sessions } = JSON.parse(text) as PersonalData;
    expect(profile).toMatchObject({ name: "Amit Jain", email: amit.email });
    expect(sessions).toHaveLength(1);
  });

  test("cannot do without a name", async () => {
    await open();
    await amit.fill("Display name", "  ");
    await press(amit, "Save name");
    await amit.sees("Name is required");
    expect(await amit.field("Display name").inputValue()).toBe("  ");
  });

  test("deletes nothing when it is called off, and gets the focus back", async () => {
    await open();
    await press(amit, "Delete account");
    await amit.page.getByLabel("Type DELETE to confirm").fill("DELETE");
    await press(amit, "Keep my account");
    const focused = amit.page.locator("button:focus");
    expect(await focused.textContent()).toBe("Delete account");
    await press(amit, "Delete account");
    expect(
      await amit.page.getByLabel("Type DELETE to confirm").inputValue(),
    ).toBe("");
    await amit.page.keyboard.press("Escape");
    await amit.page.reload();
    await amit.sees("Your name");
  });

  test("meets no broken rule of accessibility, nor before the deletion", async () => {
    const sizes = [
      { width: 320, height: 640 },
      { width: 1440, height: 900 },
    ];
    const expectNoViolations = async () => {
      for (const size of sizes) {
        await amit.page.setViewportSize(size);
        expect(await findViolations(amit.page)).toEqual([]);
      }
    };
    await open();
    await expectNoViolations();
    for (const size of sizes) {
      await amit.page.setViewportSize(size);
      const width = await amit.page.evaluate(
        () => document.documentElement.scrollWidth,
      );
      expect(width).toBe(size.width);
    }
    await press(amit, "Delete account");
    await expectNoViolations();
  });

  test("sets a new password by mail without signing out", async () => {
    await open();
    await press(amit, "Send me the link");
    await amit.sees("Password reset email sent. Check your inbox.");
    expect(await product().mailsTo(amit.email)).toHaveLength(1);
    await amit.page.reload();
    await amit.sees("Your name");
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
  await ravi.visit("/account");
  await ravi.fill("Display name", "  Ravi   K. Iyer ");
  await press(ravi, "Save name");
  await expect
    .poll(async () => (await asha.roster()).at(1))
    .toBe("Ravi K. Iyer, Member");
  await ravi.page.goto("/dashboard");
  await ravi.sees("Welcome, Ravi K. Iyer");
  await asha.goHome();
  await ravi.goHome();
});

test("deleting the account wants a word typed, passes the lead on, signs out and goes home", async () => {
  const [leader, member] = await Promise.all([
    signUp("Esha Das"),
    signUp("Farid Khan"),
  ]);
  await member.joinTeam(await leader.createTeam("Relay"));
  const [esha, farid] = [await arriveAs(leader), await arriveAs(member)];
  await farid.visit("/team");
  await esha.visit("/account");
  await press(esha, "Delete account");
  await esha.page
    .getByRole("dialog", { name: "Delete the account of Esha Das?" })
    .waitFor();
  await esha.sees(
    "You leave Relay. Farid Khan will lead the team, and your slot will be free for someone else.",
  );
  await esha.page.getByText("earlier backups keep a copy").waitFor();
  await esha.page.getByText("their log keeps your name").waitFor();
  await press(esha, "Delete for good");
  await esha.sees("Type DELETE in capitals to confirm.");
  expect(path(esha)).toBe("/account");
  await esha.page.getByLabel("Type DELETE to confirm").fill("DELETE");
  await press(esha, "Delete for good");
  await esha.sees("Your account has been deleted");
  await esha.page.waitForURL(`${product().url}/`);
  await esha.page.getByRole("link", { name: "Login" }).first().waitFor();
  await expect
    .poll(async () => (await farid.roster()).at(0))
    .toBe("Farid Khan, Team Leader");

  await esha.page.goto("/login");
  await esha.logIn();
  await esha.sees("No account found with this email. Please sign up.");
  await esha.goHome();
  await farid.goHome();
});

describe("two tabs", () => {
  test("signing out in one signs out the other", async () => {
    const hema = await arriveAtAccount("Hema Roy");
    const second = await openBeside(hema);
    await second.getByRole("button", { name: "Logout" }).first().click();
    await hema.page.waitForURL("**/login");
    const kept = await hema.page.evaluate(() => Object.keys(localStorage));
    expect(kept.filter((key) => /auth|token/i.test(key))).toEqual([]);
    await hema.goHome();
  });

  test("so it does in copies of a tab whose session ends with the browser", async () => {
    const indu = await arriveAtAccount("Indu Pal");
    await press(indu, "Logout");
    await indu.sees("Successfully logged out");
    await indu.page.goto("/login");
    await indu.page.getByLabel("Remember me").uncheck();
    await indu.logIn();
    await indu.page.waitForURL("**/dashboard");
    const copy = await openBeside(indu);
    await copy.getByRole("button", { name: "Logout" }).first().click();
    await indu.page.waitForURL("**/login");
    const left = await indu.page.evaluate(() =>
      Object.keys(sessionStorage).filter((key) =>
        key.startsWith("__convexAuth"),
      ),
    );
    expect(left).toEqual([]);
    await indu.goHome();
  });
});

test("a profile is offered once, refused where it is wrong, and complete with college and year", async () => {
  const tara = await arrive("Tara Roy");
  const { page } = tara;
  await tara.visit("/dashboard");
  await page.getByRole("link", { name: "Fill in your profile" }).click();
  await tara.sees("Your profile");
  const field = (label: string) =>
    page.getByRole("main").getByRole("textbox", { name: label });
  const skills = page.getByRole("combobox", { name: "Skills" });
  await field("College").fill("NSUT Delhi");
  await field("Year of graduation").fill("soon");
  await skills.fill("React");
  await page.keyboard.press("Enter");
  // Not added with the button, but saved nevertheless.
  await skills.fill("Soldering");
  await field("GitHub").fill("github.com/tara-roy");
  await press(tara, "Save profile");
  await tara.sees("Enter a year from 1980 to 2040");
  expect(
    await field("Year of graduation").evaluate(
      (input) => input === document.activeElement,
    ),
  ).toBe(true);
  expect(await findViolations(page)).toEqual([]);
  await field("Year of graduation").fill("2026");
  await press(tara, "Save profile");
  await tara.sees("Profile saved");
  await page.getByText(/^Complete\./).waitFor();

  await tara.visit("/account");
  await page.getByRole("button", { name: "Take away Soldering" }).click();
  await press(tara, "Save profile");
  await tara.sees("Profile saved");
  await tara.visit("/account");
  await page.getByRole("button", { name: "Take away React" }).waitFor();
  expect(
    await page.getByRole("button", { name: "Take away Soldering" }).count(),
  ).toBe(0);
  expect(await field("GitHub").inputValue()).toBe(
    "https://github.com/tara-roy",
  );
  await tara.visit("/dashboard");
  await page.getByText("Welcome,").waitFor();
  expect(
    await page.getByRole("link", { name: "Fill in your profile" }).count(),
  ).toBe(0);
  await tara.goHome();
});
