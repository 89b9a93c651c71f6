import { ConvexError, type Value } from "convex/values";
import type { ConvexReactClient } from "convex/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { refusal } from "#convex/platform/shared/errors";
import { startSending } from "../../src/lib/outbox/sender";
import type { Bench } from "../../src/routes/project/fields";
import { Pictures } from "../../src/routes/project/pictures/pictures";
import { useUploads } from "../../src/routes/project/pictures/use-uploads";
import {
  answer,
  calls,
  convex,
  resetDeployment,
  responses,
} from "./deployment";
import { act, fireEvent, render, screen } from "./rendering";

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
const field = () => screen.getByLabelText<HTMLInputElement>(/^What it shows/u);
const type = (value: string) =>
  fireEvent.change(field(), { target: { value } });
const press = (name: string) =>
  fireEvent.click(screen.getByRole("button", { name }));
const order = () =>
  screen.getAllByRole<HTMLImageElement>("img").map(({ alt }) => alt);

const editors: Bench["editors"] = new Set();
function Page({ isOpen = true }: { isOpen?: boolean }) {
  const project = { _id: "radar" };
  const uploads = useUploads();
  const bench = { project, selfId: "meera", isOpen, editors, uploads };
  return <Pictures bench={bench as Bench} />;
}
const open = () => render(<Page />);

let end = () => {};
/** The line is there from now on. */
function hostBack() {
  end = startSending(convex as unknown as ConvexReactClient, "meera");
}
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const refused = (what: string) => async () => {
  const data: Value = refusal("changed_since", { what });
  throw new ConvexError(data);
};

beforeEach(() => {
  localStorage.clear();
  vi.useFakeTimers();
});
afterEach(() => end());

test("what is typed about a picture when submissions close is there when there is more time", () => {
  resetDeployment(pictures(""));
  const { rerender } = open();
  const before = field();
  type("The board");
  rerender(<Page isOpen={false} />);
  expect(screen.queryByRole("button")).toBeNull();
  rerender(<Page />);
  expect(field()).toBe(before);
  expect(field().value).toBe("The board");
});

test("what a picture shows is kept with each letter, outlasts the page, and is sent once, when typing pauses", async () => {
  resetDeployment(pictures(""));
  const { unmount } = open();
  type("The b");
  type("The board ");
  unmount();
  open();
  expect(field().value).toBe("The board");
  screen.getByText("Saving");
  hostBack();
  await pass(900);
  type("The board at night");
  await pass(900);
  expect(calls).toEqual([]);
  responses["projects:describePicture"] = async () =>
    answer(pictures("The board at night"));
  await pass(200);
  expect(calls).toEqual([
    [
      "projects:describePicture",
      { pictureId: "p1", alt: "The board at night", seen: "" },
    ],
  ]);
  await pass(60_000);
  expect(calls).toHaveLength(1);
  expect(screen.queryByText("Saving")).toBeNull();
  fireEvent.blur(field());
  answer(pictures("Two boards"));
  expect(field().value).toBe("Two boards");
});

test.each([
  ["Save mine", "The board at night"],
  ["Use theirs", "Our board"],
])(
  "of a picture that a teammate has described meanwhile, both words are there until somebody presses %s",
  async (name, words) => {
    resetDeployment(pictures(""));
    open();
    type("The board");
    answer(pictures("Our board"));
    type("The board at night");
    fireEvent.blur(field());
    responses["projects:describePicture"] = refused("It is so now.");
    hostBack();
    await pass(2_000);
    expect(calls[0]?.[1]).toMatchObject({ seen: "" });
    screen.getByText("A teammate has saved: Our board");
    expect(field().value).toBe("The board at night");
    screen.getByText("Not saved");
    calls.length = 0;
    responses["projects:describePicture"] = async () =>
      answer(pictures("The board at night"));
    press(name);
    await pass(2_000);
    expect(field().value).toBe(words);
    expect(calls.map(([, args]) => args)).toMatchObject(
      name === "Save mine" ? [{ alt: words, seen: "Our board" }] : [],
    );
    expect(localStorage).toHaveLength(0);
  },
);

test("an order outlasts the page, is sent once, and is said to be another one if a teammate was faster", async () => {
  resetDeployment(pictures("One", "Two", "Three"));
  const { unmount } = open();
  press("Move picture 1 back");
  press("Move picture 3 forward");
  unmount();
  open();
  expect(order()).toEqual(["Two", "Three", "One"]);
  responses["projects:arrangePictures"] = refused("The order is another one.");
  hostBack();
  await pass(0);
  expect(calls).toEqual([
    [
      "projects:arrangePictures",
      { pictureIds: ["p2", "p3", "p1"], seen: ["p1", "p2", "p3"] },
    ],
  ]);
  expect(order()).toEqual(["One", "Two", "Three"]);
  expect(localStorage).toHaveLength(0);
});

test("words about a picture that is gone wait for nobody", async () => {
  resetDeployment(pictures(""));
  open();
  type("The board");
  answer(pictures());
  responses["projects:describePicture"] = refused("This picture is gone.");
  hostBack();
  await pass(2_000);
  expect(localStorage).toHaveLength(0);
});

test("a picture that is removed can be put back where it was, until somebody has", async () => {
  vi.useRealTimers();
  resetDeployment(pictures("The board"));
  responses["projects:removePicture"] = async () =>
    answer({ "projects:pictures": [] });
  responses["projects:putBackPicture"] = async () =>
    answer(pictures("The board"));
  open();
  const remove = () => press("Remove picture 1");
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
  vi.useRealTimers();
  resetDeployment(pictures("One", "Two", "Three"));
  const shown = pictures("One", "Two", "Three")["projects:pictures"];
  const without = (...ids: string[]) =>
    answer({
      "projects:pictures": shown.filter(({ _id }) => !ids.includes(_id)),
    });
  open();
  const items = () =>
    screen.getAllByRole("listitem").map((item) => {
      const words = item.querySelector<HTMLInputElement>("input");
      return words?.value ?? item.querySelector("output")?.textContent;
    });
  responses["projects:removePicture"] = async () => without("p1");
  press("Remove picture 1");
  await screen.findByText("Picture 1 is removed: One");
  expect(items()).toEqual(["Picture 1 is removed: One", "Two", "Three"]);
  responses["projects:removePicture"] = async () => without("p1", "p2");
  press("Remove picture 1");
  await screen.findByText("Picture 1 is removed: Two");
  expect(items()).toEqual([
    "Picture 1 is removed: One",
    "Picture 1 is removed: Two",
    "Three",
  ]);
});
