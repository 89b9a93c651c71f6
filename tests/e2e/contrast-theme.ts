import type { Page } from "playwright-core";

/**
 * Holds the page as it stands against a contrast theme (forced colours): what is drawn with its usual colours, a border,
 * a plate, a tick, a bar or the shape of an icon, must be drawn with the theme's colours too, and text must be readable.
 * @returns each element that the theme makes invisible, by tag, class and text
 */
export async function findInvisible(page: Page): Promise<string[]> {
  const usual = await page.evaluateHandle(marksOf, []);
  await page.emulateMedia({ forcedColors: "active" });
  try {
    const themed = await page.evaluateHandle(marksOf, usual);
    return await themed.evaluate((marks) => marks.map(({ name }) => name));
  } finally {
    await page.emulateMedia({ forcedColors: null });
  }
}

type Mark = { element: Element; kind: "shape" | "text"; name: string };

/**
 * Runs in the page.
 * @param asked what was drawn before; empty to look at the whole page
 * @returns what is drawn; or, of what was asked, what is not drawn any more
 */
function marksOf(asked: readonly Mark[]): Mark[] {
  /** A hairline has more than this, the ground of a plate less. */
  const leastOf = { shape: 1.5, text: 3 };
  const canvas = document.createElement("canvas");
  const brush = canvas.getContext("2d", { willReadFrequently: true });
  const known = new Map<string, number[]>();
  const rgbaOf = (color: string): number[] => {
    let rgba = known.get(color);
    if (rgba === undefined && brush !== null) {
      brush.clearRect(0, 0, 1, 1);
      brush.fillStyle = color;
      brush.fillRect(0, 0, 1, 1);
      rgba = [...brush.getImageData(0, 0, 1, 1).data];
      known.set(color, rgba);
    }
    return rgba ?? [0, 0, 0, 0];
  };
  const isSolid = (color: string) => (rgbaOf(color)[3] ?? 0) > 200;
  const light = (color: string) => {
    const [red = 0, green = 0, blue = 0] = rgbaOf(color).map((channel) => {
      const part = channel / 255;
      return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const contrast = (color: string, ground: string) => {
    if (!isSolid(color)) return 1;
    const [one, other] = [light(color), light(ground)];
    return (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
  };
  const grounds = new Map<Element | null, string>();
  /** The colour that lies under what an element holds. */
  const groundIn = (element: Element | null): string => {
    if (element === null) return "white";
    let ground = grounds.get(element);
    if (ground === undefined) {
      const isPlate = element.classList.contains("plate");
      const fills = [
        getComputedStyle(element).backgroundColor,
        ...(isPlate
          ? [getComputedStyle(element, "::after").backgroundColor]
          : []),
      ];
      ground = fills.find(isSolid) ?? groundIn(element.parentElement);
      grounds.set(element, ground);
    }
    return ground;
  };
  const bordersOf = (style: CSSStyleDeclaration) =>
    (["Top", "Right", "Bottom", "Left"] as const)
      .filter(
        (side) =>
          style[`border${side}Style`] !== "none" &&
          style[`border${side}Width`] !== "0px",
      )
      .map((side) => style[`border${side}Color`]);
  const shapesOf = (element: Element): string[] => {
    const style = getComputedStyle(element);
    const colors = [style.backgroundColor, ...bordersOf(style)];
    colors.push(...(style.boxShadow.match(/^\w+\([^)]*\)/) ?? []));
    if (style.outlineStyle !== "none") colors.push(style.outlineColor);
    for (const part of ["::before", "::after"]) {
      const painted = getComputedStyle(element, part);
      if (painted.content === "none" || painted.opacity === "0") continue;
      colors.push(painted.backgroundColor, ...bordersOf(painted));
    }
    return colors;
  };
  /** A picture that is half transparent only decorates. */
  const pictureOf = (element: Element): string[] => {
    const picture = element.closest("svg");
    if (picture === element || picture === null) return [];
    const { fill, stroke } = getComputedStyle(element);
    return getComputedStyle(picture).opacity === "1" ? [fill, stroke] : [];
  };
  const isDrawn = ({ element, kind }: Pick<Mark, "element" | "kind">) => {
    const style = getComputedStyle(element);
    const around = groundIn(element.parentElement);
    const colors =
      kind === "text"
        ? [style.color]
        : element instanceof SVGElement
          ? pictureOf(element)
          : shapesOf(element);
    const ground = kind === "text" ? groundIn(element) : around;
    return colors.some((color) => contrast(color, ground) >= leastOf[kind]);
  };
  if (asked.length > 0) {
    return asked.filter((mark) => mark.element.isConnected && !isDrawn(mark));
  }
  const holdsText = ({ childNodes }: Element) =>
    [...childNodes].some(
      ({ nodeType, nodeValue }) => nodeType === 3 && nodeValue?.trim(),
    );
  return [...document.body.querySelectorAll("*")]
    .filter((element) =>
      element.checkVisibility({
        opacityProperty: true,
        visibilityProperty: true,
      }),
    )
    .flatMap((element) =>
      (["shape", "text"] as const)
        .filter((kind) => kind === "shape" || holdsText(element))
        .map((kind) => ({ element, kind })),
    )
    .filter(isDrawn)
    .map(({ element, kind }) => ({
      element,
      kind,
      name: `${kind} of ${element.tagName.toLowerCase()}.${element.getAttribute("class") ?? ""} "${(element.textContent ?? "").slice(0, 40)}"`,
    }));
}
