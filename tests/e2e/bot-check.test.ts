import { expect, inject, onTestFinished, test } from "vitest";
import { launchBrowser, PLAIN_HOST } from "./browser";
import { TEST_ALL } from "../thoroughness";
import { Person } from "./person";
import { openOwnStage } from "./stage";

const { arrive, product } = openOwnStage(() => ({
  ALTCHA_SIGN_UPS_PER_HOUR: "0",
  ALTCHA_RESETS_PER_HOUR: "0",
  ALTCHA_MESSAGES_PER_HOUR: "0",
  ALTCHA_SUBSCRIPTIONS_PER_HOUR: "0",
  ALTCHA_SIGN_INS_PER_MINUTE: "0",
  PUBLIC_URL: `http://${PLAIN_HOST}`,
}));

/** Notes whether a button says that it checks, which it may do for a moment only. */
async function watchChecks({ context }: Person): Promise<void> {
  await context.addInitScript(() => {
    new MutationObserver(() => {
      for (const { textContent } of document.querySelectorAll("button"))
        if (/^checking…$/i.test(textContent))
          sessionStorage.setItem("hasChecked", "true");
    }).observe(document, {
      childList: true,
      subtree: true,
      characterData: true,
    });
  });
}

const hasChecked = ({ page }: Person) =>
  page.evaluate(() => sessionStorage.getItem("hasChecked"));

test("a sign-up beyond the calm rate is checked beside the page, without a question", async () => {
  const asha = await arrive("Asha Rao");
  await watchChecks(asha);
  const workers: string[] = [];
  asha.page.on("worker", (worker) => workers.push(worker.url()));
  await asha.submitRegistration();
  await asha.lands("**/dashboard", "Account created successfully!");
  expect(await hasChecked(asha)).toBe("true");
  expect(workers.map((url) => new URL(url).origin)).toContain(product().url);
});

test.runIf(TEST_ALL)(
  "so it is where the browser withholds its cryptography because there is no TLS",
  async () => {
    const address = product().url.replace("127.0.0.1", PLAIN_HOST);
    // The page's own hashing is slow where scripts are not optimised.
    const browser = await launchBrowser(inject("browser"));
    onTestFinished(() => browser.close());
    const dev = await Person.arrive(browser, address, "Dev Plain");
    await dev.submitRegistration();
    expect(await dev.page.evaluate(() => isSecureContext)).toBe(false);
    await dev.page.waitForURL("**/dashboard");
    await dev.sees("Account created successfully!");
    // The browser complains about a header that counts with TLS only.
  },
);

test("so are a message, a subscription, a request for a reset mail and a login", async () => {
  // She has registered above.
  const again = await arrive("Asha Rao");
  const { page } = again;
  const answers: string[] = [];
  page.on("request", (request) => {
    if (request.postData()?.includes("botCheck"))
      answers.push(new URL(request.url()).pathname);
  });
  await page.goto("/contact");
  for (const label of ["Name", "Subject", "Message"])
    await again.fill(label, "Parking");
  await again.fill("Email", again.email);
  await page.getByRole("button", { name: "SEND MESSAGE" }).click();
  await again.sees("Message sent successfully! We will get back to you soon.");

  await page.getByLabel("Email address", { exact: true }).fill(again.email);
  await page.getByRole("button", { name: "Subscribe" }).click();
  await again.sees("You are on the list. We will send you news by email.");

  expect(answers).toEqual(["/api/mutation", "/api/mutation"]);

  await watchChecks(again);
  await page.goto("/login");
  await again.fill("Email", again.email);
  await page.getByRole("button", { name: "Forgot password?" }).click();
  await again.sees("Password reset email sent. Check your inbox.");
  expect(await hasChecked(again)).toBe("true");
  expect(await again.field("Email").inputValue()).toBe(again.email);
  await again.logIn();
  await page.waitForURL("**/dashboard");
});
