import { ConvexError } from "convex/values";
import { beforeEach, expect, test, vi } from "vitest";
import { refusal } from "#convex/platform/shared/errors";
import { notify } from "../../src/lib/notify";
import { useAction } from "../../src/lib/forms/use-action";
import { act, fireEvent, render, screen } from "./rendering";

vi.mock("../../src/lib/notify", () => ({
  notify: { error: vi.fn(), endErrors: vi.fn() },
}));
beforeEach(() => vi.mocked(notify.error).mockClear());

function Doer({ action }: { action: () => Promise<unknown> }) {
  const { run, isPending } = useAction("Failed to do it");
  return (
    <button aria-busy={isPending} onClick={() => void run(action)}>
      Do it
    </button>
  );
}

async function press() {
  await act(async () => {
    fireEvent.click(screen.getByRole("button"));
    await Promise.resolve();
  });
}

test("what works is not talked about", async () => {
  render(<Doer action={() => Promise.resolve()} />);
  await press();
  expect(notify.error).not.toHaveBeenCalled();
});

test.each([
  [
    "a refusal",
    new ConvexError(refusal("not_found", { label: "Message" })),
    "Message no longer exists.",
  ],
  ["any other failure", new Error("secret detail"), "Failed to do it"],
])("%s is said in a toast", async (_, error, sentence) => {
  render(<Doer action={() => Promise.reject(error)} />);
  await press();
  expect(vi.mocked(notify.error).mock.calls).toEqual([[sentence]]);
});

test.each(["organisers_only", "judges_only", "not_signed_in"] as const)(
  "%s is not: the guard is showing them out",
  async (code) => {
    const error = new ConvexError(refusal(code, {}));
    render(<Doer action={() => Promise.reject(error)} />);
    await press();
    expect(notify.error).not.toHaveBeenCalled();
  },
);

test("a second press while the first is under way does nothing", async () => {
  let finish: (() => void) | undefined;
  const action = vi.fn<() => Promise<void>>(
    () => new Promise((resolve) => (finish = resolve)),
  );
  render(<Doer action={action} />);
  await press();
  expect(screen.getByRole("button").getAttribute("aria-busy")).toBe("true");
  await press();
  expect(action).toHaveBeenCalledTimes(1);
  await act(async () => {
    finish?.();
    await Promise.resolve();
  });
  await press();
  expect(action).toHaveBeenCalledTimes(2);
});
