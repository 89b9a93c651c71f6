import { describe, expect, test } from "vitest";
import { paths } from "../../src/paths";
import { sampleOf } from "../thoroughness";
import { expectAccessible } from "./accessibility";
import { LAPTOP, PHONE, SMALL_PHONE, type Person } from "./person";
import { openStage } from "./stage";

const { arrive, arriveSignedUp } = openStage();

const region = ({ page }: Person) =>
  page.getByRole("region", { name: /Notifications/ });
const toasts = (person: Person) => region(person).getByRole("listitem");

/** Opens a page whose clock the test holds. */
async function visit(path: string) {
  const visitor = await arrive("Asha Rao");
  await visitor.page.clock.install();
  await visitor.visit(path);
  // The region comes when the page is used.
  await visitor.page.keyboard.press("Shift");
  await region(visitor).waitFor({ state: "attached" });
  return visitor;
}

const STEP_MS = 100;

/** Lets time pass in small steps until something is so. @returns how long it took, in milliseconds */
async function passUntil({ page }: Person, isSo: () => Promise<boolean>) {
  let passedMs = 0;
  while (!(await isSo())) {
    if (passedMs > 10_000) throw new Error("it never came to be");
    await page.clock.runFor(STEP_MS);
    passedMs += STEP_MS;
  }
  return passedMs;
}

/** Stops the clock, causes one toast, and measures how long it stays. */
async function measure(person: Person, cause: () => Promise<void>) {
  const { page } = person;
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1_000));
  await cause();
  await expect
    .poll(async () => {
      await page.clock.runFor(1);
      return toasts(person).count();
    })
    .toBe(1);
  return passUntil(person, async () => (await toasts(person).count()) === 0);
}

// The toaster takes a fifth of a second to take one away.
const LEAVING_MS = 300;

test("an error stays for four seconds", async () => {
  const visitor = await visit(paths.contact);
  const shownMs = await measure(visitor, () =>
    visitor.page.getByRole("button", { name: "SEND MESSAGE" }).click(),
  );
  expect(shownMs).toBeGreaterThan(3_900);
  expect(shownMs).toBeLessThanOrEqual(4_000 + LEAVING_MS);
});

test("a success stays for two seconds", async () => {
  const visitor = await visit(paths.about);
  const email = visitor.page.getByLabel("Email address");
  await email.fill("asha@example.in");
  const shownMs = await measure(visitor, () => email.press("Enter"));
  expect(shownMs).toBeGreaterThan(1_900);
  expect(shownMs).toBeLessThanOrEqual(2_000 + LEAVING_MS);
});

test("they are announced politely and break no rule of accessibility", async () => {
  const visitor = await visit(paths.contact);
  const { page } = visitor;
  // It is there before its first toast, or that one would not be announced.
  expect(await region(visitor).getAttribute("aria-live")).toBe("polite");
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1_000));
  const email = page.getByLabel("Email address");
  await email.fill("asha@example.in");
  await email.press("Enter");
  await page.getByRole("button", { name: "SEND MESSAGE" }).click();
  await expect
    .poll(async () => {
      await page.clock.runFor(1);
      return toasts(visitor).count();
    })
    .toBe(2);
  // While somebody points at one they stay, whatever time it takes to look at them.
  await toasts(visitor).first().hover();
  await page.clock.resume();
  await expectAccessible(visitor, [SMALL_PHONE, LAPTOP]);
});

describe("after a refusal, at every size", () => {
  const SIZES = [
    PHONE,
    { width: 740, height: 360 },
    LAPTOP,
    { width: 768, height: 1024 },
  ];

  /**
   * Presses a button, and checks that the toast covers no control that is needed next; on a phone,
   * also not the menu.
   */
  async function pressAndLook({ page }: Person, label: string) {
    const button = page.getByRole("button", { name: label });
    await button.click();
    await page.locator("[data-sonner-toast][data-visible=true]").waitFor();
    return button.evaluate((pressed) => {
      const bar = document.querySelector("header")?.getBoundingClientRect();
      const field = document.activeElement?.closest("[data-field]");
      const needed: Element[] = [pressed, ...(field ? [field] : [])];
      const menu = document.querySelector("header button");
      if (menu && innerWidth < 768) needed.push(menu);
      return {
        underTheBar: needed
          .slice(1)
          .filter((one) => one !== menu)
          .filter((one) => one.getBoundingClientRect().top < (bar?.bottom ?? 0))
          .length,
        underToasts: [...document.querySelectorAll("[data-sonner-toast]")]
          .map((toast) => toast.getBoundingClientRect())
          .flatMap((toast) =>
            needed.filter((one) => {
              const { left, right, top, bottom } = one.getBoundingClientRect();
              return (
                left < toast.right &&
                right > toast.left &&
                top < toast.bottom &&
                bottom > toast.top
              );
            }),
          )
          .map(({ textContent }) => textContent),
      };
    });
  }

  const nothing = { underTheBar: 0, underToasts: [] };

  async function expectNothingCovered(
    person: Person,
    forms: (readonly [path: string, button: string])[],
  ) {
    for (const size of sampleOf(SIZES, 2)) {
      await person.page.setViewportSize(size);
      for (const [path, button] of forms) {
        await person.visit(path);
        const covered = await pressAndLook(person, button);
        expect({ path, ...covered }).toEqual({ path, ...nothing });
      }
    }
  }

  test("none lies on a visitor's field or button", async () => {
    const visitor = await arrive("Asha Rao");
    await expectNothingCovered(visitor, [
      [paths.register, "CREATE ACCOUNT"],
      [paths.login, "LOGIN"],
      [paths.contact, "SEND MESSAGE"],
      [paths.faq, "Subscribe"],
    ]);
  });

  test("none lies on a participant's field or button", async () => {
    const person = await arriveSignedUp("Meera Pillai");
    await expectNothingCovered(person, [
      [paths.team, "Create Team"],
      [paths.team, "Join Team"],
    ]);
  });
});
