/**
 * Which parts of the pages organisers have hidden. The root element carries their names, and whatever is marked with
 * one (`data-part`) is not there: see `styles/base.css`. They are remembered, so that `public/first-paint.js` can mark
 * the next page before it is painted; this module alone writes both.
 */
import type { Settings } from "../../../convex/shared/validators";

const KEY = "hiddenParts";

export type PublicSettings = Pick<
  Settings,
  "registrationLinkShown" | "bannerShown"
>;

/** Shows and hides what the settings say; where storage is forbidden, until the page is left. */
export function applySettings(settings: PublicSettings): void {
  const hidden = hiddenBy(settings);
  const { dataset } = document.documentElement;
  if (hidden === "") delete dataset.hidden;
  else dataset.hidden = hidden;
  try {
    if (hidden === "") localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, hidden);
  } catch {
    // Nothing to remember it with.
  }
}

function hiddenBy({ registrationLinkShown, bannerShown }: PublicSettings) {
  return [
    ...(registrationLinkShown ? [] : ["registration"]),
    ...(bannerShown ? [] : ["banner"]),
  ].join(" ");
}
