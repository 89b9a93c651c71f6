import type { Route } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { mailSubjects, mailTo, venue } from "../../src/content/contact";
import { contactQuestions } from "../../src/content/faq";
import { links } from "../../src/content/links";
import type { Person } from "./person";
import { openStage } from "./stage";

const MAP = "https://www.openstreetmap.org/**";
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

let asha: Person;
beforeAll(async () => {
  asha = await arrive("Asha Rao");
});

/** Opens the contact page anew, with a map that comes or fails as told. */
async function visit(map: (route: Route) => Promise<void> = noMap) {
  await asha.page.unrouteAll({ behavior: "ignoreErrors" });
  // A late request of the page before must not reach the new map.
  await asha.page.goto("about:blank");
  await asha.page.route(MAP, map);
  asha.forgiveComplaints();
  await asha.page.goto("/contact");
  return asha;
}

const noMap = (route: Route) => route.abort();

async function write(visitor: Person) {
  for (const label of labels) await visitor.fill(label, message[label]);
}

function typed(visitor: Person) {
  return Promise.all(labels.map((label) => visitor.field(label).inputValue()));
}

const send = (visitor: Person) =>
  visitor.page.getByRole("button", { name: "SEND MESSAGE" });

test("what cannot be sent says why and keeps what was typed; what arrives clears the form", async () => {
  const visitor = await visit();
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

test("while a message is being sent the button waits and sends no second one, and what is typed then stays", async () => {
  const visitor = await visit();
  const requests: string[] = [];
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  await visitor.page.route(MUTATION, async (route) => {
    requests.push(route.request().url());
    await held;
    await route.continue();
  });
  await write(visitor);
  await send(visitor).click();
  const sending = visitor.page.getByRole("button", { name: "SENDING..." });
  await sending.waitFor();
  expect(await sending.getAttribute("aria-disabled")).toBe("true");
  await sending.click({ force: true });
  await visitor.fill("Message", "And one thing more.");
  release();
  await send(visitor).waitFor();
  expect(requests).toHaveLength(1);
  expect(await typed(visitor)).toEqual(["", "", "", "And one thing more."]);
});

test("a message sent before the scripts are there waits for them", async () => {
  const visitor = await arrive("Asha Rao");
  const { page } = visitor;
  const release = await visitor.hold("**/assets/start-*.js");
  await page.route(MAP, noMap);
  await page.goto("/contact", { waitUntil: "commit" });
  await write(visitor);
  await send(visitor).click();
  expect(new URL(page.url()).pathname).toBe("/contact");
  expect(await typed(visitor)).toEqual(Object.values(message));
  release();
  await visitor.sees(
    "Message sent successfully! We will get back to you soon.",
  );
});

// The real one covers it when it has come: content-security.test.ts.
test("the drawn map stays while the real one cannot be reached", async () => {
  let refused = 0;
  const visitor = await visit(async (route) => {
    await route.abort();
    refused += 1;
  });
  const map = visitor.page.getByTitle("Map of the venue");
  await map.scrollIntoViewIfNeeded();
  await expect.poll(() => refused).toBeGreaterThanOrEqual(2);
  expect(await map.isVisible()).toBe(false);
  expect(await visitor.page.locator("main img").isVisible()).toBe(true);
  visitor.expectNoComplaints();
});

test("the page has addresses, places elsewhere, and four answers that open by keyboard", async () => {
  const visitor = await visit();
  const main = visitor.page.getByRole("main");
  await main.getByRole("heading", { name: "Send us a Message" }).waitFor();
  const mail = main.getByRole("link", { name: links.contactEmail }).first();
  expect(await mail.getAttribute("href")).toBe(`mailto:${links.contactEmail}`);
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

  const answers = visitor.page.getByRole("main").locator("details");
  expect(await answers.count()).toBe(contactQuestions.length);
  expect(contactQuestions).toHaveLength(4);
  const first = await answers.first().textContent();
  expect(first).toContain("Within 24-48 hours on weekdays.");
  expect(first).toContain("put URGENT in the subject");
  const hrefs = await answers
    .locator("a")
    .evaluateAll((anchors) => anchors.map((it) => it.getAttribute("href")));
  expect(hrefs).toEqual(
    [
      mailSubjects.sponsorship,
      mailSubjects.venueVisit,
      mailSubjects.mentorOrJudge,
    ].map(mailTo),
  );

  const question = visitor.page.locator("summary", {
    hasText: "How soon will you answer?",
  });
  const answer = visitor.page.getByText(/put URGENT in the subject/);
  await question.focus();
  expect(await answer.isVisible()).toBe(false);
  await visitor.page.keyboard.press("Enter");
  await answer.waitFor();
  await visitor.page.keyboard.press("Space");
  await answer.waitFor({ state: "hidden" });
  visitor.expectNoComplaints();
});
