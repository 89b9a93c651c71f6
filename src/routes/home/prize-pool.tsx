import { preload } from "react-dom";
import { landing } from "../../content/landing";
import { paidOut, prizePool, prizes } from "../../content/prizes";
import type { Prize } from "../../content/schemas";
import { CountUp } from "../../features/countup/count-up";
import { formatAmount } from "../../lib/format-amount";
import rupee from "../../styles/fonts/anek-condensed-rupee.woff2?url&no-inline";
import { Container } from "../../ui/layout";
import { Picture } from "../../ui/picture";
import { Reveal } from "../../ui/reveal";
import { AwardRack } from "./award-rack";
import styles from "./prize-pool.module.css";

const COUNT_MS = 2_000;
const [first, second, special] = prizes;

export function PrizePool() {
  preload(rupee, { as: "font", type: "font/woff2", crossOrigin: "anonymous" });
  return (
    <Reveal className={styles.pool} aria-labelledby="prizes">
      <Container>
        <div className={`stack gap-7 ${styles.stage}`}>
          <div className={styles.total} data-enter>
            <h2 id="prizes" className="display-l caps">
              {landing.prizes.title}
            </h2>
            <p className={styles.sum}>
              <CountUp
                value={prizePool.value}
                durationMs={COUNT_MS}
                prefix="$"
              />
            </p>
            <p className={styles.paid}>
              {paidOut.map(formatAmount).join(" and ")}, perks not counted
            </p>
            <p className={styles.note}>{landing.prizes.note}</p>
          </div>
          <div className={styles.podium} data-enter="2">
            <div className={`stack gap-5 ${styles.places}`}>
              <PodiumPlace prize={first} place={1} />
              <PodiumPlace prize={second} place={2} />
            </div>
          </div>
        </div>
        <div data-enter="3">
          <AwardRack prize={special} />
        </div>
      </Container>
    </Reveal>
  );
}

function PodiumPlace({ prize, place }: { prize: Prize; place: 1 | 2 }) {
  return (
    <article className={`stack min-w-0 ${styles.place}`} data-place={place}>
      <div className="plate podium-prize">
        <span className={`lattice ${styles.lattice}`} />
        <Picture image={prize.icon} className={styles.icon} />
        <h3>{prize.title}</h3>
        <p className={styles.amount}>
          {prize.amounts.map(formatAmount).join(" + ")}
        </p>
        <ul className={`stack soft ${styles.perks}`}>
          {prize.perks.map((perk) => (
            <li key={perk}>{perk}</li>
          ))}
        </ul>
      </div>
      <p className={`podium-step ${styles.step}`} aria-hidden="true">
        {place}
      </p>
    </article>
  );
}
