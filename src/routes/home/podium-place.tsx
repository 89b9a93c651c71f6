import type { Prize } from "../../content/schemas";
import { formatAmount } from "../../lib/format-amount";
import { classNames } from "../../ui/class-names";
import { Picture } from "../../ui/picture";
import styles from "./podium-place.module.css";

/** One step of the podium and the prize that stands on it. */
export function PodiumPlace({ prize, place }: { prize: Prize; place: 1 | 2 }) {
  return (
    <article className={styles.place} data-place={place}>
      <div className={classNames("plate", styles.prize)}>
        <span className={classNames("lattice", styles.lattice)} />
        <Picture image={prize.icon} className={styles.icon} />
        <h3>{prize.title}</h3>
        <p className={styles.amount}>
          {prize.amounts.map(formatAmount).join(" + ")}
        </p>
        <ul className={styles.perks}>
          {prize.perks.map((perk) => (
            <li key={perk}>{perk}</li>
          ))}
        </ul>
      </div>
      <p className={styles.step} aria-hidden="true">
        {place}
      </p>
    </article>
  );
}
