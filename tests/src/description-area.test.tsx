/** Keys and menus that take back what was typed in the description; real browsers: engines/project.test.ts. */
import { afterEach, beforeEach, expect, test } from "vitest";
import { attachArea } from "../../src/routes/project/description-area";
import { SharedText } from "../../src/routes/project/shared-text";
import { fireEvent } from "./rendering";
import { Deployment, insertion, nothingKept } from "./writer";

let area: HTMLTextAreaElement;
let shared: SharedText;
let deployment: Deployment;
beforeEach(() => {
  deployment = new Deployment("Radar. ");
  shared = new SharedText({
    send: async () => new Promise(() => {}),
    kept: nothingKept,
  });
  shared.receive(deployment.changes);
  area = document.createElement("textarea");
  document.body.replaceChildren(area);
  attachArea(area, shared);
  area.focus();
  write("It ");
  write("works");
  // A teammate writes.
  deployment.store(1, insertion(deployment, 0, "Our "));
  shared.receive(deployment.changes);
  area.setSelectionRange(0, 0);
});

afterEach(() => area.remove());

function write(words: string) {
  area.setRangeText(words, area.selectionEnd, area.selectionEnd, "end");
  fireEvent.input(area);
}

const WRITTEN = "Our Radar. It works";
const BACK = "Our Radar. It ";

/** @returns whether the browser's own undo is kept from doing it too */
const press = (key: string, how: KeyboardEventInit) =>
  !fireEvent.keyDown(area, { key, code: `Key${key.toUpperCase()}`, ...how });

const choose = (inputType: string) =>
  !fireEvent(
    area,
    new InputEvent("beforeinput", { inputType, cancelable: true }),
  );

test.each<[string, () => boolean, () => boolean]>([
  [
    "Ctrl+Z and Ctrl+Shift+Z",
    () => press("z", { ctrlKey: true }),
    () => press("Z", { ctrlKey: true, shiftKey: true }),
  ],
  [
    "Cmd+Z and Cmd+Shift+Z",
    () => press("z", { metaKey: true }),
    () => press("z", { metaKey: true, shiftKey: true }),
  ],
  [
    "these keys on a Devanagari keyboard, and Ctrl+Y",
    () => press("ॆ", { ctrlKey: true, code: "KeyZ" }),
    () => press("y", { ctrlKey: true }),
  ],
  [
    "the menu, a phone's gesture",
    () => choose("historyUndo"),
    () => choose("historyRedo"),
  ],
])(
  "%s take back one's last word, and make it again, at its place",
  (_, back, again) => {
    expect(area.value).toBe(WRITTEN);
    expect(back()).toBe(true);
    expect(area.value).toBe(BACK);
    expect([area.selectionStart, area.selectionEnd]).toEqual([14, 14]);
    expect(shared.getView().text).toBe(BACK);
    expect(again()).toBe(true);
    expect(area.value).toBe(WRITTEN);
    expect(area.selectionStart).toBe(WRITTEN.length);
  },
);

test.each<[string, () => boolean]>([
  ["z alone", () => press("z", {})],
  [
    "Alt+Ctrl+Z, which writes letters",
    () => press("z", { ctrlKey: true, altKey: true }),
  ],
  ["Ctrl+Shift+Y", () => press("Y", { ctrlKey: true, shiftKey: true })],
  ["a letter", () => choose("insertText")],
  [
    "a field that is only read",
    () => {
      area.readOnly = true;
      return press("z", { ctrlKey: true });
    },
  ],
  [
    "a keyboard that composes",
    () => {
      fireEvent.compositionStart(area);
      return press("z", { ctrlKey: true });
    },
  ],
])("%s: nothing is taken back", (_, act) => {
  expect(act()).toBe(false);
  expect(area.value).toBe(WRITTEN);
});

test("a key marks what is selected in one step, and the words of a teammate in it stay", () => {
  area.setSelectionRange(4, 9);
  shared.mark("bold");
  expect(area.value).toBe("Our **Radar**. It works");
  expect(area.value.slice(area.selectionStart, area.selectionEnd)).toBe(
    "Radar",
  );
  deployment.store(1, insertion(deployment, 6, "dd"));
  shared.receive(deployment.changes);
  expect(area.value).toBe("Our **Radddar**. It works");
  press("z", { ctrlKey: true });
  expect(area.value).toBe("Our Radddar. It works");
});
