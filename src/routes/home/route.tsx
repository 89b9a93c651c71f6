import { Suspense } from "react";
import { latePart, loadPart } from "../../lib/connection/load-part";
import { whenCalm } from "../../lib/when-calm";
import { Hero } from "./hero";
import styles from "./landing.module.css";
import { PreMeetupBanner } from "./pre-meetup-banner";

/** The prerendered HTML has the text; the code may load after the first screen works. */
const BelowTheFold = latePart(async () => {
  await whenCalm();
  return (await loadPart(() => import("./below-the-fold"))).BelowTheFold;
});

export function Component() {
  return (
    <>
      <div className={styles.opening}>
        <PreMeetupBanner />
        <Hero />
      </div>
      <Suspense fallback={<div className={styles.pending} />}>
        <BelowTheFold />
      </Suspense>
    </>
  );
}
