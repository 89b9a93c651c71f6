import { expect, test } from "vitest";
import { expectAccessible, expectFits } from "./accessibility";
import { Line } from "./line";
import { SMALL_PHONE } from "./person";
import { expectNoSidewaysScroll } from "./sideways";
import { openOwnStage } from "./stage";

const { arriveSignedUp, signUp, arriveAs } = openOwnStage();

test("a team asks, two mentors reach for it at the same moment, and the team sees at once who is coming", async () => {
  const phone = { viewport: SMALL_PHONE };
  const [omar, mirasAccount, manusAccount] = [
    await signUp("Omar Khan", "organiser"),
    await signUp("Mira Nair", "mentor"),
    await signUp("Manu Das", "mentor"),
  ];
  await omar.changeSettings({ helpOpen: true });

  const asha = await arriveSignedUp("Asha Rao", phone);
  await asha.createTeam("Night Owls");
  await asha.page.getByRole("link", { name: "Help" }).click();
  await asha.fill("Topic", "A database");
  await asha.fill("Where you sit", "Table 12");
  await asha.fill("What is wrong", "It does not answer.");
  await expectAccessible(asha);
  await asha.press("Ask for help");
  const title = asha.page.getByRole("heading", { level: 1 });
  await expect.poll(() => title.textContent()).toBe("You are next");

  const [mira, manu] = [
    await arriveAs(mirasAccount, phone),
    await arriveAs(manusAccount, phone),
  ];
  const names = { "Mira Nair": mira, "Manu Das": manu };
  const takes = [mira, manu].map(({ page }) =>
    page.getByRole("button", { name: "Take it: Night Owls" }),
  );
  const lines = await Promise.all(
    [mira, manu].map(({ page }) => Line.of(page)),
  );
  for (const mentor of [mira, manu]) await mentor.page.goto("/help");
  for (const take of takes) {
    await take.waitFor();
    // In reach of a thumb, without scrolling.
    const box = await take.boundingBox();
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThan(SMALL_PHONE.height);
  }
  await expectAccessible(mira);
  // Neither hears of the other's press before its own.
  for (const line of lines) line.hold("there");
  for (const take of takes) await take.click();
  for (const line of lines) line.release();

  await expect
    .poll(() => title.textContent())
    .toMatch(/^(Mira Nair|Manu Das) is coming$/);
  const taker = (await title.textContent())?.replace(" is coming", "");
  const [helper, other] =
    taker === "Mira Nair"
      ? [names["Mira Nair"], names["Manu Das"]]
      : [names["Manu Das"], names["Mira Nair"]];
  await other.sees(`${taker} has taken this request already.`);
  await other.page.getByText(`${taker}, for under 1 min`).waitFor();
  await expectFits(asha);

  await helper.press("Done: Night Owls");
  await expect.poll(() => title.textContent()).toBe("Call a time-out");
  expect(await asha.field("Where you sit").inputValue()).toBe("Table 12");
  for (const person of [asha, mira, manu])
    await expectNoSidewaysScroll(person.page);
});
