import type { SharedText } from "./shared-text";

/** Binds the shared text to a text area, and keeps the cursor in place while others type. */
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
  const heard = {
    beforeinput: () => {
      selected = selection();
    },
    input: type,
    blur: () => shared.flush(),
    compositionstart: () => {
      isComposing = true;
    },
    compositionend: () => {
      isComposing = false;
      // Firefox fires the last input event after this one.
      type();
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
