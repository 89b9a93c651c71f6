/** The product's page in Google's place, as somebody uses it. */
import type { Page } from "playwright-core";

/** Presses the button for Google. @returns the popup, with its page loaded */
export async function openStandIn(
  page: Page,
  label = "Continue with Google",
): Promise<Page> {
  const [popup] = await Promise.all([
    page.waitForEvent("popup"),
    page.getByRole("button", { name: label }).click(),
  ]);
  await standInHeading(popup).waitFor();
  return popup;
}

export const standInHeading = (page: Page) =>
  page.getByRole("heading", { name: "This is not Google." });

/** Says who it is, and returns before the answer. */
export async function chooseOnStandIn(
  page: Page,
  { name, email }: { name: string; email: string },
): Promise<void> {
  await page.getByLabel("Name").fill(name);
  await page.getByLabel("Email address").fill(email);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
}
