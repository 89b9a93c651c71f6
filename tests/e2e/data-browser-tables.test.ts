import { readFile } from "node:fs/promises";
import { ConvexHttpClient } from "convex/browser";
import { type ApiFromModules, anyApi } from "convex/server";
import type { Page } from "playwright-core";
import { afterEach, expect, test } from "vitest";
import type * as goodsModule from "../../packages/embedded-convex/tests/fixtures/bazaar/goods";
import { sampleOf, TEST_ALL } from "../thoroughness";
import { expectFocused, findViolations } from "./accessibility";
import { openDataBrowserStage } from "./data-browser-stage";
import { expectNoSidewaysScroll } from "./sideways";

const { url, key, open, complaints } = openDataBrowserStage("bazaar");

const { goods } = anyApi as unknown as ApiFromModules<{
  goods: typeof goodsModule;
}>;

afterEach(() => {
  expect(complaints.splice(0)).toEqual([]);
});

/** Somebody who uses the app that the tables belong to. */
function trader(): ConvexHttpClient {
  return new ConvexHttpClient(url(), { logger: false });
}

function add(label: string, price: number, stall = "Spices") {
  return trader().mutation(goods.add, { label, price, stall });
}

/** The row of a document, by its text in one of the cells. */
function row(page: Page, text: string) {
  return page.getByRole("row").filter({
    has: page.getByRole("cell", { name: text, exact: true }),
  });
}

/** The label of every row that is drawn, from above. */
function labels(page: Page): Promise<string[]> {
  return page
    .locator("tbody tr[aria-rowindex] td:nth-child(2)")
    .allInnerTexts();
}

async function openDocument(page: Page, text: string) {
  await row(page, text).getByRole("rowheader").getByRole("link").click();
  const panel = page.getByRole("complementary");
  await panel.getByRole("button", { name: "Save changes" }).waitFor();
  return panel;
}

/** What the server refuses is logged by the client as well. */
function expectRefusal(): void {
  expect(complaints.splice(0)).toEqual([
    expect.stringContaining("Server Error"),
  ]);
}

test("a wrong key is refused in words, a rotated one too, and the right one is kept until signing out", async () => {
  const page = await open("/");
  await page.getByRole("button", { name: "Sign out" }).click();
  await page.getByLabel("Admin key").fill("embedded|00");
  await page.getByRole("button", { name: "Sign in" }).click();
  const refusal = page.getByText("This is not the admin key of this backend.");
  await refusal.waitFor();
  expect(complaints.splice(0)).toEqual([expect.stringContaining("403")]);
  const field = page.getByLabel("Admin key");
  expect(await field.inputValue()).toBe("embedded|00");
  await field.fill(` ${key()} `);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByRole("heading", { name: "Tables" }).waitFor();
  await page.reload();
  await page.getByRole("heading", { name: "Tables" }).waitFor();
  expect(await page.evaluate(() => localStorage.length)).toBe(0);
  // It was rotated.
  await page.goto("/_data/tables/goods");
  await page.evaluate(() => {
    for (const item of Object.keys(sessionStorage)) {
      sessionStorage.setItem(item, "embedded|00");
    }
  });
  await page.reload();
  await page.getByText("This key is no longer accepted.").waitFor();
  complaints.splice(0);
  await field.fill(key());
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByRole("heading", { name: "goods", level: 1 }).waitFor();
  expect(page.url()).toContain("/_data/tables/goods");
  await page.getByRole("button", { name: "Sign out" }).click();
  await page.reload();
  await page.getByLabel("Admin key").waitFor();
});

test("tables are found by name and opened, and rows appear when the app writes them", async () => {
  const page = await open("/");
  await page.getByLabel("Search tables").fill("GOOD");
  const table = page.getByRole("link", { name: /^goods/ });
  await expect
    .poll(() =>
      page.getByRole("region", { name: "Tables" }).getByRole("link").count(),
    )
    .toBe(1);
  await table.click();
  await page.getByRole("heading", { name: "goods", level: 1 }).waitFor();
  const { goodId } = await add("Saffron", 300);
  await row(page, "Saffron").waitFor();
  await trader().mutation(goods.reprice, { goodId, price: 350 });
  await row(page, "Saffron")
    .getByRole("cell", { name: "350", exact: true })
    .waitFor();
  expect(await table.innerText()).toMatch(/goods\s+\d+/);
});

test.runIf(TEST_ALL)(
  "a lost connection is said, and what happened meanwhile is shown after it",
  async () => {
    const page = await open("/tables/goods");
    const status = page.getByRole("banner").getByRole("status");
    await expect.poll(() => status.innerText()).toBe("Live");
    let isUp = true;
    await page.routeWebSocket("**/sync", (socket) => {
      if (!isUp) return socket.close();
      const server = socket.connectToServer();
      cut = () => {
        isUp = false;
        void server.close();
        void socket.close();
      };
    });
    let cut = () => {};
    await page.reload();
    await expect.poll(() => status.innerText()).toBe("Live");
    cut();
    await expect.poll(() => status.innerText()).toBe("Reconnecting…");
    await add("Vanilla", 900);
    expect(await row(page, "Vanilla").count()).toBe(0);
    isUp = true;
    await row(page, "Vanilla").waitFor();
    expect(await status.innerText()).toBe("Live");
    complaints.splice(0);
  },
);

test("what is typed into a document is kept when the schema refuses it, somebody else changes it or one leaves without a word", async () => {
  const { goodId } = await add("Turmeric", 40);
  const page = await open("/tables/goods");
  const panel = await openDocument(page, "Turmeric");
  const cell = (name: string) =>
    row(page, "Turmeric").getByRole("cell", { name, exact: true });
  const save = panel.getByRole("button", { name: "Save changes" });
  const tags = panel.getByRole("textbox", { name: /^tags/ });
  const price = panel.getByLabel(/^price/);
  await panel.getByLabel(/^tags/).selectOption("value");
  await tags.fill("[1,");
  await save.click();
  await panel.getByText("Line 1, column 4: a value is missing.").waitFor();
  await tags.fill("[1]");
  await price.fill("45");
  await save.click();
  await panel.getByText("does not match the schema").waitFor();
  expectRefusal();
  expect(await tags.inputValue()).toBe("[1]");
  expect(await tags.getAttribute("aria-invalid")).toBe("true");
  await expectFocused(tags);
  await cell("40").waitFor();
  await tags.fill('["yellow"]');
  await panel.getByLabel(/^size/).selectOption("large");
  await save.click();
  await panel.getByText("Saved.").waitFor();
  await cell("large").waitFor();
  await cell('["yellow"]').waitFor();

  await price.fill("11");
  await trader().mutation(goods.reprice, { goodId, price: 99 });
  const alert = panel.getByRole("alert").filter({ hasText: "price" });
  await alert.getByText("99").waitFor();
  expect(await price.inputValue()).toBe("11");
  await alert.getByRole("button", { name: "Take theirs" }).click();
  expect(await price.inputValue()).toBe("99");
  await price.fill("12");
  await trader().mutation(goods.reprice, { goodId, price: 98 });
  await panel.getByRole("button", { name: "Save mine over theirs" }).click();
  await panel.getByText("Saved.").waitFor();
  await cell("12").waitFor();

  await panel.getByLabel(/^label/).fill("Holy basil");
  await page.keyboard.press("Escape");
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Stay" }).click();
  expect(await panel.getByLabel(/^label/).inputValue()).toBe("Holy basil");
  await panel.getByRole("link", { name: "Close" }).click();
  await dialog.getByRole("button", { name: "Leave" }).click();
  await panel.waitFor({ state: "detached" });
  await expectFocused(
    row(page, "Turmeric").getByRole("rowheader").getByRole("link"),
  );
});

test("a document is added through a form made from the validator", async () => {
  const { stallId } = await add("Cumin", 20);
  const page = await open("/tables/goods");
  await page.getByRole("link", { name: "Add document" }).click();
  const panel = page.getByRole("complementary");
  await panel.getByLabel(/^label/).fill("Cardamom");
  await panel.getByRole("button", { name: "Add to goods" }).click();
  await panel.getByText("Enter a number, such as 12 or 0.5.").waitFor();
  // Mending one field does not throw whoever does it into another.
  const stall = panel.getByLabel(/^stallId/);
  await stall.press("x");
  await stall.press("y");
  expect(await stall.inputValue()).toBe("xy");
  await stall.fill(stallId);
  await panel.getByLabel(/^price/).fill("500");
  await panel.getByLabel(/^size/).selectOption("large");
  await panel.getByLabel(/^isFresh/).selectOption("true");
  await panel.getByLabel(/^stock/).selectOption("bigint");
  await panel.getByRole("textbox", { name: /^stock/ }).fill("12");
  await panel.getByRole("button", { name: "Add to goods" }).click();
  await panel.getByRole("heading", { name: "Cardamom" }).waitFor();
  expect(page.url()).toMatch(/\/_data\/tables\/goods\/[a-z0-9]{31,37}$/);
  const cells = row(page, "Cardamom").getByRole("cell");
  await expect
    .poll(() => cells.allInnerTexts())
    .toEqual(expect.arrayContaining(["500", "large", "true", "null", "12n"]));
});

test("deleting names what goes, one or several, and can be declined", async () => {
  await Promise.all(["Mint 1", "Mint 2", "Mint 3"].map((name) => add(name, 1)));
  const page = await open("/tables/goods");
  const panel = await openDocument(page, "Mint 1");
  await panel.getByRole("button", { name: "Delete…" }).click();
  const dialog = page.getByRole("dialog");
  await dialog
    .getByRole("heading", { name: "Delete 1 document from goods?" })
    .waitFor();
  await dialog.getByRole("button", { name: "Keep" }).click();
  await dialog.waitFor({ state: "detached" });
  await panel.getByRole("button", { name: "Delete…" }).click();
  await dialog.getByRole("button", { name: "Delete 1 document" }).click();
  await row(page, "Mint 1").waitFor({ state: "detached" });
  for (const name of ["Mint 2", "Mint 3"]) {
    await row(page, name).getByRole("checkbox").check();
  }
  await page.getByRole("button", { name: "Delete…" }).click();
  expect(await dialog.getByRole("listitem").count()).toBe(2);
  await dialog.getByRole("button", { name: "Delete 2 documents" }).click();
  await row(page, "Mint 3").waitFor({ state: "detached" });
  await page.locator("#content:focus").waitFor();
  expect(
    (await labels(page)).filter((name) => name.startsWith("Mint")),
  ).toEqual([]);
});

test("filters and order go by an index, and the address keeps them", async () => {
  for (const price of [7, 5, 6]) await add(`Tea ${price}`, price, "Assam");
  const { stallId } = await add("Tea 8", 8, "Assam");
  const page = await open("/tables/goods");
  const filter = async (field: string, op: string, value: string) => {
    await page.getByRole("button", { name: "Add filter" }).click();
    const form = page.getByRole("form", { name: "Filter" });
    await form.getByLabel("Field").fill(field);
    await form.getByLabel("Condition").selectOption(op);
    await form.getByRole("textbox", { name: "Value" }).fill(value);
    await form.getByRole("button", { name: "Apply" }).click();
  };
  await filter("stallId", "is", stallId);
  await filter("price", "is at least", "6");
  await expect.poll(() => labels(page)).toEqual(["Tea 8", "Tea 7", "Tea 6"]);
  await page.locator("button:focus", { hasText: "Add filter" }).waitFor();
  const sort = page.getByLabel("Sort by");
  expect(await sort.innerText()).toContain("Automatic (by_stall_and_price)");
  await page.getByRole("button", { name: "Descending" }).click();
  await expect.poll(() => labels(page)).toEqual(["Tea 6", "Tea 7", "Tea 8"]);
  await page.reload();
  await expect.poll(() => labels(page)).toEqual(["Tea 6", "Tea 7", "Tea 8"]);
  await filter("label", "is not", "Tea 7");
  await expect.poll(() => labels(page)).toEqual(["Tea 6", "Tea 8"]);
  await page.getByText("row by row").waitFor();
  await page.goBack();
  await expect.poll(() => labels(page)).toEqual(["Tea 6", "Tea 7", "Tea 8"]);
  await page.getByRole("button", { name: /^Remove the filter price/ }).click();
  await expect.poll(() => labels(page)).toHaveLength(4);
});

test("what is shown is saved as CSV, byte by byte, and as JSON", async () => {
  const { goodId, stallId } = await add("=SUM(A1)", 3, "Export");
  await add('Rice, "red"', 2, "Export");
  const where = encodeURIComponent(`eq:stallId:"${stallId}"`);
  const page = await open(`/tables/goods?where=${where}`);
  await row(page, "=SUM(A1)").waitFor();
  await page.getByRole("button", { name: "Export…" }).click();
  const save = async () => {
    const download = page.waitForEvent("download");
    await page.getByRole("button", { name: "Save file" }).click();
    return readFile(await (await download).path(), "utf8");
  };
  const csv = await save();
  const [head, first, second, end] = csv.split("\r\n");
  expect(head).toBe(
    "\uFEFF_id,label,price,size,isFresh,stallId,soldAt,note,stock,tags,_creationTime",
  );
  expect(first).toContain(`,"'=SUM(A1)",3,small,true,${stallId},null,,,,`);
  expect(second).toContain(',"Rice, ""red""",2,small');
  expect(end).toBe("");
  await page.getByLabel("Format").selectOption("json");
  const json: unknown = JSON.parse(await save());
  expect(json).toEqual([
    expect.objectContaining({ _id: goodId, label: "=SUM(A1)", soldAt: null }),
    expect.objectContaining({ label: 'Rice, "red"', price: 2 }),
  ]);
});

test.runIf(TEST_ALL)(
  "of many rows few are drawn, and all are exported",
  async () => {
    const count = 6_000;
    for (let from = 0; from < count; from += 2_000) {
      await trader().mutation(goods.printReceipts, { from, to: from + 2_000 });
    }
    const page = await open("/tables/receipts?by=by_number&order=asc");
    const drawn = page.locator("tbody tr[aria-rowindex]");
    await page.getByText("600 of 6,000 loaded").waitFor();
    const scroller = page.getByRole("table").locator("xpath=..");
    await expect
      .poll(
        async () => {
          await scroller.evaluate((box) => box.scrollTo(0, box.scrollHeight));
          return drawn.last().innerText();
        },
        { timeout: 60_000 },
      )
      .toContain("5999");
    expect(await drawn.count()).toBeLessThan(120);
    expect(await drawn.last().getAttribute("aria-rowindex")).toBe("6001");
    await page.getByRole("button", { name: "Export…" }).click();
    const download = page.waitForEvent("download");
    await page.getByRole("button", { name: "Save file" }).click();
    const text = await readFile(await (await download).path(), "utf8");
    expect(text.trimEnd().split("\r\n")).toHaveLength(count + 1);
    // The oldest is found last: one page does not read as far.
    await page.goto(
      "/_data/tables/receipts?by=by_creation_time&where=eq:number:0",
    );
    await page
      .getByRole("region", { name: "receipts" })
      .getByText("1 document", { exact: true })
      .waitFor();
    await page.goto(
      "/_data/tables/receipts?by=by_creation_time&where=eq:number:-1",
    );
    await page.getByText("No document matches these filters.").waitFor();
  },
);

test.each(sampleOf(["dark", "light"] as const))(
  "tables, documents, forms and dialogs are accessible in the %s",
  async (colorScheme) => {
    const name = `Ginger, ${colorScheme}`;
    await add(name, 15);
    // One row looks like many.
    const where = encodeURIComponent(`eq:label:"${name}"`);
    const page = await open(`/tables/goods?where=${where}`, { colorScheme });
    await row(page, name).waitFor();
    await page.getByRole("button", { name: "Add filter" }).click();
    expect(await findViolations(page)).toEqual([]);
    await page.getByRole("button", { name: "Cancel" }).click();
    const panel = await openDocument(page, name);
    expect(await findViolations(page)).toEqual([]);
    await panel.getByLabel(/^price/).fill("much");
    await panel.getByRole("button", { name: "Save changes" }).click();
    expect(await findViolations(page)).toEqual([]);
    await panel.getByRole("button", { name: "Delete…" }).click();
    expect(await findViolations(page)).toEqual([]);
    await page.getByRole("button", { name: "Keep" }).click();
    await page.getByRole("button", { name: "Export…" }).click();
    expect(await findViolations(page)).toEqual([]);
    await page.getByRole("button", { name: "Close" }).click();
    await page.getByRole("button", { name: "Sign out" }).click();
    await page.getByLabel("Admin key").waitFor();
    expect(await findViolations(page)).toEqual([]);
  },
);

test("a phone shows the tables, then one, then a document, without overflow", async () => {
  const name = "Nutmeg".repeat(30);
  await add(name, 25);
  const viewport = { width: 360, height: 740 };
  const page = await open("/", { viewport });
  const expectFit = () => expectNoSidewaysScroll(page, ["html", "main"]);
  await expectFit();
  await page.getByRole("link", { name: /^goods/ }).click();
  await row(page, `${name.slice(0, 160)}…`).waitFor();
  // The table is wider than the page, and scrolls inside itself.
  await expectFit();
  expect(await findViolations(page)).toEqual([]);
  const panel = await openDocument(page, `${name.slice(0, 160)}…`);
  await expectFit();
  const box = await panel.boundingBox();
  expect(box).toEqual({ x: 0, y: 0, ...viewport });
  await panel.getByLabel(/^price/).fill("26");
  await panel.getByRole("button", { name: "Save changes" }).click();
  await panel.getByText("Saved.").waitFor();
  await panel.getByRole("link", { name: "Close" }).click();
  await page.getByRole("link", { name: "All tables" }).click();
  await page.getByRole("heading", { name: "Tables", level: 1 }).waitFor();
});
