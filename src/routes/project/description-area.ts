import type { SharedText } from "./shared-text";

type Way = "undo" | "redo" | undefined;

/** By what browsers report, and by the key that is pressed with Ctrl, or Cmd. */
const WAYS: Partial<Record<string, Way>> = {
  historyUndo: "undo",
  historyRedo: "redo",
  z: "undo",
  "shift z": "redo",
  y: "redo",
};

function wayOf(event: KeyboardEvent): Way {
  const { ctrlKey, metaKey, altKey, shiftKey, key, code } = event;
  if (ctrlKey === metaKey || altKey) return undefined;
  // Keyboards without Latin letters: by its place.
  const letter = /^[a-z]$/iu.test(key) ? key : code.slice(-1);
  return WAYS[(shiftKey ? "shift " : "") + letter.toLowerCase()];
}

/**
 * Binds the shared text to a text area, and keeps the cursor in place while others type. The browser's own undo knows
 * nothing of others, and forgets everything when they type.
 */
export function attachArea(area: HTMLTextAreaElement, shared: SharedText) {
  let isComposing = false;
  const selection = () => ({
    start: area.selectionStart,
    end: area.selectionEnd,
  });
  let selected = selection();
  const type = () => {
    shared.type(area.value, area.selectionEnd, selected);
    selected = selection();
  };
  const walk = (event: Event, way: Way) => {
    if (way === undefined || area.readOnly || !event.cancelable) return;
    event.preventDefault();
    shared.walk(way);
  };
  const heard = {
    beforeinput: (event: Event) => {
      walk(event, WAYS[(event as InputEvent).inputType]);
      selected = selection();
    },
    keydown: (event: Event) => {
      // Then it is the keyboard's own.
      if (!isComposing) walk(event, wayOf(event as KeyboardEvent));
    },
    input: type,
    blur: () => shared.flush(),
    compositionstart: () => {
      isComposing = true;
    },
    compositionend: () => {
      // Firefox fires the last input event after this one.
      type();
      isComposing = false;
      shared.takeIn();
    },
  };
  for (const [name, listener] of Object.entries(heard))
    area.addEventListener(name, listener);
  const detach = shared.attach({
    selection,
    isComposing: () => isComposing,
    show: (text, { start, end }) => {
      if (area.value === text) return;
      const { selectionDirection } = area;
      area.value = text;
      if (document.activeElement === area)
        area.setSelectionRange(start, end, selectionDirection);
    },
  });
  return () => {
    isComposing = false;
    detach();
    for (const [name, listener] of Object.entries(heard))
      area.removeEventListener(name, listener);
  };
}
