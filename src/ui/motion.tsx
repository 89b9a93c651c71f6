import { LazyMotion, MotionConfig } from "framer-motion";
import type { ReactNode } from "react";

async function features() {
  const { domAnimation } = await import("./motion-features");
  return domAnimation;
}

/** Parent of anything that moves through `m`; the engine arrives later, and nobody who asked for calm is moved. */
export function Motion({ children }: { children: ReactNode }) {
  return (
    <LazyMotion features={features} strict>
      <MotionConfig reducedMotion="user">{children}</MotionConfig>
    </LazyMotion>
  );
}
