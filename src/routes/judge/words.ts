import type { Page } from "../../content/schemas";

/** The page's title once the role is known; see `content/pages.ts`. */
export const judgeWords: Page = { title: "Judging" };
