/**
 * Puts the addresses that organisers set in the place of those of `content/`, which the prerendered HTML holds: hrefs of
 * links, the contact address as it is read, the lines of the venue (`data-venue`) and its map. Loaded only where one is
 * set. It changes the nodes that are there, and those that pages add later; React keeps both, because their props stay.
 */
import type { Addresses } from "#convex/platform/shared/addresses";
import { positionOf } from "#convex/platform/shared/position";
import { mapOf, venue } from "../../content/contact";
import { links } from "#edition/links";

const NAMES = [
  "registration",
  "preMeetup",
  "hackathonPlatform",
  "discord",
  "instagram",
] as const;

/** What a node had before, and what it was given. */
const given = new WeakMap<Node, { before: string; now: string }>();
let current: Addresses = {};
let observer: MutationObserver | undefined;

/** Applies the addresses at once, and to whatever the pages show from now on. */
export function applyAddresses(addresses: Addresses): void {
  current = addresses;
  sweep(document.body);
  observer ??= observe();
}

function observe(): MutationObserver {
  const added = new MutationObserver((records) => {
    for (const { addedNodes } of records)
      for (const node of addedNodes)
        if (node instanceof Element) sweep(node.parentElement ?? node);
  });
  added.observe(document.body, { childList: true, subtree: true });
  return added;
}

function sweep(root: Element): void {
  for (const link of root.querySelectorAll("a[href]")) swapLink(link);
  for (const line of root.querySelectorAll<HTMLElement>("[data-venue]"))
    swapText(line, () => venueLines()[Number(line.dataset.venue)] ?? "");
  for (const map of root.querySelectorAll(`iframe[src]`))
    swap(map, "src", (src) =>
      src === venue.map.embedHref ? (liveMap(true) ?? src) : src,
    );
}

function swapLink(link: Element): void {
  swap(link, "href", liveHref);
  const { firstChild, childNodes } = link;
  if (childNodes.length === 1 && firstChild instanceof Text)
    swapText(link, (text) =>
      text === links.contactEmail ? (current.contactEmail ?? text) : text,
    );
}

function liveHref(href: string): string {
  const mail = `mailto:${links.contactEmail}`;
  if (href.startsWith(mail) && current.contactEmail)
    return `mailto:${current.contactEmail}${href.slice(mail.length)}`;
  if (href === venue.map.href) return liveMap() ?? href;
  const name = NAMES.find((one) => links[one] === href);
  return (name && current[name]) ?? href;
}

/** The name, and the lines of the address. */
function venueLines(): readonly string[] {
  const { venueName = venue.name, venueAddress } = current;
  return [venueName, ...(venueAddress?.split("\n") ?? venue.addressLines)];
}

function liveMap(isEmbedded = false): string | undefined {
  const position = positionOf(current.position ?? "");
  return position === null ? undefined : mapOf(position, isEmbedded);
}

function swap(
  element: Element,
  attribute: "href" | "src",
  live: (before: string) => string,
): void {
  const now = element.getAttribute(attribute) ?? "";
  const wanted = live(beforeOf(element, now));
  given.set(element, { before: beforeOf(element, now), now: wanted });
  if (wanted !== now) element.setAttribute(attribute, wanted);
}

/** Changes the element's only text node, which React keeps. */
function swapText(element: Element, live: (before: string) => string): void {
  const { firstChild } = element;
  if (!(firstChild instanceof Text)) return;
  const now = firstChild.data;
  const wanted = live(beforeOf(firstChild, now));
  given.set(firstChild, { before: beforeOf(firstChild, now), now: wanted });
  if (wanted !== now) firstChild.data = wanted;
}

/** What the page itself said: what it says now, unless that is ours. */
function beforeOf(node: Node, now: string): string {
  const known = given.get(node);
  return known?.now === now ? known.before : now;
}
