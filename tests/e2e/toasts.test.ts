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

const STEP_MS = 100;

/** Lets time pass in small steps until no toast is left. @returns how long it took, in milliseconds */
async function passUntilGone(person: Person) {
  let passedMs = 0;
  while ((await toasts(person).count()) > 0) {
    if (passedMs > 10_000) throw new Error("they stay");
    await person.page.clock.runFor(STEP_MS);
    passedMs += STEP_MS;
  }
  return passedMs;
}

/** Waits, on a clock that stands, until so many are there. */
async function expectToasts(person: Person, count: number) {
  await expect
    .poll(async () => {
      await person.page.clock.runFor(1);
      return toasts(person).count();
    })
    .toBe(count);
}

// The toaster takes a fifth of a second to take one away.
const LEAVING_MS = 300;

test("errors stay for four seconds, successes for two, announced politely and within every rule", async () => {
  const visitor = await arrive("Asha Rao");
  const { page } = visitor;
  await page.clock.install();
  await visitor.visit(paths.login);
  // The region comes when the page is used.
  await page.keyboard.press("Shift");
  await region(visitor).waitFor({ state: "attached" });
  // It is there before its first toast, or that one would not be announced.
  expect(await region(visitor).getAttribute("aria-live")).toBe("polite");
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 10_000));
  const email = page.getByLabel("Email address");
  const fail = () =>
    page.getByRole("main").getByRole("button", { name: "LOGIN" }).click();
  const succeed = async () => {
    await email.fill("asha@example.in");
    await email.press("Enter");
  };
  for (const [cause, staysMs] of [
    [fail, 4_000],
    [succeed, 2_000],
  ] as const) {
    await cause();
    await expectToasts(visitor, 1);
    const shownMs = await passUntilGone(visitor);
    expect(shownMs).toBeGreaterThan(staysMs - 100);
    expect(shownMs).toBeLessThanOrEqual(staysMs + LEAVING_MS);
  }

  await succeed();
  // A success that came later would end the error.
  await expectToasts(visitor, 1);
  await fail();
  await expectToasts(visitor, 2);
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
    await Promise.all([
      page.waitForFunction(() =>
        document.querySelector("[data-sonner-toast][data-visible=true]"),
      ),
      button.click(),
    ]);
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
    for (const size of sampleOf(SIZES)) {
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
