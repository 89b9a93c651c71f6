import { expect, test, vi } from "vitest";
import { Pictures } from "../../src/routes/project/pictures/pictures";
import { useUploads } from "../../src/routes/project/pictures/use-uploads";
import { answer, calls, resetDeployment, responses } from "./deployment";
import { fireEvent, render, screen } from "./rendering";

vi.mock("convex/react", async () =>
  (await import("./deployment")).convexReact(),
);

/** Pictures, as somebody has described them. */
const pictures = (...alts: string[]) => {
  const url = "https://arena.example/1";
  const picture = { url, thumbnail: null, width: 4, height: 3 };
  const shown = alts.map((alt, nth) => ({
    _id: `p${nth + 1}`,
    ...picture,
    alt,
  }));
  return { "projects:pictures": shown };
};
function Page({ isOpen = true }: { isOpen?: boolean }) {
  return <Pictures isOpen={isOpen} uploads={useUploads()} />;
}
const field = () => screen.getByLabelText<HTMLInputElement>(/^What it shows/u);
const type = (value: string) =>
  fireEvent.change(field(), { target: { value } });

test("what is typed about a picture when submissions close is there when there is more time", () => {
  resetDeployment(pictures(""));
  const { rerender } = render(<Page />);
  const before = field();
  type("The board");
  rerender(<Page isOpen={false} />);
  expect(screen.queryByRole("button")).toBeNull();
  rerender(<Page />);
  expect(field()).toBe(before);
  expect(field().value).toBe("The board");
});

test("what a teammate saves as the description of a picture discards nothing that is typed", async () => {
  resetDeployment(pictures(""));
  render(<Page />);
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

test("a picture that is removed can be put back where it was, until somebody has", async () => {
  resetDeployment(pictures("The board"));
  responses["projects:removePicture"] = async () =>
    answer({ "projects:pictures": [] });
  responses["projects:putBackPicture"] = async () =>
    answer(pictures("The board"));
  render(<Page />);
  const remove = () =>
    fireEvent.click(screen.getByRole("button", { name: "Remove picture 1" }));
  remove();
  await screen.findByText("Picture 1 is removed: The board");
  const back = screen.getByRole("button", {
    name: /^Put back: Picture 1 is removed/,
  });
  back.focus();
  fireEvent.click(back);
  await screen.findByLabelText("Picture 1 of 1");
  await screen.findByText("The picture is back.");
  expect(
    screen.queryByRole("button", { name: /^Put back: Picture 1 is removed/ }),
  ).toBeNull();
  expect(document.activeElement).toBe(
    screen.getByRole("region", { name: "Pictures" }),
  );
  remove();
  await screen.findByRole("button", {
    name: /^Put back: Picture 1 is removed/,
  });
  answer(pictures("The board"));
  expect(
    screen.queryByRole("button", { name: /^Put back: Picture 1 is removed/ }),
  ).toBeNull();
});

test("what is removed can be put back where each was", async () => {
  resetDeployment(pictures("One", "Two", "Three"));
  const shown = pictures("One", "Two", "Three")["projects:pictures"];
  const without = (...ids: string[]) =>
    answer({
      "projects:pictures": shown.filter(({ _id }) => !ids.includes(_id)),
    });
  render(<Page />);
  const items = () =>
    screen.getAllByRole("listitem").map((item) => {
      const words = item.querySelector<HTMLInputElement>("input");
      return words?.value ?? item.querySelector("output")?.textContent;
    });
  responses["projects:removePicture"] = async () => without("p1");
  fireEvent.click(screen.getByRole("button", { name: "Remove picture 1" }));
  await screen.findByText("Picture 1 is removed: One");
  expect(items()).toEqual(["Picture 1 is removed: One", "Two", "Three"]);
  responses["projects:removePicture"] = async () => without("p1", "p2");
  fireEvent.click(screen.getByRole("button", { name: "Remove picture 1" }));
  await screen.findByText("Picture 1 is removed: Two");
  expect(items()).toEqual([
    "Picture 1 is removed: One",
    "Picture 1 is removed: Two",
    "Three",
  ]);
});
