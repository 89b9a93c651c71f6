import { expect, test, vi } from "vitest";
import { Pictures } from "../../src/routes/project/pictures/pictures";
import { answer, calls, resetDeployment } from "./deployment";
import { fireEvent, render, screen } from "./rendering";

vi.mock("convex/react", async () =>
  (await import("./deployment")).convexReact(),
);

/** A picture, as somebody has described it. */
const pictures = (alt: string) => {
  const url = "https://arena.example/1";
  const picture = { url, thumbnail: null, width: 4, height: 3, alt };
  return { "projects:pictures": [{ _id: "p1", ...picture }] };
};
const field = () => screen.getByLabelText<HTMLInputElement>(/^What it shows/u);
const type = (value: string) =>
  fireEvent.change(field(), { target: { value } });

test("what is typed about a picture when submissions close is there when there is more time", () => {
  resetDeployment(pictures(""));
  const { rerender } = render(<Pictures isOpen />);
  const before = field();
  type("The board");
  rerender(<Pictures isOpen={false} />);
  expect(screen.queryByRole("button")).toBeNull();
  rerender(<Pictures isOpen />);
  expect(field()).toBe(before);
  expect(field().value).toBe("The board");
});

test("what a teammate saves as the description of a picture discards nothing that is typed", async () => {
  resetDeployment(pictures(""));
  render(<Pictures isOpen />);
  type("The board at night");
  answer(pictures("Our board"));
  screen.getByText("A teammate has saved: Our board");
  expect(field().value).toBe("The board at night");
  type("The board at night, from above");
  fireEvent.blur(field());
  await expect.poll(() => calls).toHaveLength(1);
  expect(calls[0]?.[1]).toMatchObject({
    alt: "The board at night, from above",
  });
  answer(pictures("The board at night, from above"));
  // Nobody types there now, so the next words show.
  answer(pictures("Two boards"));
  expect(field().value).toBe("Two boards");
});
