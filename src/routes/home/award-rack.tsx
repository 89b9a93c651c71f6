import type { Prize } from "../../content/schemas";
import { formatAmount } from "../../lib/format-amount";
import { Picture } from "../../ui/picture";
import styles from "./award-rack.module.css";
import { Winners, type Results } from "./winners";

/** The special awards: what they share, and a card for each, with its winners when the event is over. */
export function AwardRack({
  prize,
  results,
}: {
  prize: Prize;
  results: Results;
}) {
  return (
    <article className="stack gap-5">
      <header className="row gap-2 gap-x-4 items-center">
        <Picture image={prize.icon} className={styles.icon} />
        <h3 className="display-s">{prize.title}</h3>
        <p className="signal-text headline">
          {prize.amounts.map(formatAmount).join(" + ")}
        </p>
        <ul
          className={`row gap-0 gap-x-4 soft ${styles.perks}`}
          aria-label="Perks"
        >
          {prize.perks.map((perk) => (
            <li key={perk}>{perk}</li>
          ))}
        </ul>
      </header>
      <ul className={`grid gap-2 halves ${styles.awards}`}>
        {prize.awards.map((award) => (
          <li key={award.id} className={`plate grid gap-2 ${styles.award}`}>
            <Picture image={award.icon} className={styles.icon} />
            <h4 className="small-headline upper">{award.title}</h4>
            <p data-when="shown hidden closed live">{award.description}</p>
            <Winners award={award.id} results={results} />
          </li>
        ))}
      </ul>
    </article>
  );
}
