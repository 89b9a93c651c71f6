/**
 * Hides elements by the organisers' settings: those whose `data-part` is in `data-hidden` of the root element, and
 * those whose `data-when` does not contain the state of the registration (see `styles/base.css`). Both are also stored,
 * so that `public/first-paint.js` can apply them before the first paint. The embedded backend writes them into the HTML
 * that it sends (`settings.page`). Of the pages' scripts only this module writes either.
 */
import { marksOf, type PublicSettings } from "#convex/settings/shared";
import { writeStored } from "../kept/stored";

const KEYS = { hidden: "hiddenParts", phase: "eventPhase" };

/** Applies the settings; without storage, only until the page is left. */
export function applySettings(settings: PublicSettings): void {
  const { hidden, phase, gallery } = marksOf(settings);
  keepPlaceOfBanner();
  apply("hidden", hidden);
  apply("phase", phase);
  // Not stored: the link is last in its lists, so nothing moves when it appears.
  apply("gallery", gallery);
  tellAddresses(settings.addresses);
}

type Addresses = NonNullable<PublicSettings["addresses"]>;

/** Those that were told last; undefined as long as none was ever set. */
let told: Addresses | undefined;
let tell: (addresses: Addresses) => void = () => {};

/** Calls back with the addresses that organisers have set, each time they are read; never if none is set. */
export function onAddresses(listener: (addresses: Addresses) => void): void {
  tell = listener;
  if (told !== undefined) tell(told);
}

function tellAddresses(addresses: Addresses | undefined): void {
  told = addresses ?? (told && {});
  if (told !== undefined) tell(told);
}

/** A banner that is in view leaves its place empty when it is hidden, so that the content below does not move. */
function keepPlaceOfBanner(): void {
  const { hidden = "" } = document.documentElement.dataset;
  if (hidden.includes("banner")) return;
  document.querySelector("[data-part=banner]")?.setAttribute("data-kept", "");
}

/** Sets or removes the attribute and its stored copy, if it has one. */
function apply(mark: keyof ReturnType<typeof marksOf>, value: string): void {
  const { dataset } = document.documentElement;
  if (value === "") delete dataset[mark];
  else dataset[mark] = value;
  if (mark !== "gallery") writeStored(KEYS[mark], value || null);
}
