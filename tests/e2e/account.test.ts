import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { expectAccessible } from "./accessibility";
import { LAPTOP, SMALL_PHONE, type Person } from "./person";
import { openStage } from "./stage";
import type { PersonalData } from "#convex/account/shared";

const { arriveAs, arriveSignedUp: arrive, product, signUp } = openStage();

const path = ({ page }: Person) => new URL(page.url()).pathname;

test("somebody reaches the page by keyboard, and downloads everything that is stored about them", async () => {
  const amit = await arrive("Amit Jain");
  await amit.visit("/dashboard");
  const link = amit.page.getByRole("link", {
    name: "Account",
    exact: true,
  });
  await link.focus();
  await amit.page.keyboard.press("Enter");
  await amit.page.waitForURL("**/account");
  await amit.sees("Amit Jain");
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
  await expectAccessible(esha, [SMALL_PHONE, LAPTOP]);
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
