import { useState } from "react";
import { api } from "#convex/_generated/api";
import { FIRST_PAGE, MAX_LISTED } from "#convex/platform/shared/lists";
import type { Kind } from "#convex/listings/shared";
import { useFocusKept } from "../../lib/focus/use-focus-kept";
import { useQuietLive } from "../../lib/connection/use-live";
import { Button } from "../../ui/button";
import { LoadFailure } from "../../ui/load-failure";
import { Skeleton } from "../../ui/skeleton";
import { Filters, type Filter } from "./filters";
import styles from "./find.module.css";
import { ListingCard } from "./listing-card";
import { LOAD_FAILURE, type Finding } from "./use-finding";
import { useSteady } from "./use-steady";
import type { Elements } from "../../ui/elements";

/** What differs between the list of people and that of teams. */
const words = {
  person: {
    label: "People",
    none: "No one shows a card here at the moment. This page changes as soon as someone does.",
  },
  team: {
    label: "Teams",
    none: "No team shows an opening here at the moment. This page changes as soon as one does.",
  },
};

/** The cards of people without a team, or the openings of teams with free slots. New ones wait behind a button. */
export function Listings({
  kind,
  finding,
  other,
}: {
  kind: Kind;
  finding: Finding;
  /** Leads to the other list. */
  other: Elements;
}) {
  const { me, readKey, hidden } = finding;
  const whole = useFocusKept();
  const [filter, setFilter] = useState<Filter>({ skill: "", facet: "" });
  const [limit, setLimit] = useState(FIRST_PAGE);
  const { skill, facet } = filter;
  const asked = {
    kind,
    ...(skill !== "" && { skill }),
    ...(facet !== "" && { facet: kind === "team" ? Number(facet) : facet }),
    limit,
  };
  const live = useQuietLive(api.listings.list, {
    ...(readKey !== undefined && { readKey }),
    ...asked,
  });
  const left = new Set<string>([me._id, ...hidden.map(({ target }) => target)]);
  const { listings, hasMore, newCount, renew } = useSteady(
    live,
    JSON.stringify(asked),
    ({ subject }) => left.has(subject),
  );
  const { label, none } = words[kind];
  return (
    <div ref={whole} tabIndex={-1} className="stack gap-4">
      <Filters
        kind={kind}
        me={me}
        listings={listings?.map(({ listing }) => listing) ?? []}
        filter={filter}
        onChange={setFilter}
      >
        {other}
      </Filters>
      {live.status === "error" ? (
        <LoadFailure>{LOAD_FAILURE}</LoadFailure>
      ) : listings === undefined ? (
        <div
          aria-busy="true"
          className={`stack gap items-start wide-halves wider-thirds ${styles.grid}`}
        >
          <Skeleton height="40rem" />
        </div>
      ) : (
        <>
          <div aria-live="polite" className="no-room">
            {newCount > 0 && (
              <Button onClick={renew}>
                {newCount === 1 ? "Show 1 new" : `Show ${newCount} new`}
              </Button>
            )}
          </div>
          {listings.length === 0 ? (
            <p className="measure soft">{none}</p>
          ) : (
            <ul
              className={`stack gap items-start wide-halves wider-thirds ${styles.grid}`}
              aria-label={label}
            >
              {listings.map(({ listing, isGone }) => (
                <li key={listing._id}>
                  <ListingCard
                    listing={listing}
                    isGone={isGone}
                    finding={finding}
                  />
                </li>
              ))}
            </ul>
          )}
          {hasMore && limit < MAX_LISTED && (
            <div className="row gap-3 gap-x-4 items-center">
              <Button onClick={() => setLimit(limit * 2)}>Show more</Button>
            </div>
          )}
        </>
      )}
    </div>
  );
}
