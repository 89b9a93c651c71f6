import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  beforeAll,
  describe,
  expect,
  inject,
  onTestFinished,
  test,
} from "vitest";
import { paths } from "../../src/paths";
import { sampleOf, TEST_ALL } from "../thoroughness";
import { expectAccessible } from "./accessibility";
import { launchProfile } from "./browser";
import { inOldestBrowser } from "./oldest-browser";
import { Person } from "./person";
import { breakFunctions } from "./server-errors";
import { openStage } from "./stage";
import { Teammate } from "./teammate";

const { arrive, arriveSignedUp, product, signUp } = openStage();

/** What stands beside the fields that were refused, by their labels. */
async function errorsOf({ page }: Person): Promise<Record<string, string>> {
  const refused = await page.locator('[aria-invalid="true"]').all();
  const entries = refused.map((field) =>
    field.evaluate((input: HTMLInputElement) => {
      const label = input.labels?.[0]?.innerText ?? "";
      const [errorId = ""] =
        input.getAttribute("aria-describedby")?.split(" ") ?? [];
      const error = document.getElementById(errorId)?.innerText ?? "";
      return [label.split("\n", 1)[0] ?? "", error];
    }),
  );
  return Object.fromEntries(await Promise.all(entries));
}

describe("the register form", () => {
  const terms =
    "I accept the Terms of Service, the Privacy Policy and the Code of Conduct";
  const complete = {
    "Full name": "Asha Rao",
    Email: "asha.rao@example.in",
    Password: "correct horse 36",
    "Confirm password": "correct horse 36",
  };

  async function submit(
    person: Person,
    override: Partial<typeof complete>,
    acceptsTerms = true,
  ) {
    for (const [label, text] of Object.entries({ ...complete, ...override })) {
      await person.fill(label, text);
    }
    const box = person.page.getByRole("main").getByRole("checkbox");
    await box.setChecked(acceptsTerms);
    await person.page.getByRole("button", { name: "CREATE ACCOUNT" }).click();
  }

  let asha: Person;
  beforeAll(async () => {
    asha = await arrive("Asha Rao");
    await asha.visit(paths.register);
  });

  test("asks for everything, field by field", async () => {
    const nothing = Object.fromEntries(
      Object.keys(complete).map((label) => [label, ""]),
    );
    await submit(asha, nothing, false);
    await asha.expectToast("Name is required");
    expect(await errorsOf(asha)).toEqual({
      "Full name": "Name is required",
      Email: "Email is required",
      Password: "Password is required",
      [terms]: "Please accept the terms to continue.",
    });
    expect(await asha.page.locator(":focus").getAttribute("name")).toBe("name");
    await expectAccessible(asha);
  });

  test("says what breaks a rule beside its field and in a toast, and keeps what was typed", async () => {
    const differ = "Passwords do not match.";
    const twice = (password: string) => ({
      Password: password,
      "Confirm password": password,
    });
    for (const [override, errors] of [
      [{ "Confirm password": "other" }, { "Confirm password": differ }],
      [{ "Confirm password": "" }, { "Confirm password": differ }],
      [
        twice("12345"),
        { Password: "Password must be at least 6 characters long." },
      ],
      [{ Email: "asha@" }, { Email: "Invalid email address." }],
      [
        twice(complete.Email),
        {
          Password: "Password is too weak. Please use a stronger password.",
        },
      ],
      [
        { "Full name": "", "Confirm password": "other" },
        { "Full name": "Name is required", "Confirm password": differ },
      ],
      [{}, { [terms]: "Please accept the terms to continue." }],
    ] as [Partial<typeof complete>, Record<string, string>][]) {
      await submit(asha, override, !(terms in errors));
      await asha.expectToast(Object.values(errors)[0] ?? "");
      expect(await errorsOf(asha)).toEqual(errors);
      for (const [label, text] of Object.entries({ ...complete, ...override }))
        expect(await asha.field(label).inputValue()).toBe(text);
    }
    const { email } = await signUp("Meera Pillai");
    await submit(asha, { Email: email });
    await asha.expectToast("Email is already in use. Please login instead.");
    expect(await asha.field("Email").inputValue()).toBe(email);
    expect(new URL(asha.page.url()).pathname).toBe(paths.register);
  });

  test("says what failed when the deployment breaks, as the login does", async () => {
    const person = await arrive("Asha Rao");
    await breakFunctions(person.page, new Set(["auth:signIn"]));
    await person.visit(paths.register);
    await submit(person, {});
    await person.expectToast("Failed to create account.");
    expect(await person.field("Email").inputValue()).toBe(complete.Email);
    await person.page.getByRole("link", { name: "Login" }).first().click();
    await person.page.waitForURL(`**${paths.login}`);
    await person.logIn();
    await person.expectToast("Failed to log in. Please try again later.");
    expect(await person.field("Email").inputValue()).toBe(person.email);
  });

  test("ends on the dashboard, whatever page sent the visitor here", async () => {
    const person = await inOldestBrowser(await arrive("Nila Menon"));
    await person.page.goto(paths.team);
    await person.page.waitForURL(`**${paths.login}`);
    await person.page.getByRole("link", { name: "Create an account" }).click();
    await person.page.waitForURL(`**${paths.register}`);
    await submit(person, { "Full name": person.name, Email: person.email });
    await person.lands(`**${paths.dashboard}`, "Account created successfully!");
    expect(new URL(person.page.url()).pathname).toBe(paths.dashboard);
  });
});

describe("the login form", () => {
  const button = ({ page }: Person) =>
    page.getByRole("button", { name: "LOGIN" });

  test("asks for both, tells an unknown address from a wrong password, and stops after too many attempts", async () => {
    const asha = await arrive("Wrong Password");
    await asha.visit(paths.login);
    expect(await asha.field("Remember me").isChecked()).toBe(true);
    await button(asha).click();
    await asha.expectToast("Email is required");
    expect(await errorsOf(asha)).toEqual({
      Email: "Email is required",
      Password: "Password is required",
    });
    await expectAccessible(asha);

    await signUp("Wrong Password");
    await asha.fill("Email", `not.${asha.email}`);
    await asha.fill("Password", asha.password);
    await button(asha).click();
    await asha.expectToast("No account found with this email. Please sign up.");
    await asha.logIn("not this one");
    await asha.expectToast("Incorrect password. Please try again.");
    expect(await errorsOf(asha)).toEqual({
      Password: "Incorrect password. Please try again.",
    });
    expect(await asha.field("Email").inputValue()).toBe(asha.email);
    await Teammate.failToSignIn(product().url, "Wrong Password", 9);
    await asha.logIn("not this one either");
    await asha.expectToast(
      "Too many failed login attempts. Please try again later or reset your password.",
    );
  });

  test.runIf(TEST_ALL)(
    "says what failed when the deployment refuses for a reason that the page does not know",
    async () => {
      const asha = await arrive("Asha Rao");
      const errorData = { code: "account_asleep" };
      await breakFunctions(asha.page, new Set(["auth:signIn"]), errorData);
      await asha.visit(paths.login);
      await asha.logIn();
      await asha.expectToast(
        "Failed to log in. Please check your credentials.",
      );
      expect(await asha.field("Email").inputValue()).toBe(asha.email);
    },
  );

  test("leads back to the very address that was wanted, and the way back does not lead through it", async () => {
    await signUp("Dev Nair");
    const dev = await arrive("Dev Nair");
    const { page } = dev;
    const wanted = `${paths.dashboard}?tab=resources`;
    const before = page.url();
    await page.goto(wanted);
    await page.waitForURL(`**${paths.login}`);
    await dev.logIn();
    await page.waitForURL(`**${wanted}`);
    await page.goBack();
    expect(page.url()).toBe(before);
  });
});

// Where the token is kept: src/token-storage.test.ts.
test.runIf(TEST_ALL)(
  "an unticked session ends with the browser, a ticked one outlasts it",
  async () => {
    await signUp("Restarts Often");
    const folder = mkdtempSync(join(tmpdir(), "hackarena-profile-"));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    /** Opens the browser, and the dashboard in it. */
    const open = async () => {
      const context = await launchProfile(
        inject("browser"),
        folder,
        product().url,
      );
      onTestFinished(() => context.close());
      const person = await Person.in(context, "Restarts Often");
      await person.page.goto(paths.dashboard);
      await person.page
        .getByRole("tablist")
        .or(person.page.getByRole("button", { name: "LOGIN" }))
        .waitFor();
      return person;
    };
    for (const isRemembered of [false, true]) {
      const person = await open();
      expect(new URL(person.page.url()).pathname).toBe(paths.login);
      await person.field("Remember me").setChecked(isRemembered);
      await person.logIn();
      await person.page.waitForURL(`**${paths.dashboard}`);
      await person.page.reload();
      await person.page.getByRole("tablist").waitFor();
      await person.context.close();
    }
    const { page } = await open();
    expect(new URL(page.url()).pathname).toBe(paths.dashboard);
  },
);

test("signing in and out in one tab is noticed in another, and the way back shows nothing of the dashboard", async () => {
  await signUp("Two Tabs");
  const person = await arrive("Two Tabs");
  const other = await person.context.newPage();
  await other.goto(paths.login);
  await other.getByRole("button", { name: "LOGIN" }).waitFor();
  await other.locator("html[data-alive]").waitFor();
  await person.visit(paths.login);
  await person.logIn();
  await person.lands(`**${paths.dashboard}`, "Successfully logged in!");
  await other.waitForURL(`**${paths.dashboard}`);
  await other.getByRole("tablist").waitFor();
  await person.page.getByRole("button", { name: "Logout" }).first().click();
  await person.lands(
    (url) => url.pathname === paths.landing,
    "Successfully logged out",
  );
  await other.waitForURL(`**${paths.login}`);
  const kept = await other.evaluate(() => Object.keys(localStorage));
  expect(kept.filter((key) => /auth|token/i.test(key))).toEqual([]);
  await person.page.goBack();
  await person.page.getByRole("button", { name: "LOGIN" }).waitFor();
  expect(await person.page.getByText("Welcome,").count()).toBe(0);
});

test("leaving asks while something is being stored, and never because of a logout", async () => {
  const person = await arriveSignedUp("Leaves Early");
  const { page } = person;
  page.on("dialog", (dialog) => void dialog.accept());
  // The deployment hears everything and never answers.
  await page.routeWebSocket(/\/sync$/, (socket) => {
    const server = socket.connectToServer();
    server.onMessage((data) => {
      if (!/"type":"(Mutation|Action)Response"/.test(String(data))) {
        socket.send(data);
      }
    });
  });
  const asks = () =>
    page.evaluate(
      () => !dispatchEvent(new Event("beforeunload", { cancelable: true })),
    );
  await page.goto(paths.team);
  await person.fill("Team name", "Night Owls");
  await expect.poll(asks).toBe(false);
  await page.getByRole("button", { name: "Create Team" }).click();
  await expect.poll(asks).toBe(true);
  await page.goto(paths.dashboard);
  await page.getByRole("tablist").waitFor();
  await expect.poll(asks).toBe(false);
  await page.getByRole("button", { name: "Logout" }).first().click();
  await page.waitForURL((url) => url.pathname === paths.landing);
  expect(await asks()).toBe(false);
});

describe("before the first answer about who is signed in", () => {
  /** Watches every page that somebody opens from its first byte on. */
  async function watched(person: Person): Promise<Person> {
    await person.page.addInitScript(() => {
      const seen = new Set<string>();
      Object.assign(window, { seen });
      const look = () => {
        const parts = document.querySelectorAll<HTMLElement>(
          "h1, header a, header button",
        );
        for (const part of parts) {
          const isShown = part.checkVisibility({ visibilityProperty: true });
          if (isShown) seen.add(part.textContent ?? "");
        }
      };
      // Nothing is painted, and no frame comes, until the styles are there.
      new MutationObserver(() => requestAnimationFrame(look)).observe(
        document,
        {
          childList: true,
          subtree: true,
          characterData: true,
        },
      );
    });
    return person;
  }

  /** @returns every heading and every link of the bar that could ever be seen */
  async function everything({ page }: Person, path: string, until: string) {
    await page.goto(path);
    await page
      .getByRole("banner")
      .getByText(until, { exact: true })
      .first()
      .waitFor();
    // The page looks once a frame.
    return page.evaluate<string[]>(
      "new Promise(requestAnimationFrame).then(() => [...window.seen])",
    );
  }

  let asha: Person;
  let somebody: Person;
  beforeAll(async () => {
    asha = await watched(await arriveSignedUp("Early Bird"));
    somebody = await watched(await arrive("Early Visitor"));
  });

  test.each(sampleOf([paths.dashboard, paths.landing, paths.login], 2))(
    "%s shows a participant nothing that is for visitors",
    async (path) => {
      const seen = await everything(asha, path, "Logout");
      expect(seen).toContain("Dashboard");
      expect(seen).not.toContain("Login");
      expect(seen).not.toContain("Register");
    },
  );

  test.each(sampleOf([paths.dashboard, paths.account]))(
    "%s shows a visitor nothing that is for participants",
    async (path) => {
      const seen = await everything(somebody, path, "Login");
      expect(seen).not.toContain("Dashboard");
      expect(seen).not.toContain("Logout");
      expect(seen.join()).not.toContain("Welcome");
    },
  );
});
