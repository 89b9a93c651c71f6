import { beforeEach, expect, test, vi } from "vitest";
import { notify } from "../../src/lib/notify";
import { Toaster } from "../../src/ui/toaster";
import { act, render, screen } from "./rendering";

beforeEach(async () => {
  // On a hidden page toasts stay for as long as it takes to read them.
  vi.spyOn(document, "hidden", "get").mockReturnValue(true);
  const { toast } = await import("sonner");
  toast.dismiss();
  render(<Toaster />);
});

/** The visible toasts, the newest first. */
const toasts = () => [
  ...document.querySelectorAll<HTMLElement>(
    "[data-sonner-toast][data-removed=false]",
  ),
];
const shown = () => toasts().map(({ textContent }) => textContent);

/** Triggers toasts and returns the visible ones. */
async function expectShown(cause: () => void, sentences: string[]) {
  act(cause);
  await expect.poll(shown).toEqual(sentences);
}

test("a success ends the errors before it, and nothing else", async () => {
  const errors = ["Failed to join team", "Failed to load team data"];
  const news = "New announcement: Lunch";
  await expectShown(() => {
    notify.plain(news);
    for (const error of errors) notify.error(error);
  }, [...errors.toReversed(), news]);
  const success = "Successfully joined team!";
  await expectShown(() => notify.success(success), [success, news]);
});

test("another try ends the errors of the last, and nothing else", async () => {
  await expectShown(() => {
    notify.success("Name changed");
    notify.error("Invalid invite code");
  }, ["Invalid invite code", "Name changed"]);
  await expectShown(notify.endErrors, ["Name changed"]);
  await expectShown(
    () => notify.error("Team is already full"),
    ["Team is already full", "Name changed"],
  );
});

test("an equal sentence takes the place of the last, as a toast of its own", async () => {
  await expectShown(() => {
    notify.error("Invite code is required");
    notify.plain("New announcement: Lunch");
  }, ["New announcement: Lunch", "Invite code is required"]);
  const before = screen.getByText("Invite code is required");
  await expectShown(
    () => notify.error("Invite code is required"),
    ["Invite code is required", "New announcement: Lunch"],
  );
  expect(screen.getAllByText("Invite code is required").at(0)).not.toBe(before);
});

test("twenty are shown at most, the newest among them", async () => {
  const sentences = Array.from({ length: 24 }, (_, n) => `Sentence ${n}`);
  await expectShown(
    () => sentences.forEach((sentence) => notify.plain(sentence)),
    sentences.toReversed(),
  );
  const visible = toasts().filter(({ dataset }) => dataset.visible === "true");
  expect(visible.map(({ textContent }) => textContent)).toEqual(
    sentences.slice(4).toReversed(),
  );
});

test.each([
  ["error", 4_000],
  ["success", 2_000],
] as const)(
  "an %s stays for %i ms, in a region that is read politely and was there before it",
  async (kind, staysMs) => {
    vi.spyOn(document, "hidden", "get").mockReturnValue(false);
    const region = screen.getByRole("region", { name: /Notifications/ });
    expect(region.getAttribute("aria-live")).toBe("polite");
    vi.useFakeTimers();
    const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
    act(() => notify[kind]("Said"));
    await pass(staysMs - 100);
    expect(shown()).toEqual(["Said"]);
    await pass(400);
    expect(shown()).toEqual([]);
  },
);
