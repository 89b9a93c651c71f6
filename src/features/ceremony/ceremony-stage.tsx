import { useState } from "react";
import type { Revealed, ShownAward } from "#convex/judging/shared/ceremony";
import { AWARDS } from "#convex/judging/shared/awards";
import { counted } from "#convex/platform/shared/text";
import { awardTitle } from "../../content/award-words";
import { prizes } from "../../content/prizes";
import { formatAmount } from "../../lib/format-amount";
import { formatTime } from "../../lib/time/format-time";
import { classNames } from "../../ui/class-names";
import { StoredImage } from "../../ui/stored-image";
import { Written } from "../../ui/written";
import styles from "./ceremony-stage.css?url";

const [first] = prizes;

/** The special awards, and then the steps of the podium, the lower one first. */
const PODIUM = [...AWARDS.slice(2), AWARDS[1], AWARDS[0]];

/**
 * The ceremony on the hall's screen, over everything else: the award that was revealed
 * last, and the podium that fills. An award that comes while one looks is preceded by a
 * silence; a step back, and whatever a screen finds when it opens, is simply there.
 */
export function CeremonyStage({ revealed }: { revealed: Revealed | null }) {
  const { isBlank = false, isRehearsal = false, shown = [] } = revealed ?? {};
  const [seen, setSeen] = useState({
    isBlank,
    count: shown.length,
    isNew: false,
  });
  if (seen.isBlank !== isBlank || seen.count !== shown.length) {
    const isNew = !seen.isBlank && shown.length === seen.count + 1;
    setSeen({ isBlank, count: shown.length, isNew });
  }
  const current = shown.at(-1);
  return (
    <section
      className="stage"
      aria-label="Results"
      data-blank={isBlank}
      data-first={current?.award === first.id && current.winners.length > 0}
    >
      <link rel="stylesheet" href={styles} precedence="medium" />
      <span className="lattice stage-lattice" aria-hidden="true" />
      {isRehearsal && (
        <p className="stage-rehearsal">Rehearsal: invented names</p>
      )}
      {!isBlank && (
        <>
          <div
            className="stack stage-award"
            key={`${current?.award} ${shown.length}`}
            data-new={seen.isNew}
            aria-live="polite"
          >
            {current === undefined ? (
              <h1 className="stage-opening">Results</h1>
            ) : (
              <Announced award={current} />
            )}
            {shown.map(
              ({ award, corrected }) =>
                corrected && (
                  <p key={award} className="tight stage-sentence">
                    <span>{`${awardTitle(award)}, corrected at ${formatTime(corrected.at)}: `}</span>
                    <Written>{corrected.reason}</Written>
                  </p>
                ),
            )}
          </div>
          <ol className="grid items-end stage-podium" data-new={seen.isNew}>
            {PODIUM.map((award) => (
              <Place
                key={award}
                award={award}
                shown={shown.find((it) => it.award === award)}
                isCurrent={award === current?.award}
              />
            ))}
          </ol>
        </>
      )}
    </section>
  );
}

function Announced({
  award: { award, sentence, winners },
}: {
  award: ShownAward;
}) {
  const names = winners.map(({ projectName }) => projectName);
  const picture = winners[0]?.picture;
  const size = {
    ["--size" as string]: sizeFor(names, picture ? BESIDE_PICTURE : ROOM.width),
  };
  return (
    <>
      {picture && (
        <StoredImage
          className="stage-picture"
          src={picture.url}
          alt={picture.alt}
        />
      )}
      <h1 className="signal-text stage-title">
        <span>{awardTitle(award)}</span>
        <span>
          {award === first.id && ` · ${first.amounts.map(formatAmount).join()}`}
        </span>
        <span>
          {winners.length > 1 &&
            `, shared by ${counted(winners.length, "team")}`}
        </span>
      </h1>
      <ul className="grid stage-winners" style={size}>
        {winners.map(({ projectName, teamName, members = [] }, index) => (
          <li key={index}>
            <strong>
              <Written>{projectName}</Written>
            </strong>
            {teamName !== null && (
              <span>
                <Written>{teamName}</Written>
              </span>
            )}
            {members.length > 0 && (
              <span className="row stage-members">
                {members.map((name, place) => (
                  <Written key={place}>{name}</Written>
                ))}
              </span>
            )}
          </li>
        ))}
      </ul>
      {sentence !== "" && (
        <p className="soft tight stage-sentence">{sentence}</p>
      )}
    </>
  );
}

function Place({
  award,
  shown,
  isCurrent,
}: {
  award: string;
  shown: ShownAward | undefined;
  isCurrent: boolean;
}) {
  return (
    <li
      className={classNames(
        "plate grid content-start quiet",
        shown === undefined && "plate-waiting",
      )}
      data-award={award}
      data-filled={shown !== undefined}
      data-current={isCurrent}
    >
      <span>
        {`${awardTitle(award)}${shown?.corrected ? ", corrected" : ""}`}
      </span>
      {shown && <strong>{namesOf(shown)}</strong>}
    </li>
  );
}

const namesOf = ({ winners }: ShownAward) =>
  winners.map((it) => it.projectName).join(" · ") || "Nobody";

/** The room for the names, and an estimate of a letter's width, in hundredths of the screen's height at 16:9. */
const ROOM = { width: 150, height: 40 };
const BESIDE_PICTURE = 80;
const LETTER = 0.5;
/** What each winner's team takes below the name. */
const TEAM = 6;

/** The largest size, in hundredths of the height, at which all names fit. */
function sizeFor(names: readonly string[], width: number): number {
  const linesOf = (name: string, size: number) =>
    Math.ceil((name.length * LETTER * size) / width);
  const fits = (size: number) =>
    names.every((name) => widest(name) * LETTER * size <= width) &&
    names.reduce((sum, name) => sum + TEAM + size * linesOf(name, size), 0) <=
      ROOM.height;
  return [26, 22, 18, 15, 12, 10, 8, 6].find(fits) ?? 5;
}

function widest(name: string): number {
  return Math.max(...name.split(/\s+/u).map((word) => word.length));
}
