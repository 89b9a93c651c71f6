import { preload } from "react-dom";
import { landing } from "../../content/landing";
import { prizePool, prizes } from "../../content/prizes";
import { CountUp } from "../../features/countup/count-up";
import rupee from "../../styles/fonts/anek-condensed-rupee.woff2?url&no-inline";
import { Container } from "../../ui/layout";
import { Reveal } from "../../ui/reveal";
import { AwardRack } from "./award-rack";
import { PodiumPlace } from "./podium-place";
import styles from "./prize-pool.module.css";

const COUNT_MS = 2_000;
const [first, second, special] = prizes;

/** The podium, with the whole pool over it and the special awards in a rack below. */
export function PrizePool() {
  preload(rupee, { as: "font", type: "font/woff2", crossOrigin: "anonymous" });
  return (
    <Reveal className={styles.pool} aria-labelledby="prizes">
      <Container>
        <div className={styles.stage}>
          <div className={styles.total} data-enter>
            <h2 id="prizes">{landing.prizes.title}</h2>
            <p className={styles.sum}>
              <CountUp
                value={prizePool.value}
                durationMs={COUNT_MS}
                prefix="$"
              />
            </p>
            <p className={styles.note}>{landing.prizes.note}</p>
          </div>
          <div className={styles.podium} data-enter="2">
            <div className={styles.places}>
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
