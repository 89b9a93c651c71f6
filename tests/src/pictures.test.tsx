import { expect, test, vi } from "vitest";
import { Pictures } from "../../src/routes/project/pictures/pictures";
import { resetDeployment } from "./deployment";
import { fireEvent, render, screen } from "./rendering";

vi.mock("convex/react", async () =>
  (await import("./deployment")).convexReact(),
);

test("what is typed about a picture when submissions close is there when there is more time", () => {
  const url = "https://arena.example/1";
  const picture = { url, thumbnail: null, width: 4, height: 3, alt: "" };
  resetDeployment({ "projects:pictures": [{ _id: "p1", ...picture }] });
  const { rerender } = render(<Pictures isOpen />);
  const field = screen.getByLabelText<HTMLInputElement>(/^What it shows/u);
  fireEvent.change(field, { target: { value: "The board" } });
  rerender(<Pictures isOpen={false} />);
  expect(screen.queryByRole("button")).toBeNull();
  rerender(<Pictures isOpen />);
  expect(screen.getByLabelText(/^What it shows/u)).toBe(field);
  expect(field.value).toBe("The board");
});
