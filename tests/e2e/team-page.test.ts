import { beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { joinAddress, paths } from "../../src/paths";
import { expectAccessible, expectFits, expectFocused } from "./accessibility";
import { LAPTOP, PHONE, SMALL_PHONE, type Person } from "./person";
import { openStage } from "./stage";
import type { Teammate } from "./teammate";

const { arriveAs, arriveSignedUp, signUp } = openStage();

/** The error beside a field that has the focus because of it. */
async function expectRefused(person: Person, label: string, error: string) {
  const field = person.field(label);
  await expect.poll(() => field.getAttribute("aria-invalid")).toBe("true");
  const ids = (await field.getAttribute("aria-describedby")) ?? "";
  const [errorId] = ids.split(" ");
  expect(await person.page.locator(`[id="${errorId}"]`).innerText()).toBe(
    error,
  );
  await expectFocused(field);
  await person.expectToast(error);
}

describe("without a team", () => {
  let asha: Person;
  beforeAll(async () => {
    asha = await arriveSignedUp("Asha Rao");
    await asha.page.goto(paths.team);
    await asha.sees("Create a New Team");
    await asha.sees("Join Existing Team");
  });

  test("a team without a name and an empty code are refused, within every rule of accessibility", async () => {
    await asha.fill("Invite code", "");
    await asha.button("Join Team").click();
    await expectRefused(asha, "Invite code", "Invite code is required");
    await asha.fill("Team name", "   ");
    await asha.button("Create Team").click();
    await expectRefused(asha, "Team name", "Team name is required");
    await expectAccessible(asha, [SMALL_PHONE, LAPTOP]);
    await asha.fill("Team name", "");
  });

  // From here on Asha has a team.
  test("everything up to a new team works by keyboard alone", async () => {
    const { page } = asha;
    await asha.field("Team name").focus();
    await page.keyboard.type("Night Owls");
    await page.keyboard.press("Tab");
    await page.keyboard.type("We build at night.");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await asha.sees("Team created successfully!");
    await page.getByRole("heading", { name: "Night Owls" }).waitFor();
    await asha.sees("We build at night.");
    expect((await asha.roster())[0]).toBe("Asha Rao, Team Leader");
    // The form that had the focus is gone: the focus is on what came in its place.
    const focused = page.locator("main :focus");
    await expect.poll(() => focused.getByText("Night Owls").count()).toBe(1);
  });
});

describe("in a team", () => {
  let meera: Person;
  let leader: Teammate;
  let ravi: Teammate;
  beforeAll(async () => {
    [leader, ravi] = await Promise.all([
      signUp("Meera Pillai"),
      signUp("Ravi Iyer"),
    ]);
    await ravi.joinTeam(await leader.createTeam("Night Owls"));
    meera = await arriveAs(leader);
    await meera.visit(paths.team);
  });

  const dialog = () =>
    meera.page.getByRole("dialog", { name: "Leave Night Owls?" });
  const leave = () => meera.button("Leave Team").first();

  test("roster, what waits for an answer, and the invitation are on the first screen", async () => {
    const { page } = meera;
    onTestFinished(() => page.setViewportSize(LAPTOP));
    const asking = await signUp("Amara Patil");
    await leader.showOpening();
    const request = await asking.ask((await leader.team())._id);
    const answer = page.getByRole("link", { name: "Answer" });
    await answer.waitFor();
    const ways = page.getByRole("navigation", { name: "Portal" });
    for (const size of [PHONE, { width: 1440, height: 900 }]) {
      await page.setViewportSize(size);
      await page.evaluate(() => scrollTo(0, 0));
      const { y = 0 } = (await ways.boundingBox()) ?? {};
      for (const part of [
        page.getByRole("list", { name: "Team roster" }),
        answer,
        meera.button("Invite"),
      ]) {
        const box = await part.boundingBox();
        expect((box?.y ?? NaN) + (box?.height ?? NaN)).toBeLessThanOrEqual(
          size === PHONE ? y : size.height,
        );
      }
    }
    await ways.getByRole("link", { name: "Find 1 waiting" }).waitFor();
    await leader.decline(request);
    await answer.waitFor({ state: "detached" });
  });

  test("without a share sheet, inviting copies the link; a press on the code's cells copies the code", async () => {
    const { page } = meera;
    const { inviteCode } = await ravi.team();
    const copied = () => page.evaluate(() => navigator.clipboard.readText());
    await meera.press("Invite");
    await meera.expectToast("Link copied to clipboard");
    expect(await copied()).toBe(
      new URL(joinAddress(inviteCode), page.url()).href,
    );
    const cell = await page
      .getByRole("main")
      .getByText(/^[A-Z0-9]$/)
      .first()
      .boundingBox();
    await page.mouse.click((cell?.x ?? 0) + 5, (cell?.y ?? 0) + 5);
    await expect.poll(copied).toBe(inviteCode);
  });

  test("it is printed as a sheet, black on white", async () => {
    const { page } = meera;
    await page.emulateMedia({ media: "print" });
    onTestFinished(() => page.emulateMedia({ media: null }));
    const sheet = await page.locator("body").innerText();
    for (const words of ["Night Owls", "Meera Pillai", "Team Leader"]) {
      expect(sheet.toLowerCase()).toContain(words.toLowerCase());
    }
    expect(sheet).toContain("Ravi Iyer");
    expect(sheet).toContain(page.url());
    expect(
      await page.getByRole("button").filter({ visible: true }).count(),
    ).toBe(0);
    const grounds = await page
      .locator("main *")
      .evaluateAll((parts) =>
        parts
          .filter((part) => part.checkVisibility())
          .map((part) => getComputedStyle(part).backgroundColor),
      );
    const white = ["rgba(0, 0, 0, 0)", "rgb(255, 255, 255)"];
    expect(grounds.filter((ground) => !white.includes(ground))).toEqual([]);
  });

  test("who joins is shown with a role, and said once in sight, beside the team's name; a full team says so, and when there is room again", async () => {
    const { page } = meera;
    await page.setViewportSize(PHONE);
    await page.evaluate(() => scrollTo(0, 0));
    const sita = await signUp("Sita Das");
    const code = await meera.inviteCode();
    // What says it goes by itself, so the page looks, not a test that may be late.
    const [said] = await Promise.all([
      page.waitForFunction(() => {
        const news = "Sita Das joined the team. 3 of 4 slots are filled.";
        const regions = ":is([aria-live=polite], [aria-live=polite] *)";
        const sayers = [...document.querySelectorAll(regions)].filter(
          ({ children, textContent }) =>
            children.length === 0 && textContent.includes(news),
        );
        const toast = sayers[0]?.closest("[data-mounted=true]");
        const title = document.querySelector("h1")?.getBoundingClientRect();
        if (!toast || !title) return false;
        const { bottom } = toast.getBoundingClientRect();
        return { times: sayers.length, room: title.top - bottom };
      }),
      sita.joinTeam(code),
    ]);
    const { times = 0, room = 0 } = (await said.jsonValue()) || {};
    expect(times).toBe(1);
    expect(room).toBeGreaterThan(0);
    await expect
      .poll(async () => (await meera.roster())[2])
      .toBe("Sita Das, Member");
    await page.setViewportSize(LAPTOP);

    const fourth = await signUp("Fourth Member");
    const last = await arriveAs(fourth, { viewport: PHONE });
    await last.visit(paths.team);
    await last.fill("Invite code", code);
    // For those who are there, and for the one who has just come; it lets presses through.
    const moments = [meera, last].map(async ({ page }) => {
      const style = await page.waitForFunction(() => {
        const band = [...document.querySelectorAll("output")].find(
          ({ textContent }) => /complete.*Night Owls/.test(textContent),
        );
        return band?.checkVisibility() && getComputedStyle(band).pointerEvents;
      });
      return style.jsonValue();
    });
    const [, ...seen] = await Promise.all([
      last.button("Join Team").click(),
      ...moments,
    ]);
    expect(seen).toEqual(["none", "none"]);
    await expectAccessible(last);
    for (const { page } of [meera, last]) {
      const next = page.getByRole("region", { name: "Your next step" });
      await next.getByText("Your team is complete.").waitFor();
      await page.getByText("Roster complete").waitFor({ state: "detached" });
    }
    await meera.sees("All four slots are taken.");
    expect((await meera.roster()).slice(2)).toEqual([
      "Sita Das, Member",
      "Fourth Member, Member",
    ]);
    await expectFits(meera);
    for (const other of [sita, fourth]) await other.leaveTeam();
    await meera.button("Invite").waitFor();
  });

  test("leaving asks by name, with the safe answer first, and Escape closes the question", async () => {
    await leave().focus();
    await meera.page.keyboard.press("Enter");
    await dialog().waitFor();
    await meera.sees(
      "Ravi Iyer will lead the team, and your slot will be free for someone else. What you wrote stays in its project.",
    );
    const stay = dialog().getByRole("button", { name: "Stay in the team" });
    await expectFocused(stay);
    await expectAccessible(meera, [SMALL_PHONE, LAPTOP]);
    await meera.page.keyboard.press("Enter");
    await dialog().waitFor({ state: "hidden" });
    expect((await ravi.team()).members).toHaveLength(2);
    await expectFocused(leave());

    await leave().click();
    await dialog().waitFor();
    await meera.page.keyboard.press("Escape");
    await dialog().waitFor({ state: "hidden" });
    await expectFocused(leave());
  });

  test("a browser that cannot copy says what to do instead", async () => {
    await meera.page.evaluate(() => {
      Object.defineProperty(navigator, "clipboard", { value: undefined });
      document.execCommand = () => false;
    });
    await meera.press("Copy");
    await meera.sees(
      "Your browser does not allow copying here. Select the code instead.",
    );
    const copied = meera.page.getByText("copied to clipboard");
    expect(await copied.count()).toBe(0);
  });
});
