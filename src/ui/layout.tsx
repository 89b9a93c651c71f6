import type { ReactNode } from "react";

/** Centres content with the page's maximum width and gutters. */
export function Container({ children }: { children: ReactNode }) {
  return <div className="container">{children}</div>;
}
