import { expect, test } from "vitest";
import { paths } from "../../src/paths";
import type { Person } from "./person";
import { openStage } from "./stage";

const { arrive, signUp } = openStage();

/** As browsers do whose owners block the data of all sites; Firefox refuses the channel, too. */
function refuseStorage() {
  const refuse = () => {
    throw new DOMException("Access is denied.", "SecurityError");
  };
  for (const name of ["localStorage", "sessionStorage"]) {
    Object.defineProperty(window, name, { configurable: true, get: refuse });
  }
  Object.assign(window, { BroadcastChannel: refuse });
  if ("LockManager" in window) {
    LockManager.prototype.request = async () => refuse();
  }
}

/** As a WebView of Android does whose app has not enabled the storage. */
function lackStorage() {
  for (const name of ["localStorage", "sessionStorage"]) {
    Object.defineProperty(window, name, { configurable: true, value: null });
  }
}

async function visitor(name = "Asha Rao", withhold = refuseStorage) {
  const person = await arrive(name);
  await person.context.addInitScript(withhold);
  return person;
}

async function expectAliveWithoutIntro(person: Person, path: string) {
  await person.visit(path);
  expect(await person.page.locator("html[data-intro]").count()).toBe(0);
}

test("pages come alive without an intro in a browser that lacks storage", async () => {
  const asha = await visitor("Asha Rao", lackStorage);
  for (const path of [paths.landing, paths.login])
    await expectAliveWithoutIntro(asha, path);
});

test("pages come alive without an intro in one that refuses it, and messages and subscriptions are sent", async () => {
  const asha = await visitor("Asha Writes");
  for (const path of [
    paths.landing,
    paths.about,
    paths.faq,
    paths.privacyPolicy,
    paths.projects,
    paths.login,
    paths.register,
    paths.resetPassword,
    `${paths.join}/ABC123`,
    paths.contact,
  ])
    await expectAliveWithoutIntro(asha, path);
  await asha.fill("Name", asha.name);
  await asha.fill("Email", asha.email);
  await asha.fill("Subject", "Parking");
  await asha.fill("Message", "Is there a place for a bus?");
  await asha.page.getByRole("button", { name: "SEND MESSAGE" }).click();
  await asha.sees("Message sent successfully! We will get back to you soon.");
  await asha.page
    .getByRole("contentinfo")
    .getByLabel("Email address", { exact: true })
    .fill(asha.email);
  await asha.page.getByRole("button", { name: "Subscribe" }).click();
  await asha.sees("You are on the list. We will send you news by email.");
});

test("a session lives as long as its page without storage", async () => {
  const nila = await visitor("Nila Menon");
  await nila.submitRegistration();
  await nila.lands(`**${paths.dashboard}`, "Account created successfully!");
  await nila.page
    .getByRole("banner")
    .getByRole("link", { name: "About" })
    .click();
  await nila.page.waitForURL(`**${paths.about}`);
  await nila.page
    .getByRole("banner")
    .getByRole("link", { name: "Dashboard" })
    .click();
  await nila.sees("You are not part of any team yet");

  await nila.page.reload();
  await nila.page.waitForURL(`**${paths.login}`);
  nila.expectNoComplaints();
});

/** Fills the browser's storage for this site to the last letter. */
function fillStorage() {
  for (const storage of [localStorage, sessionStorage]) {
    for (let size = 2 ** 22; size >= 1;) {
      try {
        storage.setItem(`full ${storage.length}`, "x".repeat(size));
      } catch {
        size = Math.floor(size / 2);
      }
    }
  }
}

const logins = [
  ["refuses storage", refuseStorage, true],
  ["has a full storage", fillStorage, false],
  ["refuses storage too", refuseStorage, false],
  ["has a full storage too", fillStorage, true],
] as const;

test.each(logins)(
  "a login works in a browser that %s, and so does the logout",
  async (what, spoil, isRemembered) => {
    const { name } = await signUp(`Ravi ${what}`);
    const ravi = await arrive(name);
    if (spoil === refuseStorage) await ravi.context.addInitScript(spoil);
    await ravi.visit(paths.login);
    if (spoil === fillStorage) await ravi.page.evaluate(spoil);
    await ravi.field("Remember me").setChecked(isRemembered);
    await ravi.logIn();
    await ravi.lands(`**${paths.dashboard}`, "Successfully logged in!");
    await ravi.sees("You are not part of any team yet");
    await ravi.page
      .getByRole("banner")
      .getByRole("button", { name: "Logout" })
      .click();
    await ravi.sees("Successfully logged out");
    ravi.expectNoComplaints();
  },
);

test("a page is not loaded again and again when nothing remembers that it was", async () => {
  const asha = (await visitor()).mayComplain();
  const loads: string[] = [];
  asha.page.on("request", (request) => {
    if (request.isNavigationRequest()) loads.push(request.url());
  });
  await asha.page.route("**/assets/frame-*.js", (route) => route.abort());
  const answered = asha.page.waitForResponse("**/mark.svg");
  await asha.page.goto(paths.about);
  await answered;
  // A new load would begin now.
  await asha.page.waitForTimeout(500);
  expect(loads).toHaveLength(1);
});
