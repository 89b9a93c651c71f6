import { MAX_TEAM_SIZE } from "#convex/teams/shared/teams";
import type { Listing } from "#convex/listings/shared";
import { Fitted } from "../../ui/fitted";
import { written } from "../../ui/written";
import { AskButton } from "./ask-button";
import styles from "./find.module.css";
import { HideButton } from "./hide-button";
import type { Finding } from "./use-finding";
import { isToAnswer, outcomeInWords, slotsInWords } from "./words";

/** Somebody else's card, or a team's opening. */
export function ListingCard({
  listing,
  isGone,
  finding,
}: {
  listing: Listing;
  isGone: boolean;
  finding: Finding;
}) {
  const { kind, subject, name, college, freeSlots, text, skills } = listing;
  const isOwn = subject === finding.me.teamId;
  return (
    <article
      className={`plate gap-2 flex ${styles.entry}`}
      data-gone={isGone || undefined}
    >
      <h2>
        <Fitted>{name}</Fitted>
      </h2>
      {college !== "" && <p className="quiet text-s">{college}</p>}
      {kind === "team" && <Slots free={freeSlots} />}
      {text !== "" && (
        <p className="own-direction" {...written(text)}>
          {text}
        </p>
      )}
      {skills.length > 0 && (
        <ul className="row gap-2 text-s" aria-label="Skills">
          {skills.map((skill) => (
            <li key={skill} className="chip">
              {skill}
            </li>
          ))}
        </ul>
      )}
      <div
        className={`flex gap-2 items-center justify-between target ${styles.entryFoot}`}
      >
        <div
          aria-live="polite"
          className="row gap-2 gap-x-4 items-center soft strong min-w-0 grow"
        >
          {isGone ? (
            <p>Not looking any more</p>
          ) : isOwn ? (
            <p>Your team</p>
          ) : (
            <Asking listing={listing} finding={finding} />
          )}
        </div>
        {!isOwn && <HideButton target={subject} name={name} />}
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

/** The open request between the reader and the listing; or the answer to the last one, and the button that sends one. */
function Asking({
  listing: { kind, subject, name },
  finding: { me, requests },
}: {
  listing: Listing;
  finding: Finding;
}) {
  const last = requests.find(
    ({ side, uid, teamId }) => subject === (side === "person" ? teamId : uid),
  );
  if (last?.outcome === null)
    return <p>{isToAnswer(last) ? "Waits for your answer" : "You asked"}</p>;
  const isTeam = kind === "team";
  const mayAsk = isTeam ? me.teamId === null : me.teamRole === "leader";
  return (
    <>
      {last?.outcome === "declined" && last.side === last.sentBy && (
        <p>{outcomeInWords(last.outcome)}</p>
      )}
      {mayAsk && (
        <AskButton
          target={subject}
          label={isTeam ? "Ask to join" : "Ask to join us"}
          title={
            isTeam
              ? `Ask ${name} for a slot?`
              : `Ask ${name} to join your team?`
          }
        />
      )}
    </>
  );
}
