/** The one that `Person` puts into the page before. */
declare const TestingLibraryDom: typeof import("@testing-library/dom");

declare global {
  interface Window {
    /** All that toasts have said on this page: they go again, and a busy computer may look too late. */
    told?: Set<string>;
    /** Whether the mouse has hit what was aimed at last. */
    isHit?: boolean;
  }
}

export type PageSide = ReturnType<typeof pageSide>;

/**
 * What the tests ask of a page, from within: the same questions in every engine. It is sent as source text, so it uses
 * nothing but the page. Whatever is not there yet is thrown.
 */
export function pageSide() {
  const told = (window.told ??= listenToToasts());
  const { getAllByRole, getAllByLabelText, configure } = TestingLibraryDom;
  configure({
    getElementError: (message) => new Error(message?.split("\n", 1)[0]),
  });

  /** What can be used now: the topmost dialog, or else the page. */
  const stage = () =>
    [...document.querySelectorAll<HTMLElement>(":modal")].at(-1) ??
    document.body;

  const whole = (text: string) =>
    new RegExp(`^${text.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&")}$`, "i");

  const isSeen = (element: Element) =>
    element.checkVisibility({ visibilityProperty: true }) &&
    element.getBoundingClientRect().height > 1;

  function wordsOf(element: Element) {
    return (element.textContent ?? "").replaceAll(/\s+/g, " ").trim();
  }

  function firstSeen(elements: HTMLElement[], what: string): HTMLElement {
    const found = elements.find(isSeen);
    if (!found) throw new Error(`nobody can see ${what}`);
    return found;
  }

  const field = (label: string) =>
    firstSeen(
      getAllByLabelText(stage(), label, { selector: "input, textarea" }),
      label,
    ) as HTMLInputElement;

  /** The smallest element in sight with exactly this text. */
  const withWords = (text: string) =>
    firstSeen(
      [...document.body.querySelectorAll<HTMLElement>("*")]
        .filter((element) => wordsOf(element) === text)
        .toReversed(),
      `"${text}"`,
    );

  const control = (role: string, name: string) =>
    firstSeen(
      getAllByRole(stage(), role, name === "" ? {} : { name: whole(name) }),
      name || role,
    );

  function listenToToasts() {
    const texts = new Set<string>();
    const listen = () => {
      for (const toast of document.querySelectorAll("[data-sonner-toast]"))
        texts.add(wordsOf(toast));
    };
    new MutationObserver(listen).observe(document, {
      childList: true,
      subtree: true,
      characterData: true,
    });
    return texts;
  }

  const frame = () => new Promise(requestAnimationFrame);

  /** Where to press it, once it stands still and nothing lies on it. */
  async function placeOf(element: HTMLElement) {
    if (element.ariaDisabled === "true" || element.matches(":disabled"))
      throw new Error(`disabled: ${wordsOf(element)}`);
    element.scrollIntoView({ block: "center", behavior: "instant" });
    const before = element.getBoundingClientRect();
    await frame();
    await frame();
    const { left, top, width, height } = element.getBoundingClientRect();
    if (left !== before.left || top !== before.top)
      throw new Error(`moving: ${wordsOf(element)}`);
    const point = { x: left + width / 2, y: top + height / 2 };
    const hit = document.elementFromPoint(point.x, point.y);
    if (!element.contains(hit))
      throw new Error(
        `${element.outerHTML.slice(0, 80)} is below ${hit?.outerHTML.slice(0, 80)}`,
      );
    window.isHit = false;
    document.addEventListener(
      "pointerdown",
      ({ target }) => (window.isHit = element.contains(target as Node)),
      { capture: true, once: true },
    );
    return point;
  }

  return {
    placeOfControl: (role: string, name: string) =>
      placeOf(control(role, name)),
    placeOfField: async (label: string) => {
      const found = field(label);
      const place = await placeOf(found);
      // What is written replaces what is there.
      found.focus();
      found.select();
      return place;
    },
    placeOfText: (text: string) => placeOf(withWords(text)),
    /** Not after what was hit has opened another page. */
    isMissed: () => window.isHit === false,
    see: (text: string) => void withWords(text),
    wasTold: (text: string) => told.has(text),
    select: (label: string) => field(label).select(),
    /** Chooses a file that holds these bytes. */
    choose: (label: string, name: string, bytes: number[]) => {
      const chosen = new DataTransfer();
      chosen.items.add(new File([new Uint8Array(bytes)], name));
      const found = field(label);
      found.files = chosen.files;
      found.dispatchEvent(new Event("change", { bubbles: true }));
    },
    valueOf: (label: string) => field(label).value,
    hasFocus: (label: string) => field(label) === document.activeElement,
    /** Whether nothing lies on any corner of the field. */
    isUncovered: (label: string) => {
      const found = field(label);
      const { left, right, top, bottom } = found.getBoundingClientRect();
      const inset = 4;
      return [left + inset, right - inset].every((x) =>
        [top + inset, bottom - inset].every(
          (y) => document.elementFromPoint(x, y) === found,
        ),
      );
    },
    /** What the elements have in this attribute, in order. */
    attributesOf: (selector: string, attribute: string) =>
      [...document.querySelectorAll(selector)].map(
        (element) => element.getAttribute(attribute) ?? "",
      ),
    /** The lines of text of each element. */
    linesOf: (selector: string) =>
      [...document.querySelectorAll<HTMLElement>(selector)].map(
        ({ innerText }) =>
          innerText
            .split("\n")
            .map((line) => line.trim())
            .filter((line) => line !== ""),
      ),
    address: () => location.pathname + location.search,
    /** Of the page that was opened at the address: another one may still be there. */
    isAlive: (address?: string) =>
      [undefined, performance.getEntriesByType("navigation")[0]?.name].includes(
        address,
      ) && document.documentElement.matches("[data-alive]"),
    hasDialog: () => stage() !== document.body,
  };
}
