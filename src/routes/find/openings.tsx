import { useRef, useState } from "react";
import { api } from "#convex/_generated/api";
import type { Opening } from "#convex/shared/findingValidators";
import { FIRST_PAGE, MAX_TEAM_SIZE } from "#convex/shared/limits";
import { useQuietLive, type Live } from "../../lib/use-live";
import { SelectField } from "../../ui/select-field";
import { AskButton } from "./ask-button";
import { written } from "../../ui/written";
import styles from "./find.module.css";
import { Listing } from "./listing";
import { More } from "./more";
import { SkillFilter } from "./skill-filter";
import { Skills } from "./skills";
import type { Finding } from "./use-finding";
import { useSteady } from "./use-steady";
import { requestInWords, slotsInWords } from "./words";

const slotChoices = Array.from({ length: MAX_TEAM_SIZE - 2 }, (_, nth) => ({
  value: String(nth + 2),
  label: `At least ${nth + 2}`,
}));

/** The openings of teams with free slots. */
export function Openings({ finding }: { finding: Finding }) {
  const { me, pass, hidden, requests } = finding;
  const whole = useRef<HTMLDivElement>(null);
  const [skill, setSkill] = useState("");
  const [freeSlots, setFreeSlots] = useState("");
  const [limit, setLimit] = useState(FIRST_PAGE);
  const filter = {
    ...(skill !== "" && { skill }),
    ...(freeSlots !== "" && { freeSlots: Number(freeSlots) }),
    limit,
  };
  const live = useQuietLive(api.openings.list, {
    ...(pass !== undefined && { pass }),
    ...filter,
  });
  const left = new Set<string>(hidden.map(({ target }) => target));
  const steady = useSteady(pageOf(live), JSON.stringify(filter), ({ teamId }) =>
    left.has(teamId),
  );
  return (
    <div ref={whole} tabIndex={-1} className={styles.stack}>
      <fieldset className={styles.filters} aria-label="Filter teams">
        <SkillFilter
          value={skill}
          others={steady.entries?.flatMap(({ entry }) => entry.skills) ?? []}
          onChange={setSkill}
        />
        <SelectField
          label="Free slots"
          none="Any number"
          name="freeSlots"
          options={slotChoices}
          value={freeSlots}
          onChange={setFreeSlots}
        />
      </fieldset>
      <Listing
        label="Teams"
        steady={steady}
        hasFailed={live.status === "error"}
        limit={limit}
        onMore={() => setLimit(limit * 2)}
        empty="No team shows an opening here at the moment. This page changes as soon as one does."
      >
        {(opening, isGone) => (
          <OpeningCard
            opening={opening}
            isGone={isGone}
            // The focused button disappears with its card.
            onHidden={() => whole.current?.focus()}
            isOwn={opening.teamId === me.teamId}
            mayAsk={me.teamId === null}
            request={requests.find(
              ({ teamId, side, outcome }) =>
                side === "person" &&
                teamId === opening.teamId &&
                outcome === null,
            )}
          />
        )}
      </Listing>
    </div>
  );
}

function OpeningCard({
  opening,
  isGone,
  onHidden,
  isOwn,
  mayAsk,
  request,
}: {
  opening: Opening;
  isGone: boolean;
  onHidden: () => void;
  isOwn: boolean;
  mayAsk: boolean;
  request: Finding["requests"][number] | undefined;
}) {
  const { teamId, teamName, building, skills, freeSlots } = opening;
  const filled = MAX_TEAM_SIZE - freeSlots;
  return (
    <article
      className={`plate ${styles.entry}`}
      data-gone={isGone || undefined}
    >
      <div className={styles.entryHead}>
        <h3 {...written(teamName)}>{teamName}</h3>
        {!isOwn && (
          <More target={{ teamId }} name={teamName} onHidden={onHidden} />
        )}
      </div>
      <p className={styles.slots}>
        {Array.from({ length: MAX_TEAM_SIZE }, (_, slot) => (
          <span
            key={slot}
            className={`plate ${slot < filled ? styles.taken : "plate-waiting"} ${styles.slot}`}
            aria-hidden="true"
          />
        ))}
        <span>{slotsInWords(freeSlots)}</span>
      </p>
      <p className={styles.line}>{building}</p>
      <Skills skills={skills} />
      <div aria-live="polite" className={styles.entryFoot}>
        {isGone ? (
          <p className={styles.outcome}>Not looking any more</p>
        ) : isOwn ? (
          <p className={styles.outcome}>Your team</p>
        ) : request !== undefined ? (
          <p className={styles.outcome}>{requestInWords(request)}</p>
        ) : (
          mayAsk && (
            <AskButton
              target={{ teamId }}
              label="Ask to join"
              title={`Ask ${teamName} to take you in?`}
              sent={`${teamName} can read it now`}
            />
          )
        )}
      </div>
    </article>
  );
}

function pageOf(
  live: Live<{ openings: Opening[]; hasMore: boolean } | null>,
): Live<{ entries: Opening[]; hasMore: boolean } | null> {
  if (live.status !== "success" || live.data === null) {
    return live.status === "success" ? { status: "pending" } : live;
  }
  const { openings, hasMore } = live.data;
  return { status: "success", data: { entries: openings, hasMore } };
}
