import { event } from "../../content/event";
import type { Page } from "../../content/schemas";

/** The page's title once the role is known; see `content/pages.ts`. */
export const judgeWords = {
  title: "Judging",
  description: `For the judges of ${event.edition}: your projects, one at a time.`,
} as const satisfies Page;
