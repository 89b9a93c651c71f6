import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import type { PersonalData } from "../../convex/shared/validators";
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

test("the page is reached by keyboard", async () => {
  const amit = await arrive("Amit Jain");
  await amit.visit("/dashboard");
  const link = amit.page.getByRole("link", { name: "Account" });
  await link.focus();
  await amit.page.keyboard.press("Enter");
  await amit.page.waitForURL("**/account");
  await amit.sees("Your name");
  expect(path(amit)).toBe("/account");
  await amit.goHome();
});

describe("the name", () => {
  test("changes on every teammate's screen at once", async () => {
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

  test("must be there", async () => {
    const bela = await arriveAtAccount("Bela Shah");
    await bela.fill("Display name", "  ");
    await press(bela, "Save name");
    await bela.sees("Name is required");
    expect(await bela.field("Display name").inputValue()).toBe("  ");
    await bela.goHome();
  });
});

test("everything that is stored about somebody is theirs to download", async () => {
  const chitra = await arriveAtAccount("Chitra Iyer");
  const [download] = await Promise.all([
    chitra.page.waitForEvent("download"),
    press(chitra, "Download my data"),
  ]);
  expect(download.suggestedFilename()).toBe("hackarena-my-data.json");
  const text = readFileSync(await download.path(), "utf8");
  const { profile, sessions } = JSON.parse(text) as PersonalData;
  expect(profile).toMatchObject({ name: "Chitra Iyer", email: chitra.email });
  expect(sessions).toHaveLength(1);
  await chitra.goHome();
});

test("a mail with a link sets a new password from here too, without signing out", async () => {
  const devi = await arriveAtAccount("Devi Nair");
  await press(devi, "Send me the link");
  await devi.sees("Password reset email sent. Check your inbox.");
  expect(await product().mailsTo(devi.email)).toHaveLength(1);
  await devi.page.reload();
  await devi.sees("Your name");
  await devi.goHome();
});

describe("deleting the account", () => {
  test("wants a word typed, passes the lead on, signs out and goes home", async () => {
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
      "You leave Relay. Farid Khan will lead the team, and your slot will be free for somebody else.",
    );
    await esha.page.getByText("backups made earlier keep a copy").waitFor();
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

  test("does nothing when it is called off, and gives the focus back", async () => {
    const gita = await arriveAtAccount("Gita Bose");
    await press(gita, "Delete account");
    await gita.page.getByLabel("Type DELETE to confirm").fill("DELETE");
    await press(gita, "Keep my account");
    const focused = gita.page.locator("button:focus");
    expect(await focused.textContent()).toBe("Delete account");
    await press(gita, "Delete account");
    expect(
      await gita.page.getByLabel("Type DELETE to confirm").inputValue(),
    ).toBe("");
    await gita.page.keyboard.press("Escape");
    await gita.page.reload();
    await gita.sees("Your name");
    await gita.goHome();
  });
});

describe("two tabs", () => {
  test("signing out in one signs out the other", async () => {
    const hema = await arriveAtAccount("Hema Roy");
    const second = await openBeside(hema);
    await second.getByRole("button", { name: "Logout" }).first().click();
    await hema.page.waitForURL("**/login");
    expect(await hema.page.evaluate(() => localStorage.length)).toBe(0);
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

test.each([
  { width: 320, height: 640 },
  { width: 1440, height: 900 },
])("the page breaks no rule of accessibility at %o", async (viewport) => {
  const jaya = await arriveAtAccount(`Jaya Menon ${viewport.width}`);
  await jaya.page.setViewportSize(viewport);
  expect(await findViolations(jaya.page)).toEqual([]);
  const width = await jaya.page.evaluate(
    () => document.documentElement.scrollWidth,
  );
  expect(width).toBe(viewport.width);
  await press(jaya, "Delete account");
  expect(await findViolations(jaya.page)).toEqual([]);
  await jaya.goHome();
});
