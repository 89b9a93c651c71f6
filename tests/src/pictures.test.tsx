import type { ConvexReactClient } from "convex/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { refuse } from "#convex/platform/shared/errors";
import { startSending } from "../../src/lib/outbox/sender";
import type { Bench } from "../../src/routes/project/fields";
import { Pictures } from "../../src/routes/project/pictures/pictures";
import { useUploads } from "../../src/routes/project/pictures/use-uploads";
import { answer, calls, convex, responses } from "./deployment";
import { act, button, click, field, fill, fireEvent } from "./rendering";
import { open, screen } from "./rendering";

/** Pictures, as somebody has described them. */
const pictures = (...alts: string[]) => {
  const url = "https://arena.example/1";
  const picture = { url, thumbnail: null, width: 4, height: 3 };
  const of = (alt: string, nth: number) => ({ _id: `p${nth + 1}`, alt });
  return alts.map((alt, nth) => ({ ...picture, ...of(alt, nth) }));
};
const tell = (shown: object[]) => answer({ "projects:pictures": shown });
const show = (...alts: string[]) => tell(pictures(...alts));

const WORDS = /^What it shows/u;
const order = () =>
  screen.getAllByRole<HTMLImageElement>("img").map(({ alt }) => alt);

const editors: Bench["editors"] = new Set();
function Page({ isOpen = true }: { isOpen?: boolean }) {
  const project = { _id: "radar" };
  const uploads = useUploads();
  const bench = { project, selfId: "meera", isOpen, editors, uploads };
  return <Pictures bench={bench as Bench} />;
}

let end = () => {};
/** The line is there from now on. */
function hostBack() {
  end = startSending(convex as unknown as ConvexReactClient, "meera");
}
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const refuses = (name: string, what: string) =>
  (responses[`projects:${name}`] = async () =>
    refuse("changed_since", { what }));
const describes = (alt: string) =>
  (responses["projects:describePicture"] = async () => show(alt));

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => end());

test("what is typed about a picture when submissions close is there when there is more time", () => {
  show("");
  const page = open(<Page />);
  const before = field(WORDS);
  fill(WORDS, "The board");
  page.show(<Page isOpen={false} />);
  expect(screen.queryByRole("button")).toBeNull();
  page.show(<Page />);
  expect(field(WORDS)).toBe(before);
  expect(before.value).toBe("The board");
});

test("what a picture shows is kept with each letter, outlasts the page, and is sent once, when typing pauses", async () => {
  show("");
  const { unmount } = open(<Page />);
  fill(WORDS, "The b");
  fill(WORDS, "The board ");
  unmount();
  open(<Page />);
  expect(field(WORDS).value).toBe("The board");
  screen.getByText("Saving");
  hostBack();
  await pass(900);
  const alt = "The board at night";
  fill(WORDS, alt);
  await pass(900);
  expect(calls).toEqual([]);
  describes(alt);
  await pass(200);
  const sent = { pictureId: "p1", alt, seen: "" };
  expect(calls).toEqual([["projects:describePicture", sent]]);
  await pass(60_000);
  expect(calls).toHaveLength(1);
  expect(screen.queryByText("Saving")).toBeNull();
  fireEvent.blur(field(WORDS));
  show("Two boards");
  expect(field(WORDS).value).toBe("Two boards");
});

test.each([
  ["Save mine", "The board at night"],
  ["Use theirs", "Our board"],
])(
  "of a picture that a teammate has described meanwhile, both words are there until somebody presses %s",
  async (name, words) => {
    const mine = "The board at night";
    show("");
    open(<Page />);
    fill(WORDS, "The board");
    show("Our board");
    fill(WORDS, mine);
    fireEvent.blur(field(WORDS));
    refuses("describePicture", "It is so now.");
    hostBack();
    await pass(2_000);
    expect(calls[0]?.[1]).toMatchObject({ seen: "" });
    screen.getByText("A teammate has saved: Our board");
    expect(field(WORDS).value).toBe(mine);
    screen.getByText("Not saved");
    calls.length = 0;
    describes(mine);
    click(name);
    await pass(2_000);
    expect(field(WORDS).value).toBe(words);
    expect(calls.map(([, args]) => args)).toMatchObject(
      name === "Save mine" ? [{ alt: words, seen: "Our board" }] : [],
    );
    expect(localStorage).toHaveLength(0);
  },
);

test("an order outlasts the page, is sent once, and is said to be another one if a teammate was faster", async () => {
  show("One", "Two", "Three");
  const { unmount } = open(<Page />);
  click("Move picture 1 back");
  click("Move picture 3 forward");
  unmount();
  open(<Page />);
  expect(order()).toEqual(["Two", "Three", "One"]);
  refuses("arrangePictures", "The order is another one.");
  hostBack();
  await pass(0);
  const sent = { pictureIds: ["p2", "p3", "p1"], seen: ["p1", "p2", "p3"] };
  expect(calls).toEqual([["projects:arrangePictures", sent]]);
  expect(order()).toEqual(["One", "Two", "Three"]);
  expect(localStorage).toHaveLength(0);
});

test("words about a picture that is gone wait for nobody", async () => {
  show("");
  open(<Page />);
  fill(WORDS, "The board");
  show();
  refuses("describePicture", "This picture is gone.");
  hostBack();
  await pass(2_000);
  expect(localStorage).toHaveLength(0);
});

test("a picture that is removed can be put back where it was, until somebody has", async () => {
  vi.useRealTimers();
  show("The board");
  responses["projects:removePicture"] = async () => show();
  responses["projects:putBackPicture"] = async () => show("The board");
  open(<Page />);
  const name = /^Put back: Picture 1 is removed/;
  const isOffered = () => screen.queryByRole("button", { name }) !== null;
  click("Remove picture 1");
  await screen.findByText("Picture 1 is removed: The board");
  button(name).focus();
  click(name);
  await screen.findByLabelText("Picture 1 of 1");
  await screen.findByText("The picture is back.");
  expect(isOffered()).toBe(false);
  const region = screen.getByRole("region", { name: "Pictures" });
  expect(document.activeElement).toBe(region);
  click("Remove picture 1");
  await expect.poll(isOffered).toBe(true);
  show("The board");
  expect(isOffered()).toBe(false);
});

test("what is removed can be put back where each was", async () => {
  vi.useRealTimers();
  const all = pictures("One", "Two", "Three");
  tell(all);
  open(<Page />);
  const items = () =>
    screen.getAllByRole("listitem").map((item) => {
      const words = item.querySelector<HTMLInputElement>("input");
      return words?.value ?? item.querySelector("output")?.textContent;
    });
  for (const [removed, shown] of [
    ["One", ["Picture 1 is removed: One", "Two", "Three"]],
    [
      "Two",
      ["Picture 1 is removed: One", "Picture 1 is removed: Two", "Three"],
    ],
  ] as const) {
    const left = all.slice(all.findIndex(({ alt }) => alt === removed) + 1);
    responses["projects:removePicture"] = async () => tell(left);
    click("Remove picture 1");
    await screen.findByText(`Picture 1 is removed: ${removed}`);
    expect(items()).toEqual(shown);
  }
});
