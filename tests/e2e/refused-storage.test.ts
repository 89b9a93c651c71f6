import { expect, test } from "vitest";
import { paths } from "../../src/paths";
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

const open = [
  paths.landing,
  paths.about,
  paths.contact,
  paths.faq,
  paths.privacyPolicy,
  paths.projects,
  paths.login,
  paths.register,
  paths.resetPassword,
  `${paths.join}/ABC123`,
];

test.each([
  ["refuses", refuseStorage],
  ["lacks", lackStorage],
])(
  "pages come alive without an intro in a browser that %s storage",
  async (_, withhold) => {
    const asha = await visitor("Asha Rao", withhold);
    await asha.page.route("https://www.openstreetmap.org/**", (route) =>
      route.fulfill({ contentType: "text/html", body: "<h1>Streets</h1>" }),
    );
    for (const path of open) {
      await asha.visit(path);
      expect(await asha.page.locator("html[data-intro]").count()).toBe(0);
    }
    await asha.page.goto(paths.dashboard);
    await asha.page.waitForURL(`**${paths.login}`);
  },
);

test("messages and subscriptions are sent without storage", async () => {
  const asha = await visitor("Asha Writes");
  await asha.page.route("https://www.openstreetmap.org/**", (route) =>
    route.fulfill({ contentType: "text/html", body: "<h1>Streets</h1>" }),
  );
  await asha.visit(paths.contact);
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
  asha.expectNoComplaints();
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

test.each([true, false])(
  "a login with Remember me at %j works without storage, and so does the logout",
  async (isRemembered) => {
    const teammate = await signUp(`Ravi Forgets ${isRemembered}`);
    const ravi = await visitor(teammate.name);
    await ravi.visit(paths.login);
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

test.each([true, false])(
  "a login with Remember me at %j works in a browser whose storage is full, and so does the logout",
  async (isRemembered) => {
    const teammate = await signUp(`Lata Keeps ${isRemembered}`);
    const lata = await arrive(teammate.name);
    await lata.visit(paths.login);
    await lata.page.evaluate(fillStorage);
    await lata.field("Remember me").setChecked(isRemembered);
    await lata.logIn();
    await lata.lands(`**${paths.dashboard}`, "Successfully logged in!");
    await lata.sees("You are not part of any team yet");
    await lata.page
      .getByRole("banner")
      .getByRole("button", { name: "Logout" })
      .click();
    await lata.sees("Successfully logged out");
    lata.expectNoComplaints();
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
