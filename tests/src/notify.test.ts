import { expect, test, vi } from "vitest";
import { notify } from "../../src/ui/notify";

type Show = (message: string, options: { duration: number }) => void;

const toast = vi.hoisted(() => ({
  message: vi.fn<Show>(),
  error: vi.fn<Show>(),
  success: vi.fn<Show>(),
}));
vi.mock("sonner", () => ({ toast }));

test.each([
  ["a plain toast", notify.plain, toast.message, 4_000],
  ["an error", notify.error, toast.error, 4_000],
  ["a success", notify.success, toast.success, 2_000],
])("%s stays for the specified time", async (_, show, shown, duration) => {
  show("words");
  await expect.poll(() => shown).toHaveBeenCalledWith("words", { duration });
});
