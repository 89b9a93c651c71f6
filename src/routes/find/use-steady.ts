import { useState } from "react";
import type { Listing } from "#convex/listings/shared";
import type { Live } from "../../lib/connection/use-live";

/** A listing in its place; `isGone` if it is no longer in the list. */
type Placed = { listing: Listing; isGone: boolean };

type Steady = {
  /** Undefined until the first answer. */
  listings: Placed[] | undefined;
  hasMore: boolean;
  /** The number of new ones that are not shown yet. */
  newCount: number;
  /** Shows the list as it is now. */
  renew: () => void;
};

type Page = { listings: readonly Listing[]; hasMore: boolean };

/**
 * Keeps a live list from moving under the finger: listings change in place, removed ones stay until the list is renewed,
 * and new ones wait.
 * @param question identifies the query; another one starts another list
 * @param isLeftOut whether the person does not want to see a listing, or it is their own
 */
export function useSteady(
  live: Live<Page | null>,
  question: string,
  isLeftOut: (listing: Listing) => boolean,
): Steady {
  const [shown, setShown] = useState<{ question: string; page: Page } | null>(
    null,
  );
  const fresh = live.status === "success" ? live.data : null;
  const isOther = shown === null || shown.question !== question;
  const wasEmpty = shown?.page.listings.length === 0;
  if (fresh !== null && (isOther || (wasEmpty && fresh.listings.length > 0))) {
    setShown({ question, page: fresh });
  }
  const current = isOther ? null : fresh;
  const places = shown?.page.listings ?? [];
  const renew = () => {
    if (fresh !== null) setShown({ question, page: fresh });
  };
  const waiting = missingFrom(places, current?.listings ?? places);
  return {
    listings:
      shown === null
        ? undefined
        : placed(places, current?.listings).filter(
            ({ listing }) => !isLeftOut(listing),
          ),
    hasMore: (current ?? shown?.page)?.hasMore ?? false,
    newCount: waiting.filter((listing) => !isLeftOut(listing)).length,
    renew,
  };
}

/** @param current the listings now; undefined while they load */
function placed(
  places: readonly Listing[],
  current: readonly Listing[] | undefined,
): Placed[] {
  if (current === undefined) {
    return places.map((listing) => ({ listing, isGone: false }));
  }
  const byId = new Map(current.map((listing) => [listing._id, listing]));
  return places.map((listing) => ({
    listing: byId.get(listing._id) ?? listing,
    isGone: !byId.has(listing._id),
  }));
}

function missingFrom(places: readonly Listing[], current: readonly Listing[]) {
  const ids = new Set(places.map(({ _id }) => _id));
  return current.filter(({ _id }) => !ids.has(_id));
}
