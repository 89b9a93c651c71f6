import { expect, test } from "vitest";
import { venue } from "../../src/content/contact";
import { contactQuestions } from "../../src/content/faq";
import { links } from "#edition/links";
import { paths } from "../../src/paths";
import type { Person } from "./person";
import { openStage } from "./stage";

const MUTATION = "**/api/mutation";
const message = {
  Name: "Asha Rao",
  Email: "asha@example.in",
  Subject: "Parking",
  Message: "Is there a place for a bus?",
};
type Label = keyof typeof message;
const labels = Object.keys(message) as Label[];

const { arrive } = openStage();

async function write(visitor: Person) {
  for (const label of labels) await visitor.fill(label, message[label]);
}

function typed(visitor: Person) {
  return Promise.all(labels.map((label) => visitor.field(label).inputValue()));
}

const send = (visitor: Person) =>
  visitor.page.getByRole("button", { name: "SEND MESSAGE" });

test("what cannot be sent says why and keeps what was typed; what arrives clears the form", async () => {
  const visitor = (await arrive("Asha Rao")).mayComplain();
  await visitor.page.goto(paths.contact);
  await send(visitor).click();
  for (const label of labels) {
    const field = visitor.field(label);
    await expect.poll(() => field.getAttribute("aria-invalid")).toBe("true");
    const errorId = await field.getAttribute("aria-describedby");
    const error = visitor.page.locator(`[id="${errorId}"]`);
    expect(await error.textContent()).toBe(`${label} is required`);
  }
  const focused = visitor.page.locator("input:focus");
  expect(await focused.getAttribute("name")).toBe("name");

  await write(visitor);
  const tooLong = "m".repeat(5_001);
  await visitor.fill("Message", tooLong);
  await send(visitor).click();
  await visitor.sees("Message must be at most 5000 characters long.");
  expect(await visitor.field("Message").inputValue()).toBe(tooLong);

  await visitor.page.route(MUTATION, (route) => route.abort());
  await write(visitor);
  await send(visitor).click();
  await visitor.sees("Failed to send message. Please try again later.");
  expect(await typed(visitor)).toEqual(Object.values(message));
  await visitor.page.unroute(MUTATION);

  await send(visitor).click();
  await visitor.sees(
    "Message sent successfully! We will get back to you soon.",
  );
  expect(await typed(visitor)).toEqual(["", "", "", ""]);
});

test("the page has addresses, a drawn map while the real one cannot be reached, and four answers that open by keyboard", async () => {
  const { page } = await arrive("Asha Rao");
  let failed = 0;
  page.on("requestfailed", () => void failed++);
  await page.goto(paths.contact);
  const main = page.getByRole("main");
  const address = await main.locator("address").innerText();
  for (const line of venue.addressLines) expect(address).toContain(line);
  for (const [name, href] of [
    ["Instagram", links.instagram],
    ["Discord", links.discord],
    ["Hackathon platform", links.hackathonPlatform],
    ["REGISTER NOW", links.registration],
    ["JOIN OUR DISCORD", links.discord],
  ] as const) {
    const link = main.getByRole("link", {
      name: `${name} (opens in a new tab)`,
      exact: true,
    });
    expect(await link.getAttribute("href")).toBe(href);
  }
  // The real one covers it when it has come: content-security.test.ts.
  const map = page.getByTitle("Map of the venue");
  await map.scrollIntoViewIfNeeded();
  await expect.poll(() => failed).toBeGreaterThanOrEqual(2);
  expect(await map.isVisible()).toBe(false);
  expect(await page.locator("main img").isVisible()).toBe(true);

  expect(await main.locator("details").count()).toBe(contactQuestions.length);
  const question = main.locator("summary", {
    hasText: "How soon will you answer?",
  });
  const answer = page.getByText(/put URGENT in the subject/);
  await question.focus();
  expect(await answer.isVisible()).toBe(false);
  await page.keyboard.press("Enter");
  await answer.waitFor();
  await page.keyboard.press("Space");
  await answer.waitFor({ state: "hidden" });
});
