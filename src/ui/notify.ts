import { never } from "../lib/late-part";

/** Toasts. The library is loaded with the first one. */
export const notify = {
  plain: (message: string) => void showToast("message", message, 4_000),
  error: (message: string) => void showToast("error", message, 4_000),
  success: (message: string) => void showToast("success", message, 2_000),
};

async function showToast(
  kind: "message" | "error" | "success",
  message: string,
  duration: number,
) {
  const { toast } = await import("sonner").catch(never);
  toast[kind](message, { duration });
}
