import { AWARDS } from "#convex/judging/shared/awards";
import type { Awarded } from "#convex/judging/shared/judging";
import { awardTitle } from "../../content/award-words";
import { Written } from "../../ui/written";
import { Fitted } from "../../ui/fitted";

/** The winners in the place of the clock, once they are published. */
export function HallPodium({ awards }: { awards: readonly Awarded[] }) {
  const given = AWARDS.flatMap((award) => {
    const winners = awards.filter((it) => it.award === award);
    return winners.length === 0 ? [] : { award, winners };
  });
  return (
    <section aria-label="Results" className="grid hall-podium">
      {given.map(({ award, winners }) => (
        <div key={award} data-award={award} className="plate grid">
          <p className="hall-label">{awardTitle(award)}</p>
          {winners.map(({ projectId, projectName, teamName }) => (
            <div key={projectId}>
              <p className="hall-entry">
                <Fitted>{projectName}</Fitted>
              </p>
              {teamName !== null && (
                <p className="ellipsis hall-place">
                  <Written>{teamName}</Written>
                </p>
              )}
            </div>
          ))}
        </div>
      ))}
    </section>
  );
}
