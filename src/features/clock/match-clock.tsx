import { api } from "#convex/_generated/api";
import type { Settings } from "#convex/settings/shared";
import { useQuietLive } from "../../lib/connection/use-live";
import { formatMoment } from "../../lib/time/format-time";
import { VisuallyHidden } from "../../ui/visually-hidden";
import { shownLeft, roughly } from "./countdown";
import { lastKnownTime, useDeploymentTime } from "./deployment-clock";
import styles from "./match-clock.module.css";
import { useNextEnd, type NextEnd } from "./next-end";

/** The time to what ends next; nothing while no time is set. */
export function MatchClock() {
  const settings = useQuietLive(api.settings.current, {});
  if (settings.status !== "success") return null;
  const { startsAt, endsAt, submissionsCloseAt } = settings.data;
  const isSet = startsAt ?? endsAt ?? submissionsCloseAt;
  return isSet === undefined ? null : <Running settings={settings.data} />;
}

function Running({ settings }: { settings: Settings }) {
  const now = useDeploymentTime();
  const knownAt = now ?? lastKnownTime();
  const end = useNextEnd(settings, knownAt);
  return (
    end &&
    knownAt !== null && <MatchClockAt end={end} now={now} knownAt={knownAt} />
  );
}

/**
 * @param now the deployment's time; null if it cannot be asked
 * @param knownAt when it was what ends next, by the deployment's time
 */
export function MatchClockAt({
  end: { until, name },
  now,
  knownAt,
}: {
  end: NextEnd;
  now: number | null;
  knownAt: number;
}) {
  const left = now === null || until === null ? null : until - now;
  return (
    <div className="grid gap-2" role="timer" aria-live="off">
      {left !== null && (
        <p className={`tabular ${styles.digits}`} aria-hidden="true">
          {shownLeft(left)}
        </p>
      )}
      <p className="soft text-s tight">
        {left !== null && (
          <VisuallyHidden>{`${roughly(left)} `}</VisuallyHidden>
        )}
        <span>
          {[name, until !== null && formatMoment(until)]
            .filter(Boolean)
            .join(", ")}
        </span>
        <span>{now === null && ` (as of ${formatMoment(knownAt)})`}</span>
      </p>
    </div>
  );
}
