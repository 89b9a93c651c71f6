import type { Awarded, Correction } from "#convex/judging/shared/judging";
import { prizes } from "../../content/prizes";
import { Fitted } from "../../ui/fitted";
import { Picture } from "../../ui/picture";
import { awardOf } from "../../content/award-words";
import { Corrected } from "./corrected";
import styles from "./podium.css?url";

const [first, second, special] = prizes;

/** The podium of the landing page with the winners: the places and the special awards. */
export function Podium({
  awards,
  corrections = [],
  teamId,
}: {
  awards: readonly Awarded[];
  corrections?: readonly Correction[] | undefined;
  teamId: string | null;
}) {
  const winnersOf = (id: string) => awards.filter(({ award }) => award === id);
  const isShared = winnersOf(first.id).length > 1;
  const isCorrected = (id: string) => corrections.some((it) => it.award === id);
  const rack = special.awards.flatMap(({ id }) =>
    winnersOf(id).length > 0 || isCorrected(id)
      ? [{ id, winners: winnersOf(id) }]
      : [],
  );
  return (
    <section className="stack gap-5" aria-labelledby="results">
      <link rel="stylesheet" href={styles} precedence="medium" />
      <h2 id="results">Results</h2>
      <div className="stack gap-3 wide-halves podium-places">
        {[first, second].map(({ id, title, icon }, index) => (
          <div key={id} className="min-w-0 podium-place" data-place={index + 1}>
            <div className="plate stack gap-3 podium-prize">
              <Picture image={icon} className="podium-icon" />
              <h3>{title}</h3>
              {winnersOf(id).length === 0 && (
                <p className="soft">
                  {isCorrected(id)
                    ? "Nobody"
                    : isShared
                      ? "The first place is shared."
                      : "No other project was scored."}
                </p>
              )}
              <Winners winners={winnersOf(id)} teamId={teamId} />
              <Corrected award={id} corrections={corrections} />
            </div>
            <p className="podium-step" aria-hidden="true">
              {index + 1}
            </p>
          </div>
        ))}
      </div>
      {rack.length > 0 && (
        <ul className="stack gap-5 podium-rack">
          {rack.map(({ id, winners }) => (
            <li
              key={id}
              className="plate stack gap-1 content-start podium-award"
            >
              <h3>{awardOf(id)?.title ?? id}</h3>
              <Winners winners={winners} teamId={teamId} />
              <Corrected award={id} corrections={corrections} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function Winners({
  winners,
  teamId,
}: {
  winners: readonly Awarded[];
  teamId: string | null;
}) {
  if (winners.length === 0) return null;
  return (
    <ul className="stack gap-5 podium-winners">
      {winners.map((winner) => (
        <li key={winner.projectId} className="row gap-2 items-center">
          <strong>
            <Fitted>{winner.projectName}</Fitted>
          </strong>
          {winner.teamName !== null && <span>{winner.teamName}</span>}
          {winner.sentence !== undefined && <p>{winner.sentence}</p>}
          {winner.isTied && <span className="tag podium-tie">Tied</span>}
          {teamId !== null && winner.teamId === teamId && (
            <span className="tag podium-own">Your team</span>
          )}
        </li>
      ))}
    </ul>
  );
}
