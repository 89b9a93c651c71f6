import { useMutation } from "convex/react";
import { api } from "#convex/_generated/api";
import { twoRegistrations } from "../../content/two-registrations";
import { links } from "../../content/links";
import { messageOf } from "../../lib/error-message";
import { notify } from "../../lib/notify";
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

/** Leads to the external registration, and keeps the participant's own tick until an import says who has registered there. */
export function PlaceCheck({
  isDone,
  isConfirmed,
}: {
  isDone: boolean;
  isConfirmed: boolean;
}) {
  const notePlace = useMutation(api.users.notePlace).withOptimisticUpdate(
    (store, { hasRegisteredPlace }) => {
      const me = store.getQuery(api.users.me, {});
      if (me) store.setQuery(api.users.me, {}, { ...me, hasRegisteredPlace });
    },
  );

  async function tick(hasRegisteredPlace: boolean) {
    notify.endErrors();
    try {
      await notePlace({ hasRegisteredPlace });
    } catch (error) {
      notify.error(messageOf(error, "Failed to save your tick"));
    }
  }

  // What the platform says needs no tick, and not the way there.
  if (isConfirmed)
    return <p className={styles.place}>{twoRegistrations.confirmed}</p>;
  return (
    <div
      className={`row gap-4 gap-x-6 items-center justify-between ${styles.place}`}
    >
      {!isDone && (
        <p>
          <ByPhase words={words} />
        </p>
      )}
      <div className="row gap-3 gap-x-5 items-center">
        <ExternalLinkButton
          href={links.registration}
          tone={isDone ? "quiet" : "outline"}
        >
          Complete registration
        </ExternalLinkButton>
        {!isDone && (
          <LinkButton to={paths.contact} data-when="closed">
            Write to the organisers
          </LinkButton>
        )}
        <Checkbox
          label={twoRegistrations.done}
          checked={isDone}
          onChange={({ target }) => void tick(target.checked)}
        />
      </div>
    </div>
  );
}
