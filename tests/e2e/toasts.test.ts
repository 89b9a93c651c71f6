import { expect, test } from "vitest";
import { paths } from "../../src/paths";
import { sampleOf } from "../thoroughness";
import { LAPTOP, PHONE, type Person } from "./person";
import { openStage } from "./stage";

const { arrive, arriveSignedUp } = openStage();

// How long they stay: src/toasts.test.tsx.
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

test("after a refusal, at every size, none lies on a field or button", async () => {
  await expectNothingCovered(await arrive("Asha Rao"), [
    [paths.register, "CREATE ACCOUNT"],
    [paths.login, "LOGIN"],
  ]);
  await expectNothingCovered(await arriveSignedUp("Meera Pillai"), [
    [paths.team, "Create Team"],
    [paths.team, "Join Team"],
  ]);
});
