import { expect, test } from "vitest";
import { Confirmation } from "../../src/ui/confirmation";
import { act, fireEvent, render, screen } from "./rendering";

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
  fireEvent.click(screen.getByRole("button", { name: "Publish" }));
  expect(names()).toEqual(["Close", "Publish"]);
  await act(async () => arrive());
  expect(names()).toEqual(["Cancel", "Publish"]);
});
