import { beforeAll, expect, test } from "vitest";
import { paths } from "../../src/paths";
import { addressOf } from "../../src/routes/organiser/frame/sections";
import { expectAccessible, expectFocused } from "./accessibility";
import { LAPTOP, PHONE, type Person } from "./person";
import { openStage } from "./stage";

const { arrive, arriveAs, product, signUp } = openStage();

let leela: Person;
beforeAll(async () => {
  leela = await arriveAs(await signUp("Leela Krishnan", "organiser"));
});

const linkTo = ({ email }: Person) =>
  product().linkTo(paths.appointment, email);

test("an organiser invites a judge by mail, who makes an account on the link's page, is at the desk, and is dismissed", async () => {
  const dev = await arrive("Dev Anand");
  await leela.visit(addressOf("people/roles"));
  await leela.fill("Email addresses", `Dev Anand <${dev.email}>`);
  await leela.press("Invite");
  await leela.sees("1 invitation sent");
  await leela.sees(dev.email);
  await expectAccessible(leela, [PHONE, LAPTOP]);

  // Whoever is logged in as somebody else is told so, and loses nothing by that.
  await leela.page.goto(await linkTo(dev));
  await leela.page
    .getByText(`You are logged in as ${leela.email}`, { exact: false })
    .waitFor();
  await expectAccessible(leela);

  await dev.page.goto(await linkTo(dev));
  await dev.page.waitForURL(`${product().url}/appointment`);
  expect(await dev.field("Email").inputValue()).toBe(dev.email);
  await dev.fill("Full name", "Dev Anand");
  await dev.fill("Password", "another horse 36");
  await dev.fill("Confirm password", "another horse 36");
  await dev.page.getByLabel(/I accept the/).check();
  await expectAccessible(dev, [PHONE, LAPTOP]);
  await dev.press("ACCEPT");
  await dev.lands("**/judge", "You are a judge now");

  await leela.visit(addressOf("people/roles"));
  const roles = leela.page.getByRole("region", { name: "Who has a role" });
  await roles.getByRole("button", { name: "Dismiss Dev Anand" }).click();
  const question = leela.page.getByRole("dialog");
  await question.getByRole("button", { name: "Dismiss" }).click();
  const devs = roles.getByText("Dev Anand", { exact: true });
  await devs.waitFor({ state: "detached" });
  // What was pressed is gone with its person.
  await expectFocused(roles);
});
