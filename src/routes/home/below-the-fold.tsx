import { About } from "./about";
import { BottomBar } from "./bottom-bar";
import { FinalCall } from "./final-call";
import { LiveNow } from "./live-now";
import { PrizePool } from "./prize-pool";
import { Questions } from "./questions";
import { Sponsors } from "./sponsors";
import { Tagline } from "./tagline";
import { Timeline } from "./timeline";

/** The sections after the first screen, in order. */
export function BelowTheFold() {
  return (
    <>
      <LiveNow />
      <About />
      <Tagline />
      <Timeline />
      <PrizePool />
      <Sponsors />
      <Questions />
      <FinalCall />
      <BottomBar />
    </>
  );
}
