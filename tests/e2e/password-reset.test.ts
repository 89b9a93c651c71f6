import { describe, expect, test } from "vitest";
import { paths } from "../../src/paths";
import { expectAccessible, expectFits, expectFocused } from "./accessibility";
import { askForReset } from "./accounts";
import type { Person } from "./person";
import { openStage } from "./stage";
import type { Teammate } from "./teammate";

const NEW_PASSWORD = "another horse 36";

const { arrive, arriveSignedUp, product, signUp } = openStage();

const forgot = ({ page }: Person) =>
  page.getByRole("button", { name: "Forgot password?" }).click();

/** Asks for a mail on the login page. @returns the link in it */
async function askForLink(person: Person): Promise<string> {
  await person.fill("Email", person.email);
  // The toast stays for two seconds.
  await Promise.all([
    person.sees("Password reset email sent. Check your inbox."),
    forgot(person),
  ]);
  return linkTo(person);
}

/** The link of a mail that the deployment was asked for without the page. */
async function linkFor(account: Teammate): Promise<string> {
  await askForReset(product().url, account.email);
  return linkTo(account);
}

/** The link of the last mail. */
const linkTo = ({ email }: { email: string }) =>
  product().linkTo(paths.resetPassword, email);

/** Resolves when the deployment has answered the page's first query: whether the link is good. */
function firstAnswer({ page }: Person): Promise<void> {
  return new Promise((resolve) => {
    page.on("websocket", (socket) => {
      socket.on("framereceived", ({ payload }) => {
        if (String(payload).includes("QueryUpdated")) resolve();
      });
    });
  });
}

async function choosePassword(person: Person, password = NEW_PASSWORD) {
  await person.fill("New password", password);
  await person.fill("Confirm password", password);
  await person.page.getByRole("button", { name: "SET PASSWORD" }).click();
}

describe("asking for a mail", () => {
  test("needs an address first, gets the same answer for one that nobody has, and fails in the specified words", async () => {
    const asha = await arrive("Asha Rao");
    await asha.page.goto("/login");
    await forgot(asha);
    await asha.sees("Please enter your email address first.");
    await expectFocused(asha.field("Email"));
    await asha.fill("Email", "asha@no_where");
    await forgot(asha);
    await asha.sees("Invalid email address.");
    await asha.fill("Email", asha.email);
    await forgot(asha);
    await asha.sees("Password reset email sent. Check your inbox.");
    expect(await product().mailsTo(asha.email)).toEqual([]);
    await asha.page.route("**/api/action", (route) => route.abort());
    await forgot(asha);
    await asha.sees("Failed to send password reset email.");
    expect(await asha.field("Email").inputValue()).toBe(asha.email);
    asha.forgiveComplaints();
  });
});

describe("the link of the mail", () => {
  test("sets a new password, signs in, and ends every other session", async () => {
    const bina = await arriveSignedUp("Bina Sen");
    await bina.visit("/dashboard");
    await bina.sees("Welcome, Bina Sen");
    const elsewhere = await arrive("Bina Sen");
    await elsewhere.page.goto("/login");
    const link = await askForLink(elsewhere);

    await elsewhere.page.goto(link);
    await choosePassword(elsewhere);
    await elsewhere.page.waitForURL("**/dashboard");
    await elsewhere.sees("Welcome, Bina Sen");

    // Nobody touched the first browser: its page notices by itself.
    await bina.page.waitForURL("**/login");
    await bina.logIn();
    await bina.sees("Incorrect password. Please try again.");
    await bina.logIn(NEW_PASSWORD);
    await bina.page.waitForURL("**/dashboard");
    await elsewhere.page.reload();
    await elsewhere.sees("Welcome, Bina Sen");
    expect(new URL(elsewhere.page.url()).pathname).toBe("/dashboard");
  });

  test("leaves the address, survives a reload, and works once; then it says so, on a page that is open too, and offers a new one", async () => {
    const link = await linkFor(await signUp("Deepa Nair"));
    const elsewhere = await arrive("Deepa Elsewhere");
    const isChecked = firstAnswer(elsewhere);
    await elsewhere.page.goto(link);
    await isChecked;
    const deepa = await arrive("Deepa Nair");
    const token = new URL(link).searchParams.get("token") ?? "";
    await deepa.page.goto(link);
    await deepa.page.waitForURL(`${product().url}/reset-password`);
    const seen: string[] = [];
    deepa.page.on("request", (request) => {
      seen.push(request.url(), request.headers().referer ?? "");
    });
    await deepa.page.reload();
    await choosePassword(deepa);
    await deepa.page.waitForURL("**/dashboard");
    expect(seen.filter((text) => text.includes(token))).toEqual([]);

    const used =
      "This reset link has already been used. Please request a new one.";
    await choosePassword(elsewhere, "too late for this");
    await elsewhere.sees(used);
    await expectFits(elsewhere);
    await deepa.page.goto(link);
    await deepa.sees(used);
    expect(await deepa.field("Email").inputValue()).toBe(deepa.email);
    await deepa.page.getByRole("button", { name: "SEND A NEW LINK" }).click();
    await deepa.sees("Password reset email sent. Check your inbox.");
    const next = await linkTo(deepa);
    expect(next).not.toBe(link);
    await deepa.page.goto(next);
    await choosePassword(deepa, "yet another horse");
    await deepa.page.waitForURL("**/dashboard");
  });

  test("is told from a wrong one and from none, and a page without one says what it needs", async () => {
    // Somebody new: the browser remembers the address of a link.
    const fay = await arrive("Fay Dsouza");
    for (const search of ["", "?token=made-up&email=esha.das@example.in"]) {
      await fay.page.goto(`/reset-password${search}`);
      await fay.sees("This reset link is not valid. Please request a new one.");
      if (search !== "") continue;
      await fay.page.getByRole("button", { name: "SEND A NEW LINK" }).click();
      await fay.sees("Please enter your email address first.");
    }
    await expectAccessible(fay);
  });
});
