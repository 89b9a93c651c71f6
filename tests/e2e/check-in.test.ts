import { beforeAll, expect, onTestFinished, test } from "vitest";
import { paths } from "../../src/paths";
import { expectAccessible } from "./accessibility";
import { browserThatSees } from "./fake-camera";
import { Line } from "./line";
import { Person, PHONE } from "./person";
import { expectNoSidewaysScroll } from "./sideways";
import { openOwnStage } from "./stage";
import type { Teammate } from "./teammate";

const { arriveAs, product, signUp } = openOwnStage();

let organiser: Teammate;
beforeAll(async () => {
  organiser = await signUp("Meera Nair", "organiser");
  await organiser.changeSettings({ checkInOpen: true });
});

async function openDesk(desk: Person, name: string) {
  await desk.visit(paths.checkIn);
  await desk.fill("Which desk is this phone?", name);
  await desk.press("Start");
}

const says = ({ page }: Person, verdict: string) =>
  page.getByRole("heading", { name: verdict, exact: true }).waitFor();

async function find(desk: Person, name: string) {
  await desk.press("Search");
  await desk.fill("Search by name, college or team", name);
  await desk.press(new RegExp(name, "u"));
}

async function checkInByName(desk: Person, name: string) {
  await find(desk, name);
  await says(desk, "Found");
  await desk.press("ID matches: check in");
}

test("a pass that the desk's camera reads checks its owner in, whose pages follow at once", async () => {
  const asha = await signUp("Asha Rao");
  const visitor = await arriveAs(asha, { viewport: PHONE });
  await visitor.visit(paths.dashboard);
  await visitor.page.getByRole("link", { name: "Your pass" }).click();
  const card = visitor.page.getByRole("article", { name: "Your pass" });
  await card.getByText("Asha Rao").waitFor();

  const browser = await browserThatSees(await asha.pass());
  const desk = await Person.arriveAs(browser, product().url, organiser, {
    viewport: PHONE,
    permissions: ["camera"],
  });
  onTestFinished(() => desk.goHome());
  await openDesk(desk, "Desk 1");
  await says(desk, "Valid");
  await desk.sees("Asha Rao");
  await expectAccessible(desk);
  await desk.press("ID matches: check in");
  await card.getByText(/^Checked in at /u).waitFor();
  await visitor.visit(paths.dashboard);
  await visitor.sees("Welcome,");
  expect(
    await visitor.page.getByRole("link", { name: "Your pass" }).count(),
  ).toBe(0);

  // Read again, as by a phone that was opened anew.
  await desk.page.reload();
  await says(desk, "Already");
  await expectAccessible(desk);
  await expectNoSidewaysScroll(desk.page);
});

test("two desks check the same person in, one without a line and reloaded: it counts once, and both are listed", async () => {
  await signUp("Kiran Das");
  const [first, second] = [
    await arriveAs(organiser, { viewport: PHONE }),
    await arriveAs(organiser, { viewport: PHONE }),
  ];
  const line = await Line.of(first.page);
  await openDesk(first, "Desk 1");
  await first.sees("List is live");
  await openDesk(second, "Desk 2");

  await line.breakOff();
  await checkInByName(first, "Kiran Das");
  await first.sees("1 waits on this phone");
  await first.page.reload();
  await first.sees("1 waits on this phone");
  await first.page.getByText(/^No line\. List of /u).waitFor();

  await checkInByName(second, "Kiran Das");
  await second.page.getByText("In", { exact: true }).waitFor();
  await line.mend();
  await first.page
    .getByText("1 waits on this phone")
    .waitFor({ state: "detached" });
  // The first was earlier, although it came later.
  await second.page.getByText(/^In since .*, Desk 1$/u).waitFor();
  const stored = async () =>
    (await organiser.checkIns()).find(({ name }) => name === "Kiran Das");
  expect(await stored()).toMatchObject({
    first: { desk: "Desk 1" },
    again: { desk: "Desk 2" },
  });

  for (const desk of [first, second]) desk.forgiveComplaints();
});
