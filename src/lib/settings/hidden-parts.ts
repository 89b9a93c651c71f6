/**
 * Hides elements by the organisers' settings: those whose `data-part` is in `data-hidden` of the root element, and
 * those whose `data-when` does not contain the state of the registration (see `styles/base.css`). Both are also stored,
 * so that `public/first-paint.js` can apply them before the first paint. Only this module writes either.
 */
import type { Settings } from "#convex/shared/settings";
import { writeStored } from "../stored";
import { registrationStateOf } from "./registration-state";

const HIDDEN_KEY = "hiddenParts";
const PHASE_KEY = "eventPhase";

export type PublicSettings = Pick<
  Settings,
  "registrationLinkShown" | "bannerShown" | "phase" | "galleryPublished"
>;

/** Applies the settings; without storage, only until the page is left. */
export function applySettings(settings: PublicSettings): void {
  const { phase } = settings;
  keepPlaceOfBanner();
  apply("hidden", HIDDEN_KEY, hiddenBy(settings));
  apply("phase", PHASE_KEY, phase === "open" ? "" : phase);
  // Not stored: the link is last in its lists, so nothing moves when it appears.
  const { dataset } = document.documentElement;
  if (settings.galleryPublished === true) dataset.gallery = "published";
  else delete dataset.gallery;
}

function hiddenBy(settings: PublicSettings): string {
  // The pre-meetup comes before the event.
  const isBefore = settings.phase === "open" || settings.phase === "closed";
  return [
    ...(registrationStateOf(settings) === "shown" ? [] : ["registration"]),
    ...(settings.bannerShown && isBefore ? [] : ["banner"]),
  ].join(" ");
}

/** A banner that is in view leaves its place empty when it is hidden, so that the content below does not move. */
function keepPlaceOfBanner(): void {
  const { hidden = "" } = document.documentElement.dataset;
  if (hidden.includes("banner")) return;
  document.querySelector("[data-part=banner]")?.setAttribute("data-kept", "");
}

/** Sets or removes the attribute and its stored copy. */
function apply(mark: "hidden" | "phase", key: string, value: string): void {
  const { dataset } = document.documentElement;
  if (value === "") delete dataset[mark];
  else dataset[mark] = value;
  writeStored(key, value || null);
}
