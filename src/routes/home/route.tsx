import { lazy, Suspense } from "react";
import { Hero } from "./hero";
import { LandingHead } from "./landing-head";
import styles from "./landing.module.css";
import { PreMeetupBanner } from "./pre-meetup-banner";
import { whenCalm } from "./when-calm";

/** In the prerendered page the words are there already; what makes them live may come after the first screen works. */
const BelowTheFold = lazy(async () => {
  await whenCalm();
  const { BelowTheFold: sections } = await import("./below-the-fold");
  return { default: sections };
});

export function Component() {
  return (
    <>
      <LandingHead />
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
