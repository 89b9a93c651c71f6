/**
 * Parts of the pages that organisers have hidden: elements marked `data-part` whose name is in `data-hidden` of the
 * root element (see `styles/base.css`). They are also stored, so that `public/first-paint.js` can hide them before the
 * first paint. Only this module writes either.
 */
import type { Settings } from "#convex/shared/validators";

const KEY = "hiddenParts";

export type PublicSettings = Pick<
  Settings,
  "registrationLinkShown" | "bannerShown"
>;

/** Applies the settings; without storage, only until the page is left. */
export function applySettings(settings: PublicSettings): void {
  const hidden = hiddenBy(settings);
  const { dataset } = document.documentElement;
  if (hidden === "") delete dataset.hidden;
  else dataset.hidden = hidden;
  try {
    if (hidden === "") localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, hidden);
  } catch {
    // Storage is forbidden.
  }
}

function hiddenBy({ registrationLinkShown, bannerShown }: PublicSettings) {
  return [
    ...(registrationLinkShown ? [] : ["registration"]),
    ...(bannerShown ? [] : ["banner"]),
  ].join(" ");
}
