import { Hero } from "./hero";
import { HowItRuns } from "./how-it-runs";

export function Component() {
  return (
    <>
      <Hero />
      <HowItRuns />
    </>
  );
}
