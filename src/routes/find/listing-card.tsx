import { MAX_TEAM_SIZE } from "#convex/shared/teams";
import type { Listing } from "#convex/shared/listings";
import { written } from "../../ui/written";
import { AskButton } from "./ask-button";
import styles from "./find.module.css";
import { More } from "./more";
import { Skills } from "./skills";
import type { Finding } from "./use-finding";
import { requestInWords, slotsInWords } from "./words";

/** Somebody else's card, or a team's opening. */
export function ListingCard({
  listing,
  isGone,
  finding,
  onHidden,
}: {
  listing: Listing;
  isGone: boolean;
  finding: Finding;
  onHidden: () => void;
}) {
  const { kind, subject, name, college, freeSlots, text, skills } = listing;
  const isOwn = subject === finding.me.teamId;
  return (
    <article
      className={`plate stack gap-3 content-start ${styles.entry}`}
      data-gone={isGone || undefined}
    >
      <div className={`row gap-3 gap-x-4 items-center ${styles.entryHead}`}>
        <h3 {...written(name)}>{name}</h3>
        {!isOwn && <More target={subject} name={name} onHidden={onHidden} />}
      </div>
      {college !== "" && <p className="quiet text-s">{college}</p>}
      {kind === "team" && <Slots free={freeSlots} />}
      {text !== "" && (
        <p className="own-direction" {...written(text)}>
          {text}
        </p>
      )}
      <Skills skills={skills} />
      <div aria-live="polite" className={styles.entryFoot}>
        {isGone ? (
          <p className={styles.outcome}>Not looking any more</p>
        ) : isOwn ? (
          <p className={styles.outcome}>Your team</p>
        ) : (
          <Asking listing={listing} finding={finding} />
        )}
      </div>
    </article>
  );
}

function Slots({ free }: { free: number }) {
  const filled = MAX_TEAM_SIZE - free;
  return (
    <p className={`row gap-2 items-center quiet text-s ${styles.slots}`}>
      {Array.from({ length: MAX_TEAM_SIZE }, (_, slot) => (
        <span
          key={slot}
          className={`plate ${slot < filled ? styles.taken : "plate-waiting"} ${styles.slot}`}
          aria-hidden="true"
        />
      ))}
      <span>{slotsInWords(free)}</span>
    </p>
  );
}

/** The open request between the reader and the listing, or the button that sends one. */
function Asking({
  listing: { kind, subject, name },
  finding: { me, requests, noRoom },
}: {
  listing: Listing;
  finding: Finding;
}) {
  const request = requests.find(
    ({ side, uid, teamId, outcome }) =>
      outcome === null && subject === (side === "person" ? teamId : uid),
  );
  if (request !== undefined)
    return <p className={styles.outcome}>{requestInWords(request)}</p>;
  if (kind === "team")
    return (
      me.teamId === null && (
        <AskButton
          target={subject}
          label="Ask to join"
          title={`Ask ${name} for a slot?`}
          sent="Request sent"
        />
      )
    );
  return (
    me.teamRole === "leader" &&
    noRoom === null && (
      <AskButton
        target={subject}
        label="Ask to join us"
        title={`Ask ${name} to join your team?`}
        sent="Request sent"
      />
    )
  );
}
