import { beforeAll, describe, expect, test } from "vitest";
import { paths } from "../../src/paths";
import { sampleOf } from "../thoroughness";
import { expectAccessible } from "./accessibility";
import { inOldestBrowser } from "./oldest-browser";
import type { Person } from "./person";
import { openStage } from "./stage";

const { arrive, arriveSignedUp, signUp } = openStage();

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

describe("the login form", () => {
  test("asks for both, and says what is wrong", async () => {
    const asha = await arrive("Wrong Password");
    await asha.visit(paths.login);
    expect(await asha.field("Remember me").isChecked()).toBe(true);
    await asha.press("LOGIN");
    await asha.expectToast("Email is required");
    expect(await errorsOf(asha)).toEqual({
      Email: "Email is required",
      Password: "Password is required",
    });
    await expectAccessible(asha);

    await signUp("Wrong Password");
    await asha.logIn("not this one");
    await asha.expectToast("Incorrect password. Please try again.");
    expect(await asha.field("Email").inputValue()).toBe(asha.email);
  });

  test("leads back to the very address that was wanted, and the way back does not lead through it", async () => {
    await signUp("Dev Nair");
    const dev = await inOldestBrowser(await arrive("Dev Nair"));
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

test("without being remembered a session is that of all tabs, ends with the last one, and for all with a logout", async () => {
  await signUp("Borrowed Laptop");
  const person = await arrive("Borrowed Laptop");
  const { context, page } = person;
  const open = async (path: string) => {
    const tab = await context.newPage();
    const seen: string[] = [];
    tab.on("framenavigated", (frame) =>
      seen.push(new URL(frame.url()).pathname),
    );
    await tab.goto(path);
    return { tab, seen };
  };
  const logIn = async () => {
    await person.visit(paths.login);
    await person.field("Remember me").uncheck();
    await person.logIn();
    await page.waitForURL(`**${paths.dashboard}`);
  };
  await logIn();
  const second = await open(paths.team);
  await second.tab
    .getByRole("heading", { name: "Create a New Team" })
    .waitFor();
  expect(second.seen).not.toContain(paths.login);
  const third = await open(paths.team);
  await third.tab.getByRole("button", { name: "Logout" }).first().click();
  for (const tab of [page, second.tab])
    await tab.waitForURL(`**${paths.login}`);

  await logIn();
  await second.tab.close();
  await third.tab.close();
  await page.goto("/mark.svg");
  const later = await open(paths.team);
  await later.tab.waitForURL(`**${paths.login}`);
});

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
