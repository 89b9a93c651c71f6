import { LazyMotion, MotionConfig } from "framer-motion";
import type { ReactNode } from "react";
import { never } from "../lib/connection/load-part";

async function features() {
  const { domAnimation } = await import("./motion-features").catch(never);
  return domAnimation;
}

/** Parent of all `m` components. Loads the animation code late and respects reduced motion. */
export function Motion({ children }: { children: ReactNode }) {
  return (
    <LazyMotion features={features} strict>
      <MotionConfig reducedMotion="user">{children}</MotionConfig>
    </LazyMotion>
  );
}
