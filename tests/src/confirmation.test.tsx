import { expect, test, vi } from "vitest";
import { AskingButton, Confirmation } from "../../src/ui/confirmation";
import { act, click, fireEvent, render, screen } from "./rendering";

test("what was pressed and has no answer yet is not said to be cancelled", async () => {
  let arrive = () => {};
  render(
    <Confirmation
      isOpen
      title="Publish the results?"
      text="Everyone sees the winners."
      confirm="Publish"
      failure="Failed"
      onClose={() => {}}
      onConfirm={() => new Promise<void>((resolve) => (arrive = resolve))}
    />,
  );
  const names = () =>
    screen.getAllByRole("button").map(({ textContent }) => textContent);
  expect(names()).toEqual(["Cancel", "Publish"]);
  click("Publish");
  expect(names()).toEqual(["Close", "Publish"]);
  await act(async () => arrive());
  expect(names()).toEqual(["Cancel", "Publish"]);
});

test("a question stays as it was asked, and its answer acts on that, until it is asked again", async () => {
  vi.spyOn(HTMLDialogElement.prototype, "showModal").mockImplementation(
    function (this: HTMLDialogElement) {
      this.open = true;
    },
  );
  const done: number[] = [];
  const asking = (count: number, isHarmless = false) => (
    <AskingButton
      label="Remove"
      title="Remove them?"
      text={`${count} teams`}
      confirm="Remove them"
      failure="Failed"
      isHarmless={isHarmless}
      onConfirm={async () => done.push(count)}
    />
  );
  const press = (name: string) =>
    act(async () => void fireEvent.click(screen.getByText(name)));
  const { rerender } = render(asking(1));
  await press("Remove");
  rerender(asking(2));
  expect(screen.queryByText("1 teams")).not.toBeNull();
  await press("Remove them");
  expect(done).toEqual([1]);
  await press("Remove");
  await press("Remove them");
  expect(done).toEqual([1, 2]);
  rerender(asking(0, true));
  await press("Remove");
  expect(done).toEqual([1, 2, 0]);
});
