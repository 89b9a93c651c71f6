import type { Me } from "#convex/account/shared";
import { twoRegistrations } from "../../content/two-registrations";
import { links } from "#edition/links";
import { useRegisteredPlace } from "../../features/next-step/use-registered-place";
import { formatDay } from "../../lib/time/format-date";
import { keep } from "../../lib/outbox/outbox";
import { paths } from "../../paths";
import { ExternalLinkButton, LinkButton } from "../../ui/button";
import { ByPhase } from "../../ui/by-phase";
import { Checkbox } from "../../ui/text-field";
import styles from "./place-check.module.css";

const words = {
  shown: twoRegistrations.dashboard,
  hidden: twoRegistrations.dashboardHidden,
  closed: twoRegistrations.dashboardClosed,
};

/**
 * Leads to the external registration, and keeps the participant's own tick until an import says who has registered there.
 * @param isNext whether the next step leads there already
 */
export function PlaceCheck({ me, isNext }: { me: Me; isNext: boolean }) {
  const isDone = useRegisteredPlace(me);

  function tick(hasRegisteredPlace: boolean) {
    const name = twoRegistrations.done;
    keep(me._id, "place", { hasRegisteredPlace }, { name });
  }

  // What the platform says needs no tick, and not the way there.
  if (me.hasConfirmedPlace)
    return <p className={styles.place}>{twoRegistrations.confirmed}</p>;
  return (
    <div
      className={`row gap-4 gap-x-6 items-center justify-between ${styles.place}`}
    >
      {me.missingInPlacesOf !== null ? (
        <p className="soft measure">
          {twoRegistrations.missing(me.email, formatDay(me.missingInPlacesOf))}
        </p>
      ) : (
        !isDone && (
          <p className="soft measure">
            <ByPhase words={words} />
          </p>
        )
      )}
      <div className="row gap-3 gap-x-5 items-center">
        {!isNext && (
          <ExternalLinkButton
            href={links.registration}
            tone={isDone ? "quiet" : "outline"}
          >
            Complete registration
          </ExternalLinkButton>
        )}
        {(!isDone || me.missingInPlacesOf !== null) && (
          <LinkButton to={paths.contact} data-when="closed">
            Write to the organisers
          </LinkButton>
        )}
        <div data-part="registration">
          <Checkbox
            label={twoRegistrations.done}
            checked={isDone}
            onChange={({ target }) => tick(target.checked)}
          />
        </div>
      </div>
    </div>
  );
}
