import { ConvexError } from "convex/values";
import { beforeEach, expect, test, vi } from "vitest";
import { refusal } from "#convex/platform/shared/errors";
import { notify } from "../../src/lib/notify";
import { useAction } from "../../src/lib/forms/use-action";
import { act, button, open, press } from "./rendering";

const said: string[] = [];
beforeEach(() => {
  said.length = 0;
  vi.spyOn(notify, "error").mockImplementation(
    (words) => void said.push(words),
  );
});

function Doer({ action }: { action: () => Promise<unknown> }) {
  const { run, isPending } = useAction("Failed to do it");
  return (
    <button aria-busy={isPending} onClick={() => void run(action)}>
      Do it
    </button>
  );
}

const refused = (...told: Parameters<typeof refusal>) =>
  new ConvexError(refusal(...told) as never);
const GONE = refused("not_found", { label: "Message" });
const SHOWN_OUT = ["organisers_only", "judges_only", "not_signed_in"] as const;

test.each<[string, Error | undefined, string[]]>([
  ["what works is not talked about", undefined, []],
  ["a refusal is said in a toast", GONE, ["Message no longer exists."]],
  ["so is any other failure", new Error("a detail"), ["Failed to do it"]],
  ...SHOWN_OUT.map((code): [string, Error, string[]] => [
    `${code} is not: the guard is showing them out`,
    refused(code, {}),
    [],
  ]),
])("%s", async (_, error, words) => {
  const action = async () => (error ? Promise.reject(error) : undefined);
  open(<Doer action={action} />);
  await press("Do it");
  expect(said).toEqual(words);
});

test("a second press while the first is under way does nothing", async () => {
  let finish = () => {};
  const action = vi.fn(() => new Promise<void>((end) => (finish = end)));
  open(<Doer action={action} />);
  await press("Do it");
  expect(button("Do it").getAttribute("aria-busy")).toBe("true");
  await press("Do it");
  expect(action).toHaveBeenCalledTimes(1);
  await act(async () => finish());
  await press("Do it");
  expect(action).toHaveBeenCalledTimes(2);
});
