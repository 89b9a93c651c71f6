import { Link } from "react-router-dom";
import type { Integrity } from "#convex/organiser/shared";
import { counted } from "#convex/platform/shared/text";
import { event } from "../../../content/event";
import { countOf, type Samples } from "../../../content/samples";
import { useLastPassed } from "../../../features/clock/deployment-clock";
import { formatDay } from "../../../lib/time/format-date";
import { CheckIcon, WarningIcon } from "../../../ui/tool-icons";
import { addressOf } from "../frame/sections";
import { Fold } from "./fold";

/** The sample values that organisers replace before the site is published. */
export function BeforePublishing({ samples }: { samples: readonly Samples[] }) {
  const count = countOf(samples);
  if (count === 0) return null;
  return (
    <Fold title={`${counted(count, "sample value")} to replace`}>
      <p>
        Values that were invented for this site, to be replaced before it is
        published.
      </p>
      <ul className="org-samples stack">
        {samples.map(({ what, values, where, file, isInForm }) => (
          <li key={what} className="grid gap-1">
            <p>
              <strong>{what}</strong>
              {values.length > 1 && (
                <span className="org-quiet text-s">{` ${values.length}`}</span>
              )}
            </p>
            <p>{values.join(", ")}</p>
            <p className="org-quiet text-s">
              <span>{`Shown in: ${where}. Replace it `}</span>
              {isInForm ? (
                <Link to={addressOf("settings/addresses")}>
                  under Settings → Addresses
                </Link>
              ) : (
                <>
                  <span>in </span>
                  <code>{file}</code>
                </>
              )}
            </p>
          </li>
        ))}
      </ul>
    </Fold>
  );
}

/** Shows whether team rosters and accounts agree. The mutations guarantee it; this would show a bug. */
export function IntegrityLine({
  integrity: { count, isComplete, findings, teamsChecked, peopleChecked },
}: {
  integrity: Integrity;
}) {
  if (count === 0) {
    return (
      <p className="flex gap-2 items-center quiet text-s">
        {isComplete && <CheckIcon />}
        <span>
          {isComplete
            ? `All teams and accounts agree: ${counted(teamsChecked, "team")}, ${counted(peopleChecked, "account")}.`
            : "Not checked: there are more rows than can be checked at once"}
        </span>
      </p>
    );
  }
  return (
    <section className="stack gap-3" aria-label="Integrity">
      <p className="org-verdict flex gap-2 hot-text strong">
        <WarningIcon />
        <span>{`Something is wrong: ${counted(count, "contradiction")}`}</span>
      </p>
      <ul className="org-findings stack gap-2">
        {findings.map((finding) => (
          <li key={finding}>{finding}</li>
        ))}
      </ul>
    </section>
  );
}

/** Says what browsers leave out where the area is opened over plain HTTP from another machine, and how to mend it. */
export function PlainHttp() {
  if (isSecureContext) return null;
  return (
    <section className="stack gap-3" aria-label="Plain HTTP">
      <p className="org-verdict flex gap-2 hot-text strong">
        <WarningIcon />
        This address has no TLS: parts of the site are off
      </p>
      <p className="measure">
        Over plain HTTP browsers refuse the camera at the desk, pages without a
        connection, messages to phones, and screens that stay awake. People’s
        phones miss the same. Put a proxy with TLS in front of the server, as in{" "}
        <code>.deploy/Caddyfile</code>, and give people the address that begins
        with https.
      </p>
    </section>
  );
}

/** Reminds of what the privacy policy promises and no code does. */
export function Retention() {
  const lastDay = new Date(event.lastDay);
  const dueAt = lastDay.setUTCFullYear(lastDay.getUTCFullYear() + 1);
  const isDue = useLastPassed([dueAt]) >= dueAt;
  return (
    <Fold
      title={`Data to delete ${isDue ? "since" : "by"} ${formatDay(dueAt)}`}
    >
      <p>
        By then all data of this event, and always technical logs that are older
        than 90 days: the privacy policy promises it, and somebody has to do it.
        The steps are in docs/running-the-event.md.
      </p>
    </Fold>
  );
}
