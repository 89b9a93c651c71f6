import { LazyMotion, MotionConfig } from "framer-motion";
import type { ReactNode } from "react";

async function features() {
  const { domAnimation } = await import("./motion-features");
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
