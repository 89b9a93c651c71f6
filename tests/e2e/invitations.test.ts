/** An invite link, from whoever opens it to the team. */
import { beforeAll, describe, expect, test } from "vitest";
import { joinAddress, paths } from "../../src/paths";
import { expectAccessible } from "./accessibility";
import { LAPTOP, PHONE, type Person } from "./person";
import { openStage } from "./stage";
import type { Teammate } from "./teammate";

const { arrive, signUp } = openStage();

let leader: Teammate;
let link: string;
beforeAll(async () => {
  leader = await signUp("Meera Pillai");
  link = joinAddress(
    await leader.createTeam("Night Owls", "We build at night."),
  );
});

const button = ({ page }: Person, name: string) =>
  page.getByRole("main").getByRole("button", { name, exact: true });

/** Waits for the team and its button: the person is signed in and still has the invitation. */
async function expectInvited(person: Person) {
  await person.page.waitForURL(`**${link}`);
  await person.page.getByRole("heading", { name: "Night Owls" }).waitFor();
  await button(person, "Join").waitFor();
}

const keeps = ({ page }: Person) =>
  page.evaluate(() => localStorage.getItem("invitation") !== null);

// A new password and the way by Google: src/account-forms.test.tsx, src/buffer.test.tsx.
describe("an invitation", () => {
  test("survives a reload and a registration in another tab, and fills while someone looks", async () => {
    const sana = await arrive("Sana Qureshi");
    const release = await sana.hold("**/assets/start-*.js");
    await sana.page.goto(link, { waitUntil: "commit" });
    const login = sana.page
      .getByRole("main")
      .getByRole("link", { name: "Login" });
    await sana.page.waitForFunction(
      () => performance.getEntriesByName("first-contentful-paint").length > 0,
    );
    const top = async () => (await login.boundingBox())?.y ?? NaN;
    const before = await top();
    release();
    await sana.sees(link.slice(-6));
    // A font that arrives moves it by a pixel or two.
    expect(Math.abs((await top()) - before)).toBeLessThan(8);
    await expectAccessible(sana);
    await sana.page.reload();
    await sana.sees("You are invited");
    const other = await sana.context.newPage();
    await other.goto(paths.register);
    for (const [label, text] of [
      ["Full name", sana.name],
      ["Email", sana.email],
      ["Password", sana.password],
      ["Confirm password", sana.password],
    ] as const)
      await other
        .getByRole("main")
        .getByLabel(label, { exact: true })
        .fill(text);
    await other.getByRole("checkbox").check();
    await other.getByRole("button", { name: "CREATE ACCOUNT" }).click();
    await other.waitForURL(`**${link}`);
    await other.close();

    await expectInvited(sana);
    await sana.sees("We build at night.");
    await expectAccessible(sana, [PHONE, LAPTOP]);
    const ravi = await signUp("Ravi Iyer");
    await ravi.joinTeam(link.slice(-6));
    await expect
      .poll(() => sana.roster())
      .toEqual(expect.arrayContaining(["Ravi Iyer, Member"]));
    expect((await leader.team()).members).toHaveLength(2);
    await sana.page.setViewportSize(PHONE);
    await button(sana, "Join").click();
    await sana.lands(`**${paths.team}`, "Successfully joined team!");
    await expect
      .poll(() => sana.roster())
      .toEqual(expect.arrayContaining(["Sana Qureshi, Member"]));
    // Where their own slot locks in, they look.
    const own = sana.page
      .getByRole("list", { name: "Team roster" })
      .getByRole("listitem")
      .filter({ hasText: "Sana Qureshi" });
    const bar = await sana.page
      .getByRole("navigation", { name: "Portal" })
      .boundingBox();
    await expect
      .poll(async () => {
        const { y = NaN, height = NaN } = (await own.boundingBox()) ?? {};
        return y > 0 && y + height < (bar?.y ?? 0);
      })
      .toBe(true);
    await sana.page.setViewportSize(LAPTOP);
    await expect.poll(() => keeps(sana)).toBe(false);
    await sana.visit(link);
    await sana.sees("You are in this team.");
  });

  test("survives a login, waits on other pages, and is dismissed with one press", async () => {
    await signUp("Kiran Das");
    const kiran = await arrive("Kiran Das");
    // A link works before the scripts are there.
    const release = await kiran.hold("**/assets/start-*.js");
    await kiran.page.goto(link, { waitUntil: "commit" });
    await kiran.page
      .getByRole("main")
      .getByRole("link", { name: "Login", exact: true })
      .click();
    await kiran.page.waitForURL(`**${paths.login}`, { waitUntil: "commit" });
    release();
    await kiran.logIn();
    await expectInvited(kiran);
    await kiran.visit(paths.dashboard);
    await kiran.sees("An invitation to a team is waiting for you.");
    await expectAccessible(kiran);
    await kiran.page.getByRole("link", { name: "See the team" }).click();
    await expectInvited(kiran);
    await button(kiran, "Not now").click();
    await kiran.page.waitForURL(`**${paths.dashboard}`);
    await kiran.page.getByText("Welcome,").waitFor();
    await expect.poll(() => keeps(kiran)).toBe(false);
    expect(await kiran.page.getByText("An invitation to a team").count()).toBe(
      0,
    );
  });
});
