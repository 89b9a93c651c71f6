import type { Browser, Route } from "playwright-core";
import { afterAll, beforeAll, expect, inject, test, vi } from "vitest";
import { links } from "../../src/content/links";
import { launchBrowser } from "./browser";
import { Person } from "./person";
import { Product } from "./product";

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

let browser: Browser;
let product: Product;

beforeAll(async () => {
  [browser, product] = await Promise.all([
    launchBrowser(inject("browser")),
    Product.start(),
  ]);
});
afterAll(async () => {
  await browser.close();
  await product.remove();
});

/** Opens the contact page, with a map that comes or fails as told. */
async function visit(map: (route: Route) => Promise<void> = noMap) {
  const visitor = await Person.arrive(browser, product.url, "Asha Rao");
  await visitor.page.route(MAP, map);
  await visitor.page.goto("/contact");
  return visitor;
}

const noMap = (route: Route) => route.abort();
const aMap = (route: Route) =>
  route.fulfill({ contentType: "text/html", body: "<h1>Streets</h1>" });

async function write(visitor: Person) {
  for (const label of labels) await visitor.fill(label, message[label]);
}

function typed(visitor: Person) {
  return Promise.all(labels.map((label) => visitor.field(label).inputValue()));
}

const send = (visitor: Person) =>
  visitor.page.getByRole("button", { name: "SEND MESSAGE" });

test("a message that arrives clears the form and says so", async () => {
  const visitor = await visit();
  await write(visitor);
  await send(visitor).click();
  await visitor.sees(
    "Message sent successfully! We will get back to you soon.",
  );
  expect(await typed(visitor)).toEqual(["", "", "", ""]);
  visitor.forgiveComplaints();
  await visitor.goHome();
});

test("while a message is being sent the button waits and sends no second one", async () => {
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
  release();
  await send(visitor).waitFor();
  expect(requests).toHaveLength(1);
  await visitor.page.close();
});

test("a failure keeps what was typed", async () => {
  const visitor = await visit();
  await visitor.page.route(MUTATION, (route) => route.abort());
  await write(visitor);
  await send(visitor).click();
  await visitor.sees("Failed to send message. Please try again later.");
  expect(await typed(visitor)).toEqual(Object.values(message));
  await visitor.page.close();
});

test("a message sent before the scripts are there waits for them", async () => {
  const visitor = await Person.arrive(browser, product.url, "Asha Rao");
  const { page } = visitor;
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route("**/assets/*.js", async (route) => {
    await held;
    await route.continue();
  });
  await page.route(MAP, noMap);
  await page.goto("/contact", { waitUntil: "commit" });
  await write(visitor);
  await send(visitor).click();
  expect(page.url()).toBe(`${product.url}/contact`);
  expect(await typed(visitor)).toEqual(Object.values(message));
  release();
  await visitor.sees(
    "Message sent successfully! We will get back to you soon.",
  );
  await visitor.goHome();
});

test("each empty field says that it is required, and the first has the focus", async () => {
  const visitor = await visit();
  await send(visitor).click();
  for (const label of labels) {
    const field = visitor.field(label);
    await vi.waitFor(async () =>
      expect(await field.getAttribute("aria-invalid")).toBe("true"),
    );
    const errorId = await field.getAttribute("aria-describedby");
    const error = visitor.page.locator(`[id="${errorId}"]`);
    expect(await error.textContent()).toBe(`${label} is required`);
  }
  const focused = visitor.page.locator("input:focus");
  expect(await focused.getAttribute("name")).toBe("name");
  await visitor.page.close();
});

test("a mistyped address is refused beside its field", async () => {
  const visitor = await visit();
  await write(visitor);
  await visitor.fill("Email", "asha@nowhere");
  await send(visitor).click();
  await visitor.sees("Invalid email address.");
  expect(await visitor.field("Subject").inputValue()).toBe(message.Subject);
  await visitor.page.close();
});

test("the drawn map stays while the real one cannot be reached", async () => {
  let refused = 0;
  const visitor = await visit(async (route) => {
    await route.abort();
    refused += 1;
  });
  await visitor.page.getByTitle("Map of the venue").scrollIntoViewIfNeeded();
  await vi.waitFor(() => expect(refused).toBe(2));
  expect(await isShown(visitor)).toBe(false);
  expect(await visitor.page.locator("main img").isVisible()).toBe(true);
  await visitor.goHome();
});

test("the real map covers the drawn one when it has come", async () => {
  const visitor = await visit(aMap);
  await visitor.page.getByTitle("Map of the venue").scrollIntoViewIfNeeded();
  await vi.waitFor(async () => expect(await isShown(visitor)).toBe(true), {
    timeout: 10_000,
  });
  const map = visitor.page.frameLocator('iframe[title="Map of the venue"]');
  expect(await map.getByRole("heading").textContent()).toBe("Streets");
  await visitor.goHome();
});

const isShown = (visitor: Person) =>
  visitor.page.getByTitle("Map of the venue").isVisible();

test("an answer opens and closes by keyboard", async () => {
  const visitor = await visit();
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
  await visitor.page.close();
});

test.each([
  ["REGISTER NOW", links.registration],
  ["JOIN OUR DISCORD", links.discord],
])("%s leads out of the site in a new tab", async (name, href) => {
  const visitor = await visit();
  const link = visitor.page.getByRole("link", { name });
  expect(await link.getAttribute("href")).toBe(href);
  expect(await link.getAttribute("target")).toBe("_blank");
  expect(await link.getAttribute("rel")).toContain("noopener");
  await visitor.page.close();
});
