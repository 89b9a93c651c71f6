import { useRef } from "react";
import { preload } from "react-dom";
import { landing } from "../../content/landing";
import { paidOut, prizePool, prizes } from "../../content/prizes";
import type { Prize } from "../../content/schemas";
import { CountUp } from "../../features/countup/count-up";
import { formatAmount } from "../../lib/format-amount";
import rupee from "../../styles/fonts/anek-condensed-rupee.woff2?url&no-inline";
import { Picture } from "../../ui/picture";
import { Reveal } from "../../ui/reveal";
import { AwardRack } from "./award-rack";
import styles from "./prize-pool.module.css";
import { useWinners, Winners } from "./winners";
import type { Elements } from "../../ui/elements";

const COUNT_MS = 2_000;
const inCurrency = (value: number) => formatAmount({ ...prizePool, value });
/** Room for a sum that is longer than ours. */
const { length } = inCurrency(prizePool.value);
const room = [7, 11].find((most) => length > 4 && length <= most);
const [first, second, special] = prizes;

export function PrizePool() {
  preload(rupee, { as: "font", type: "font/woff2", crossOrigin: "anonymous" });
  const place = useRef<HTMLUListElement>(null);
  const results = useWinners(place);
  return (
    <Reveal className={styles.pool} aria-labelledby="prizes">
      <div className="container">
        <div className={`stack gap-6 ${styles.stage}`}>
          <div className={`grid ${styles.total}`} data-enter>
            <h2 id="prizes" className="display-l caps">
              {landing.prizes.title}
            </h2>
            <p className={`signal-text ${styles.sum}`} data-room={room}>
              <CountUp
                value={prizePool.value}
                durationMs={COUNT_MS}
                format={inCurrency}
              />
            </p>
            <p className={styles.paid}>
              {paidOut.map(formatAmount).join(" and ")}, perks not counted
            </p>
            <p className={`soft ${styles.note}`}>{landing.prizes.note}</p>
          </div>
          <div className={styles.podium} data-enter="2">
            <div className={`grid halves items-end ${styles.places}`}>
              <PodiumPlace prize={first} place={1}>
                <Winners award={first.id} results={results} place={place} />
              </PodiumPlace>
              <PodiumPlace prize={second} place={2}>
                <Winners award={second.id} results={results} />
              </PodiumPlace>
            </div>
          </div>
        </div>
        <div data-enter="3">
          <AwardRack prize={special} results={results} />
        </div>
      </div>
    </Reveal>
  );
}

/** @param children the winners, in the place of the perks when the event is over */
function PodiumPlace({
  prize,
  place,
  children,
}: {
  prize: Prize;
  place: 1 | 2;
  children: Elements;
}) {
  return (
    <article className={`stack min-w-0 ${styles.place}`} data-place={place}>
      <div className="plate stack gap-3 podium-prize">
        <span className={`lattice ${styles.lattice}`} />
        <Picture image={prize.icon} className={styles.icon} />
        <h3>{prize.title}</h3>
        <p className={styles.amount}>
          {prize.amounts.map(formatAmount).join(" + ")}
        </p>
        <ul
          className={`stack soft ${styles.perks}`}
          data-when="shown hidden closed live"
        >
          {prize.perks.map((perk) => (
            <li key={perk}>{perk}</li>
          ))}
        </ul>
        {children}
      </div>
      <p className={`podium-step ${styles.step}`} aria-hidden="true">
        {place}
      </p>
    </article>
  );
}
